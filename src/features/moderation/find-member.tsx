import { useNavigate } from 'react-router';
import { findMember } from '#contract/account-help.ts';
import type { Id } from '#contract/ids.ts';
import { moderatedMemberPage } from '#contract/pages.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Field } from '#src/ui/field.tsx';
import { TextInput } from '#src/ui/text-input.tsx';
import { find } from './member.actions.ts';

const collect = (fields: FormData) => ({ who: String(fields.get('who')) });

/** Finds a member by name or address and opens the page about the account. */
export function FindMember({ userId }: { userId: Id }) {
  const navigate = useNavigate();
  const { form, busy, validation, error } = useForm(findMember.action, findMember.query, collect, async ({ who }) => {
    const { id } = await find(userId, who);
    await navigate(moderatedMemberPage(id));
  });
  const refusal = error?.code === 'not_found' ? { ...error, message: t`There is no such member.` } : error;
  return (
    <form {...form} className={styles.form}>
      <NeedsConnection>Finding members needs a connection.</NeedsConnection>
      {refusal && <Refusal error={refusal} />}
      <Field label="Username or e-mail" errors={validation.who}>
        <TextInput name="who" autoComplete="off" autoCapitalize="none" autoCorrect="off" spellCheck={false} required />
      </Field>
      <SubmitButton label="Find" busy={busy} compact />
    </form>
  );
}
