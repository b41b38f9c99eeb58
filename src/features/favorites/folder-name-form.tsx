import { type FormEvent, useRef, useState } from 'react';
import * as v from 'valibot';
import { type FavoriteFolder, FolderName, favoriteLimits, foldedFolderName } from '#contract/favorites.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './favorites.module.css';

/**
 * Validates a folder name. Returns the problem or the normalized name.
 * @param others folders whose names are taken
 */
function checkedName(
  typed: string,
  others: readonly Pick<FavoriteFolder, 'name'>[],
): { problem: string } | { name: string } {
  const result = v.safeParse(FolderName, typed);
  if (!result.success) return { problem: result.issues[0].message };
  const folded = foldedFolderName(result.output);
  const taken = others.some(({ name }) => foldedFolderName(name) === folded);
  return taken ? { problem: t`You have a folder with this name.` } : { name: result.output };
}

interface FolderNameFormProps {
  label: string;
  button: string;
  initial?: string;
  /** Folders whose names are taken. */
  others: readonly Pick<FavoriteFolder, 'name'>[];
  /** Rejects with a message for the user. */
  onName: (name: string) => Promise<void>;
  /** Focuses the field when the form replaces the focused element. */
  autoFocus?: boolean;
  children?: Elements;
}

export function FolderNameForm({
  label,
  button,
  initial = '',
  others,
  onName,
  autoFocus,
  children,
}: FolderNameFormProps) {
  const [typed, setTyped] = useState(initial);
  const [errors, setErrors] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const refuse = (problem: string) => {
    setErrors([problem]);
    input.current?.focus();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const checked = checkedName(typed, others);
    if ('problem' in checked) return refuse(checked.problem);
    setBusy(true);
    try {
      await onName(checked.name);
      setTyped('');
      setErrors([]);
    } catch (error) {
      refuse((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className={styles.nameForm} onSubmit={submit} noValidate>
      <Field label={label} errors={errors}>
        <TextInput
          ref={input}
          autoFocus={autoFocus}
          value={typed}
          maxLength={favoriteLimits.name * 2}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value);
            setErrors([]);
          }}
        />
      </Field>
      <div className={styles.nameButtons}>
        {children}
        <Button type="submit" look="quiet" busy={busy}>
          {button}
        </Button>
      </div>
    </form>
  );
}
