import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { ByAddress } from '#contract/accounts.ts';
import { t } from '#contract/texts.ts';
import styles from '#src/forms/form.module.css';
import { NeedsConnection } from '#src/forms/needs-connection.tsx';
import { Refusal } from '#src/forms/refusal.tsx';
import { SubmitButton } from '#src/forms/submit-button.tsx';
import { useForm } from '#src/forms/use-form.ts';
import { Button } from '#src/ui/button.tsx';
import type { Elements } from '#src/ui/elements.ts';
import { MailboxLink } from './mailbox-link.tsx';
import { sentTo } from './sent-to.ts';

interface ResendProps {
  action: 'ForgotPassword' | 'ResendConfirmationEmail';
  email: string;
  send: (email: string) => Promise<void>;
}

/** Sends the same link again. */
function Resend({ action, email, send }: ResendProps) {
  const [isSent, setSent] = useState(false);
  const { form, busy, validation, error } = useForm(
    action,
    ByAddress,
    () => ({ email }),
    async (input) => {
      setSent(false);
      await send(input.email);
      setSent(true);
    },
  );
  return (
    <form {...form} className={styles.form}>
      <NeedsConnection>Sending the link again needs a connection.</NeedsConnection>
      {error && <Refusal error={error} />}
      {validation.email && <Refusal error={{ code: 'invalid', message: validation.email.join(' ') }} />}
      <div className="stack">
        <SubmitButton label="Resend" busy={busy} />
        <p className="quiet small" role="status">
          {isSent ? t`Sent again. Look in spam, too.` : t`Nothing after a minute? Look in spam first.`}
        </p>
      </div>
    </form>
  );
}

interface CheckMailProps extends Omit<ResendProps, 'email'> {
  /** The sentence about the mail, for an address; after a direct visit that is `your address`. */
  sentence: (email: Elements) => Elements;
  /** Page that asks for another address. */
  fresh: string;
}

/** Says that a link is in the mail, and sends it again. */
export function CheckMail({ sentence, fresh, ...resend }: CheckMailProps) {
  const email = sentTo(useLocation().state);
  if (!email)
    return (
      <>
        <p>{sentence(<span>your address</span>)}</p>
        <p>
          <Button to={fresh}>Send a new link</Button>
        </p>
      </>
    );
  return (
    <>
      <p>{sentence(<strong>{email}</strong>)}</p>
      <Resend {...resend} email={email} />
      <p className="row">
        <Link className="small" to={fresh} state={{ email }}>
          Use another address
        </Link>
        <MailboxLink />
      </p>
    </>
  );
}
