import { type ReactNode, useEffect, useState } from 'react';
import { forgotPasswordPage, sendConfirmationPage } from '#contract/pages.ts';
import type { ApiFailure } from '#src/ground/failure.ts';
import { Button } from '#src/ui/button.tsx';
import { counted } from '#src/ui/format.ts';
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

/** Why the site refused, and what can be done about it. */
export function Refusal({ failure }: { failure: ApiFailure }) {
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
  };
  const locked = failure.code === 'LockedOut';
  return (
    <Note state="failed" role="alert" action={failure.code ? ways[failure.code] : undefined}>
      {typeof retryAfter === 'number' ? (
        <Wait key={retryAfter} seconds={retryAfter} orElse={locked ? ', or reset your password' : ''} />
      ) : (
        failure.message
      )}
    </Note>
  );
}
