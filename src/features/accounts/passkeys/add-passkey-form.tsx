import type { Id } from '#contract/ids.ts';
import { addPasskey, maxPasskeys, PasskeyName } from '#contract/passkeys.ts';
import styles from '#src/forms/form.module.css';
import { usePasskeySupport } from '#src/forms/passkeys/passkey-support.ts';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { addOwnPasskey } from './passkeys.actions.ts';

interface AddPasskeyFormProps {
  as: Id;
  /** Number of passkeys that the member has. */
  count: number;
  /** The name that is proposed; empty if there is none. */
  proposed: string;
  onAdded: (name: string) => void;
}

const collect = (fields: FormData) => ({ name: String(fields.get('name')) });

/** Form that names a new passkey and has the browser create it. */
export function AddPasskeyForm({ as, count, proposed, onAdded }: AddPasskeyFormProps) {
  const { form, busy, validation, error } = useForm(
    addPasskey.action,
    PasskeyName,
    collect,
    async (input, element) => {
      const { name } = await addOwnPasskey(as, input);
      element.reset();
      onAdded(name);
    },
    'name',
  );
  if (!usePasskeySupport()) return <p className="quiet">This browser can’t use passkeys.</p>;
  if (count >= maxPasskeys) {
    return <p className="quiet">You have {maxPasskeys} passkeys, as many as possible. Remove one to add another.</p>;
  }
  return (
    <form {...form} className={styles.form}>
      {error && <Refusal error={error} />}
      <Field label="Name of the new passkey" hint="Such as the device that has it." errors={validation.name}>
        <TextInput key={proposed} name="name" defaultValue={proposed} required />
      </Field>
      <SubmitButton label="Add a passkey" busy={busy} compact />
    </form>
  );
}
