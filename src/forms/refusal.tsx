import { useEffect, useState } from 'react';
import type { WireError } from '#contract/envelope.ts';
import { contactPage, forgotPasswordPage, sendConfirmationPage } from '#contract/pages.ts';
import { Button } from '#src/ui/button.tsx';
import { type DisplayPreferences, useDisplayPreferences } from '#src/ui/display-preferences.ts';
import type { Elements } from '#src/ui/elements.ts';
import { counted, dayOf } from '#src/ui/format.ts';
import { Note } from '#src/ui/note.tsx';

const waitText = (seconds: number) =>
  seconds > 60 ? counted(Math.ceil(seconds / 60), 'minute') : counted(seconds, 'second');

/** Counts down the seconds until the next attempt. */
function Wait({ seconds, orElse }: { seconds: number; orElse: string }) {
  const [until] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.ceil((until - now) / 1000);
  return left > 0 ? (
    <span>{`Too many attempts. Try again in ${waitText(left)}${orElse}.`}</span>
  ) : (
    <span>You can try again now.</span>
  );
}

/** Returns the message of a refusal, with dates in the viewer's format. */
function textOf(
  { code, message, details: { deletedAt, until, reason } = {} }: WireError,
  preferences: DisplayPreferences,
): string {
  const [gone, end] = [deletedAt, until].map(
    (time) => typeof time === 'string' && dayOf(new Date(time), new Date(), preferences),
  );
  if (code === 'Deleted' && gone && end) return `You deleted this account on ${gone}. It will be erased on ${end}.`;
  if (code !== 'Suspended' || !end) return message;
  const because = typeof reason === 'string' && reason ? ` Reason: ${reason.replace(/\.$/, '')}.` : '';
  return `Your account is suspended until ${end}.${because}`;
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
  };
  const preferences = useDisplayPreferences();
  const locked = code === 'LockedOut';
  return (
    <Note state="failed" role="alert" action={ways[code]}>
      {typeof retryAfter === 'number' ? (
        <Wait key={retryAfter} seconds={retryAfter} orElse={locked ? ', or reset your password' : ''} />
      ) : (
        textOf(error, preferences)
      )}
    </Note>
  );
}
