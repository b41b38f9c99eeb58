import { ByAddress } from '#contract/accounts.ts';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './account-form.module.css';
import { NeedsConnection } from './needs-connection.tsx';
import { Refusal } from './refusal.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAccountForm } from './use-account-form.ts';

const collect = (fields: FormData) => ({ email: String(fields.get('email')) });

interface AddressFormProps {
  /** Which link is asked for. */
  action: 'ForgotPassword' | 'ResendConfirmationEmail';
  /** Which address is likely. */
  email: string;
  /** Asks the site to mail a link there. */
  send: (email: string) => Promise<void>;
  done: (email: string) => void;
}

/** Asks for a link by mail. */
export function AddressForm({ action, email, send, done }: AddressFormProps) {
  const { form, busy, validation, error } = useAccountForm(action, ByAddress, collect, async (input) => {
    await send(input.email);
    done(input.email);
  });
  return (
    <form {...form} className={styles.form}>
      <NeedsConnection what="Asking for a link" />
      {error && <Refusal error={error} />}
      <Field label="E-mail" errors={validation.email}>
        <TextInput type="email" name="email" autoComplete="email" defaultValue={email} required />
      </Field>
      <SubmitButton words="Send the link" busy={busy} />
    </form>
  );
}
