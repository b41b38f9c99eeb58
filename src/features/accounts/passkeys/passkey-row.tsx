import { useEffect, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { type Passkey, PasskeyName, removePasskey, renamePasskey } from '#contract/passkeys.ts';
import { t } from '#contract/texts.ts';
import { useResult } from '#src/actions/use-result.ts';
import forms from '#src/forms/form.module.css';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { isUnderWay } from '#src/lib/result.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import styles from '#src/ui/entry-rows.module.css';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { removeOwnPasskey, renameOwnPasskey } from './passkeys.actions.ts';

interface PasskeyRowProps {
  as: Id;
  passkey: Passkey;
  /** Reads the list again. */
  refresh: () => Promise<void>;
  onRemoved: () => void;
}

const collect = (fields: FormData) => ({ name: String(fields.get('name')) });

/** Form for another name. */
function RenameForm({ as, passkey, refresh, onEnd }: Omit<PasskeyRowProps, 'onRemoved'> & { onEnd: () => void }) {
  const { form, busy, validation, error } = useForm(
    renamePasskey.action,
    PasskeyName,
    collect,
    async (input) => {
      await renameOwnPasskey(as, passkey.id, input);
      await refresh();
      onEnd();
    },
    'name',
  );
  const { ref } = form;
  useEffect(() => ref.current?.querySelector('input')?.select(), [ref]);
  return (
    <form {...form} className={`${forms.form} ${styles.body}`}>
      {error && <Refusal error={error} />}
      <Field label="Name" errors={validation.name}>
        <TextInput name="name" defaultValue={passkey.name} required />
      </Field>
      <div className={styles.actions}>
        <SubmitButton label={t`Save`} busy={busy} compact />
        <Button look="plain" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Asks before a passkey is removed, and removes it. */
function RemoveDialog({
  as,
  passkey: { id, name },
  onClose,
  onRemoved,
}: Omit<PasskeyRowProps, 'refresh'> & { onClose: () => void }) {
  const result = useResult(removePasskey.action);
  const remove = () => void removeOwnPasskey(as, id).then(onRemoved, ignoreApiFailure);
  const actions = (
    <>
      <Button look="quiet" onClick={onClose}>
        Back
      </Button>
      <Button look="danger" busy={isUnderWay(result)} onClick={remove}>
        Remove passkey
      </Button>
    </>
  );
  return (
    <Dialog title={t`Remove “${name}”?`} alert actions={actions} onClose={onClose}>
      <p>It can’t log you in any more. Your device may keep it until you delete it there.</p>
      {result.error && <Refusal error={result.error} />}
    </Dialog>
  );
}

/** A passkey of the member. */
export function PasskeyRow(props: PasskeyRowProps) {
  const { name, addedAt, lastUsedAt } = props.passkey;
  const [doing, setDoing] = useState<'rename' | 'remove' | 'renamed' | null>(null);
  return (
    <li className={styles.row}>
      {doing === 'rename' ? (
        <RenameForm {...props} onEnd={() => setDoing('renamed')} />
      ) : (
        <>
          <div className={styles.body}>
            <h3>
              <bdi>{name}</bdi>
            </h3>
            <p className="quiet small">
              {lastUsedAt ? (
                <span>
                  Last used <Ago time={lastUsedAt} inside />. Added <Ago time={addedAt} inside />.
                </span>
              ) : (
                <span>
                  Added <Ago time={addedAt} inside />. Not used yet.
                </span>
              )}
            </p>
          </div>
          <div className={styles.actions}>
            <Button
              look="quiet"
              small
              autoFocus={doing === 'renamed'}
              aria-label={t`Rename ${name}`}
              onClick={() => setDoing('rename')}
            >
              Rename
            </Button>
            <Button look="quiet" small aria-label={t`Remove ${name}`} onClick={() => setDoing('remove')}>
              Remove
            </Button>
          </div>
        </>
      )}
      {doing === 'remove' && <RemoveDialog {...props} onClose={() => setDoing(null)} />}
    </li>
  );
}
