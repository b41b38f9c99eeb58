import { Button } from '#src/ui/button.tsx';
import { Note } from '#src/ui/note.tsx';
import { TrailMark } from '#src/ui/trail-mark.tsx';
import type { UselessLink } from './accounts.actions.ts';

interface LinkTextProps {
  /** Undefined until the server has answered. */
  link: UselessLink | undefined;
  busy: boolean;
  again: () => void;
  /** Page that sends a new link. */
  fresh: string;
}

/** State of a link while it is checked, or when it is unusable. */
export function LinkText({ link, busy, again, fresh }: LinkTextProps) {
  if (!link) {
    return (
      <p role="status">
        <TrailMark state="sending">Checking the link</TrailMark>
      </p>
    );
  }
  return (
    <>
      <Note state="failed" role="alert">
        {link.message}
      </Note>
      <p>
        {link.is === 'invalid' ? (
          <Button to={fresh}>Send a new link</Button>
        ) : (
          <Button busy={busy} onClick={again}>
            Try again
          </Button>
        )}
      </p>
    </>
  );
}
