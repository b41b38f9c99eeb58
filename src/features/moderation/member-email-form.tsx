import { ChangeMemberEmail, changeMemberEmail, type MemberAccount } from '#contract/account-help.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { correctEmail } from './member.actions.ts';

interface MemberEmailFormProps {
  userId: Id;
  member: MemberAccount;
  onChanged: () => Promise<void>;
}

const collect = (fields: FormData) => ({ email: String(fields.get('email')), reason: String(fields.get('reason')) });

/** Changes a member's e-mail address. */
export function MemberEmailForm({ userId, member, onChanged }: MemberEmailFormProps) {
  const { form, busy, validation, error } = useForm(
    changeMemberEmail.action,
    ChangeMemberEmail,
    collect,
    async (input, element) => {
      await correctEmail(userId, member.id, input);
      element.reset();
      showToast({ text: t`The e-mail is changed. Both addresses are told.` });
      await onChanged();
    },
  );
  return (
    <form {...form} className={styles.form}>
      {error && <Refusal error={error} />}
      <Field
        label="New e-mail"
        hint="Be sure that it is the member who asks. All devices are signed out."
        errors={validation.email}
      >
        <TextInput type="email" name="email" autoComplete="off" required />
      </Field>
      <Field label="Reason" optional hint="Only moderators read it." errors={validation.reason}>
        <TextInput name="reason" autoComplete="off" />
      </Field>
      <SubmitButton label="Change the e-mail" busy={busy} compact />
    </form>
  );
}
