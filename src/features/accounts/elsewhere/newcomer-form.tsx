import { useState } from 'react';
import { newId } from '#contract/ids.ts';
import { JoinByOpenId, joinByOpenId, type Newcomer } from '#contract/openid.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { PasswordInput } from '#src/forms/password-input.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Field } from '#src/ui/field.tsx';
import type { JoinPart } from '../join-form.tsx';
import { passwordHint } from '../password-hint.ts';
import { AnswerField, EmailField, Terms, UsernameField } from '../signup-fields.tsx';
import { type JoinedElsewhere, joinElsewhere } from './elsewhere.actions.ts';

interface NewcomerFormProps extends JoinPart {
  /** What began the log-in at the other site. */
  flow: string;
  newcomer: Newcomer;
  done: (outcome: JoinedElsewhere) => void;
}

/** Sign-up form of somebody whom another site has named. It asks for what that site has not said. */
export function NewcomerForm({ flow, newcomer, question, invitation, done }: NewcomerFormProps) {
  const { provider, username, email } = newcomer;
  // Each attempt uses the same id, so that a lost answer creates no second account.
  const [id] = useState(newId);
  const collect = (fields: FormData) => ({
    flow,
    id,
    username: String(fields.get('username')),
    ...(email === null && { email: String(fields.get('email')), password: String(fields.get('password')) }),
    terms: (fields.get('terms') === 'on') as true,
    answer: String(fields.get('answer') ?? ''),
    ...(invitation && { invitation }),
  });
  const { form, busy, validation, error } = useForm(joinByOpenId.action, JoinByOpenId, collect, async (member) =>
    done(await joinElsewhere(member)),
  );
  return (
    <form {...form} className={styles.form}>
      <NeedsConnection>Signing up needs a connection.</NeedsConnection>
      {error && <Refusal error={error} />}
      <p>
        {email === null
          ? t`You have no account here yet. ${provider} hasn't told us an e-mail that it has checked, so we mail you a link.`
          : t`You have no account here yet. From now on, your account at ${provider} logs you in, and your mail goes to ${email}.`}
      </p>
      <UsernameField errors={validation.username} initial={username} />
      {email === null && (
        <>
          <EmailField errors={validation.email} isApplicant={question !== undefined} />
          <Field label="Password" hint={passwordHint()} errors={validation.password}>
            <PasswordInput autoComplete="new-password" />
          </Field>
        </>
      )}
      {question !== undefined && <AnswerField question={question} errors={validation.answer} />}
      <Terms errors={validation.terms} />
      <SubmitButton label="Sign Up" busy={busy} />
    </form>
  );
}
