import type { ApiFailure } from '#src/ground/failure.ts';
import { Button } from '#src/ui/button.tsx';
import { Note } from '#src/ui/note.tsx';
import styles from './session-list.module.css';

/** Why a device could not be signed out, or the devices not be listed. */
export function EndingFailed({ failure, again, busy }: { failure: ApiFailure; again: () => void; busy?: boolean }) {
  const retry = (
    <Button look="quiet" small busy={busy} onClick={again}>
      Retry
    </Button>
  );
  return (
    <div className={styles.refusal}>
      <Note state="failed" role="alert" action={retry}>
        {failure.message}
      </Note>
    </div>
  );
}
