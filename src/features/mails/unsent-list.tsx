import { useState } from 'react';
import type { Id } from '#contract/ids.ts';
import type { MailFailure, MailItem, UnsentState } from '#contract/mails.ts';
import { many, t } from '#contract/texts.ts';
import { complain } from '#src/forms/complain.ts';
import { Ago } from '#src/ui/ago.tsx';
import { Button } from '#src/ui/button.tsx';
import { clockTime } from '#src/ui/clock-time.ts';
import { useDisplayPreferences } from '#src/ui/display-preferences.ts';
import { Rows } from '#src/ui/rows.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { sendAgain } from './mails.actions.ts';

/** Why a mail could not be sent, in a sentence. */
const failureText: Readonly<Record<MailFailure, string>> = {
  unreachable: t`The mail server can’t be reached.`,
  silent: t`The mail server didn’t answer in time.`,
  unsafe: t`There is no safe connection to the mail server.`,
  login: t`The mail server refuses the user or the password of MAIL_URL.`,
  later: t`The mail server asks to try again later.`,
  sender: t`The mail server refuses the sender’s address.`,
  recipient: t`The mail server refuses the recipient’s address.`,
  content: t`The mail server refuses the mail.`,
  file: t`The mail can’t be written to a file.`,
  other: t`The mail can’t be sent.`,
};

/** Says how an attempt went. */
function tellResult({ state, attempts, failure }: MailItem): void {
  if (state === 'sent') showToast({ text: t`Sent.` });
  else if (attempts > 0 && failure) showToast({ text: t`Not sent. ${failureText[failure.reason]}`, alert: true });
  else showToast({ text: t`It is being sent. Look again in a minute.` });
}

function About({ to, writtenAt, attempts, nextAt }: MailItem) {
  const preferences = useDisplayPreferences();
  const parts = [
    t`To ${to}`,
    ...(attempts > 0 ? [many(attempts)`tried once|tried # times`] : []),
    ...(nextAt ? [t`next try at ${clockTime(new Date(nextAt), preferences)}`] : []),
  ];
  return (
    <>
      <span>{`${parts.join(' · ')}${writtenAt ? ' ·' : ''}`}</span>{' '}
      {writtenAt && (
        <span>
          written <Ago time={writtenAt} inside />
        </span>
      )}
    </>
  );
}

function Failure({ failure, expired }: MailItem) {
  return (
    <>
      {expired && <span>Not sent any more: its link has expired. A new one can be asked for.</span>}{' '}
      {failure && (
        <>
          <span>{failureText[failure.reason]}</span>{' '}
          <q lang="en" dir="auto">
            {failure.answer}
          </q>{' '}
          <span>
            (<Ago time={failure.at} inside />)
          </span>
        </>
      )}
    </>
  );
}

interface UnsentListProps {
  userId: Id;
  state: UnsentState;
  mails: readonly MailItem[];
  /** Called after a mail was tried again. */
  onTried: () => void;
}

/** Unsent mails of a state, each with its reason and a button that sends it again. */
export function UnsentList({ userId, state, mails, onTried }: UnsentListProps) {
  const [busy, setBusy] = useState<string | null>(null);
  const isWaiting = state === 'waiting';
  if (mails.length === 0) return <p className="quiet">{isWaiting ? t`No mail waits.` : t`No mail was given up.`}</p>;
  const again = async (id: string) => {
    setBusy(id);
    try {
      tellResult(await sendAgain(userId, id));
    } catch (cause) {
      complain(cause);
    } finally {
      setBusy(null);
      onTried();
    }
  };
  return (
    <Rows
      rows={mails.map((mail) => ({
        key: mail.id,
        name: mail.when ?? t`A mail of an earlier version.`,
        about: <About {...mail} />,
        failure: (mail.failure || mail.expired) && <Failure {...mail} />,
        detail: mail.expired ? undefined : (
          <Button look="quiet" small busy={busy === mail.id} onClick={() => void again(mail.id)}>
            {isWaiting ? t`Try now` : t`Send again`}
          </Button>
        ),
      }))}
    />
  );
}
