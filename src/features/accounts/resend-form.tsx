import { ResendConfirmation } from '#contract/accounts.ts';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import styles from './account-form.module.css';
import { resendConfirmation } from './accounts.actions.ts';
import { NeedsConnection } from './needs-connection.tsx';
import { Refusal } from './refusal.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAccountForm } from './use-account-form.ts';

const collect = (fields: FormData) => ({ email: String(fields.get('email')) });

/** Asks for the confirmation link once more. */
export function ResendForm({ email, done }: { email: string; done: (email: string) => void }) {
  const { form, busy, validation, failure } = useAccountForm(ResendConfirmation, collect, async (input) => {
    await resendConfirmation(input.email);
    done(input.email);
  });
  return (
    <form {...form} className={styles.form}>
      <NeedsConnection what="Asking for a link" />
      {failure && <Refusal failure={failure} />}
      <Field label="E-mail" errors={validation.email}>
        <TextInput type="email" name="email" autoComplete="email" defaultValue={email} required />
      </Field>
      <SubmitButton words="Send the link" busy={busy} />
    </form>
  );
}
