import type { WireError } from '#contract/envelope.ts';
import { Button } from './button.tsx';
import styles from './entry-rows.module.css';
import { Note } from './note.tsx';

interface FailureNoteProps {
  error: Pick<WireError, 'message'>;
  again: () => void;
  busy?: boolean;
}

/** Why something failed, with a button to try it again. */
export function FailureNote({ error, again, busy }: FailureNoteProps) {
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
