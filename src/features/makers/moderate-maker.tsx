import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import type { MakerKind, MakerPage, MakerRules } from '#contract/makers.ts';
import { t } from '#contract/texts.ts';
import { type ApiFailure, failureFrom, ignoreApiFailure } from '#src/lib/failure.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { LinkButton } from '#src/ui/link-button.tsx';
import { Loader } from '#src/ui/loader.tsx';
import { Note } from '#src/ui/note.tsx';
import { Rows } from '#src/ui/rows.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { offerUndo } from '#src/ui/undo-toast.ts';
import { changeRules, fetchRules, type RulesChange } from './makers.actions.ts';
import styles from './makers.module.css';

interface ModerateMakerProps {
  page: MakerPage;
  userId: Id;
  onClose: () => void;
}

const mergedText = t`Names merged.`;
const renamedText = t`Name changed.`;
const partedText = t`Names separated.`;

const intoLabels: Record<MakerKind, { brand: string; name: string }> = {
  brand: { brand: t`Merge into this brand`, name: '' },
  model: { brand: t`Brand of the model to merge into`, name: t`Model to merge into` },
  part: { brand: t`Brand of the part to merge into`, name: t`Part to merge into` },
};

/** Changes the name of a maker, model or part, merges it into another, and separates what was merged. For moderators. */
export function ModerateMaker({ page, userId, onClose }: ModerateMakerProps) {
  const { kind, key, brand, name } = page;
  const form = useId();
  const [rules, setRules] = useState<MakerRules>();
  const [shown, setShown] = useState('');
  const [intoBrand, setIntoBrand] = useState('');
  const [intoName, setIntoName] = useState('');
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (failure) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failure]);
  const { error } = useRefreshed(`rules ${kind} ${key}`, async () => {
    const found = await fetchRules(userId, { kind, key });
    setRules(found);
    setShown((typed) => typed || found.name);
  });
  /** Changes a name now, and offers to change it back. */
  const change = async (of: string, to: RulesChange, before: RulesChange, text: string) => {
    if (busy) return;
    setBusy(true);
    const named = { kind, key: of };
    try {
      await changeRules(userId, named, to);
      onClose();
      offerUndo(text, () => changeRules(userId, named, before));
    } catch (cause) {
      setBusy(false);
      setFailure(failureFrom(cause));
      ignoreApiFailure(cause);
    }
  };
  const before = { name: rules?.name ?? '' };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isMerge = intoBrand.trim() !== '' || intoName.trim() !== '';
    const into = { brand: intoBrand.trim() || brand, name: intoName.trim() };
    if (isMerge) void change(key, { into }, before, mergedText);
    else void change(key, { name: shown.trim() }, before, renamedText);
  };
  const errors = failure?.validation ?? {};
  // A toast would be behind the dialog.
  const said = failure && failure.kind !== 'validation' ? failure : error;
  const actions = (
    <>
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
      {rules && (
        <Button type="submit" form={form} busy={busy}>
          Save
        </Button>
      )}
    </>
  );
  return (
    <Dialog title={t`Moderate ${`${brand} ${name}`.trim()}`} actions={actions} onClose={onClose}>
      {said && (
        <Note state="failed" role="alert">
          {said.message}
        </Note>
      )}
      {!rules && !error && <Loader />}
      {rules && (
        <form ref={element} id={form} className={styles.moderate} onSubmit={submit} noValidate>
          <Field
            label="Name on the page"
            optional
            hint="Empty means the name as most members write it."
            errors={errors.name}
          >
            <TextInput value={shown} onChange={({ target }) => setShown(target.value)} />
          </Field>
          <Field
            label={intoLabels[kind].brand}
            optional
            hint="All its bikes move there, and this page leads there. You can undo it."
            errors={errors.into ?? errors['into.brand']}
          >
            <TextInput
              value={intoBrand}
              placeholder={kind === 'brand' ? undefined : brand}
              onChange={({ target }) => setIntoBrand(target.value)}
            />
          </Field>
          {kind !== 'brand' && (
            <Field label={intoLabels[kind].name} optional errors={errors['into.name']}>
              <TextInput value={intoName} onChange={({ target }) => setIntoName(target.value)} />
            </Field>
          )}
          {rules.merged.length > 0 && (
            <>
              <p className="quiet small">Merged into this name</p>
              <Rows
                rows={rules.merged.map((one) => ({
                  key: one,
                  name: one,
                  detail: (
                    <LinkButton
                      onClick={() => void change(one, {}, { into: { brand, name } }, partedText)}
                      aria-label={t`Separate ${one}`}
                    >
                      Separate
                    </LinkButton>
                  ),
                }))}
              />
            </>
          )}
        </form>
      )}
    </Dialog>
  );
}
