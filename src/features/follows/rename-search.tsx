import { type FormEvent, useId, useState } from 'react';
import { type Followed, followLimits } from '#contract/follows.ts';
import type { Id } from '#contract/ids.ts';
import { lengthOf } from '#contract/text.ts';
import { t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { followedTitle } from './followed-title.ts';
import { changeFollowed } from './follows.actions.ts';

interface RenameSearchProps {
  search: Followed;
  userId: Id;
  onClose: () => void;
}

/** Names a followed search. */
export function RenameSearch({ search, userId, onClose }: RenameSearchProps) {
  const form = useId();
  const [typed, setTyped] = useState(followedTitle(search));
  const [errors, setErrors] = useState<string[]>([]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const name = typed.trim();
    if (!name) return setErrors([t`Enter a name.`]);
    if (lengthOf(name) > followLimits.name) {
      return setErrors([t`Keep the name under ${followLimits.name} characters.`]);
    }
    try {
      await changeFollowed(search, { name }, userId);
      onClose();
    } catch (error) {
      setErrors([(error as Error).message]);
    }
  };
  const actions = (
    <>
      <Button look="quiet" onClick={onClose}>
        Cancel
      </Button>
      <Button type="submit" form={form}>
        Rename
      </Button>
    </>
  );
  return (
    <Dialog title="Rename the search" actions={actions} onClose={onClose}>
      <form id={form} onSubmit={(event) => void submit(event)} noValidate>
        <Field label="Name" errors={errors}>
          <TextInput
            autoFocus
            value={typed}
            autoComplete="off"
            onChange={({ target }) => {
              setTyped(target.value);
              setErrors([]);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
