import { ByAddress } from '#contract/accounts.ts';
import styles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';

const collect = (fields: FormData) => ({ email: String(fields.get('email')) });

interface AddressFormProps {
  /** Kind of link that is requested. */
  action: 'ForgotPassword' | 'ResendConfirmationEmail';
  /** Initial address. */
  email: string;
  /** Asks the server to send the link. */
  send: (email: string) => Promise<void>;
  done: (email: string) => void;
}

/** Form that requests a link by e-mail. */
export function AddressForm({ action, email, send, done }: AddressFormProps) {
  const { form, busy, validation, error } = useForm(action, ByAddress, collect, async (input) => {
    await send(input.email);
    done(input.email);
  });
  return (
    <form {...form} className={styles.form}>
      <NeedsConnection>Asking for a link needs a connection.</NeedsConnection>
      {error && <Refusal error={error} />}
      <Field label="E-mail" errors={validation.email}>
        <TextInput type="email" name="email" autoComplete="email" defaultValue={email} required />
      </Field>
      <SubmitButton label="Send the link" busy={busy} />
    </form>
  );
}
