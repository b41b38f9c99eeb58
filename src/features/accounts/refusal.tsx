import { useEffect, useState } from 'react';
import { sendConfirmationPage } from '#contract/pages.ts';
import type { ApiFailure } from '#src/ground/failure.ts';
import { Button } from '#src/ui/button.tsx';
import { counted } from '#src/ui/format.ts';
import { Note } from '#src/ui/note.tsx';

const waitWords = (seconds: number) =>
  seconds > 60 ? counted(Math.ceil(seconds / 60), 'minute') : counted(seconds, 'second');

/** Counts down the time that a refusal asks for. */
function Wait({ seconds }: { seconds: number }) {
  const [until] = useState(() => Date.now() + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const left = Math.ceil((until - now) / 1000);
  return left > 0 ? <>Too many attempts. Try again in {waitWords(left)}.</> : <>You can try again now.</>;
}

/** Why the site refused, and what can be done about it. */
export function Refusal({ failure }: { failure: ApiFailure }) {
  const { retryAfter, email } = failure.details;
  const confirm = (
    <Button look="quiet" small to={sendConfirmationPage(typeof email === 'string' ? email : undefined)}>
      Send a new link
    </Button>
  );
  return (
    <Note state="failed" role="alert" action={failure.code === 'EmailNotConfirmed' ? confirm : undefined}>
      {typeof retryAfter === 'number' ? <Wait key={retryAfter} seconds={retryAfter} /> : failure.message}
    </Note>
  );
}
