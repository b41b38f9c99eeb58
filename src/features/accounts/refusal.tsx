import { type ReactNode, useEffect, useState } from 'react';
import { forgotPasswordPage, sendConfirmationPage } from '#contract/pages.ts';
import type { ApiFailure } from '#src/ground/failure.ts';
import { Button } from '#src/ui/button.tsx';
import { counted, dayOf } from '#src/ui/format.ts';
import { Note } from '#src/ui/note.tsx';

const waitWords = (seconds: number) =>
  seconds > 60 ? counted(Math.ceil(seconds / 60), 'minute') : counted(seconds, 'second');

/** Counts down the time that a refusal asks for. */
function Wait({ seconds, orElse }: { seconds: number; orElse: string }) {
  const [until] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.ceil((until - now) / 1000);
  return left > 0 ? (
    <>
      Too many attempts. Try again in {waitWords(left)}
      {orElse}.
    </>
  ) : (
    <>You can try again now.</>
  );
}

/** When a deleted account went and will be erased, as the viewer writes days. */
function deletedWords({ message, details: { deletedAt, until } }: ApiFailure): string {
  if (typeof deletedAt !== 'string' || typeof until !== 'string') return message;
  const [gone, erased] = [deletedAt, until].map((time) => dayOf(new Date(time), new Date()));
  return `You deleted this account on ${gone}. It will be erased on ${erased}.`;
}

interface RefusalProps {
  failure: ApiFailure;
  /** The button that brings a deleted account back, where that can be done. */
  restore?: ReactNode;
}

/** Why the site refused, and what can be done about it. */
export function Refusal({ failure, restore }: RefusalProps) {
  const { retryAfter, email } = failure.details;
  const ways: Record<string, ReactNode> = {
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
  };
  const locked = failure.code === 'LockedOut';
  return (
    <Note state="failed" role="alert" action={failure.code ? ways[failure.code] : undefined}>
      {typeof retryAfter === 'number' ? (
        <Wait key={retryAfter} seconds={retryAfter} orElse={locked ? ', or reset your password' : ''} />
      ) : failure.code === 'Deleted' ? (
        deletedWords(failure)
      ) : (
        failure.message
      )}
    </Note>
  );
}
