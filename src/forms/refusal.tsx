import { useEffect, useState } from 'react';
import type { WireError } from '#contract/envelope.ts';
import { contactPage, forgotPasswordPage, sendConfirmationPage } from '#contract/pages.ts';
import { many, t } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { type DisplayPreferences, useDisplayPreferences } from '#src/ui/display-preferences.ts';
import type { Elements } from '#src/ui/elements.ts';
import { dayOf } from '#src/ui/format.ts';
import { Note } from '#src/ui/note.tsx';

function waitText(seconds: number, canReset: boolean): string {
  if (seconds <= 60)
    return canReset
      ? many(
          seconds,
        )`Too many attempts. Try again in # second, or reset your password.|Too many attempts. Try again in # seconds, or reset your password.`
      : many(seconds)`Too many attempts. Try again in # second.|Too many attempts. Try again in # seconds.`;
  const minutes = Math.ceil(seconds / 60);
  return canReset
    ? many(
        minutes,
      )`Too many attempts. Try again in # minute, or reset your password.|Too many attempts. Try again in # minutes, or reset your password.`
    : many(minutes)`Too many attempts. Try again in # minute.|Too many attempts. Try again in # minutes.`;
}

/** Counts down the seconds until the next attempt. */
function Wait({ seconds, canReset }: { seconds: number; canReset: boolean }) {
  const [until] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.ceil((until - now) / 1000);
  return left > 0 ? <span>{waitText(left, canReset)}</span> : <span>You can try again now.</span>;
}

/** Returns the message of a refusal, with dates in the viewer's format. */
function textOf(
  { code, message, details: { deletedAt, until, reason } = {} }: WireError,
  preferences: DisplayPreferences,
): string {
  const [gone, end] = [deletedAt, until].map(
    (time) => typeof time === 'string' && dayOf(new Date(time), new Date(), preferences),
  );
  if (code === 'Deleted' && gone && end) return t`You deleted this account on ${gone}. It will be erased on ${end}.`;
  if (code !== 'Suspended' || !end) return message;
  const text = t`Your account is suspended until ${end}.`;
  return typeof reason === 'string' && reason ? `${text} ${t`Reason: ${reason.replace(/\.$/, '')}.`}` : text;
}

interface RefusalProps {
  error: WireError;
  /** The button that restores a deleted account, if the form offers one. */
  restore?: Elements;
}

/** Shows why the server refused, and what can be done about it. */
export function Refusal({ error, restore }: RefusalProps) {
  const { code, details: { retryAfter, email } = {} } = error;
  const appeal = (
    <Button look="quiet" small to={contactPage()}>
      Write to us
    </Button>
  );
  const ways: Record<string, Elements> = {
    EmailNotConfirmed: (
      <Button look="quiet" small to={sendConfirmationPage(typeof email === 'string' ? email : undefined)}>
        Send a new link
      </Button>
    ),
    LockedOut: (
      <Button look="quiet" small to={forgotPasswordPage()}>
        Reset password
      </Button>
    ),
    Deleted: restore,
    Suspended: appeal,
    Banned: appeal,
    'join.address': appeal,
    'join.network': appeal,
  };
  const preferences = useDisplayPreferences();
  return (
    <Note state="failed" role="alert" action={ways[code]}>
      {typeof retryAfter === 'number' ? (
        <Wait key={retryAfter} seconds={retryAfter} canReset={code === 'LockedOut'} />
      ) : (
        textOf(error, preferences)
      )}
    </Note>
  );
}
