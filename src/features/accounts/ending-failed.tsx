import type { WireError } from '#contract/envelope.ts';
import { Button } from '#src/ui/button.tsx';
import { Note } from '#src/ui/note.tsx';
import styles from './session-list.module.css';

interface EndingFailedProps {
  error: Pick<WireError, 'message'>;
  again: () => void;
  busy?: boolean;
}

/** Error after a device could not be signed out, or after the devices could not be listed. */
export function EndingFailed({ error, again, busy }: EndingFailedProps) {
  const retry = (
    <Button look="quiet" small busy={busy} onClick={again}>
      Retry
    </Button>
  );
  return (
    <div className={styles.refusal}>
      <Note state="failed" role="alert" action={retry}>
        {error.message}
      </Note>
    </div>
  );
}
