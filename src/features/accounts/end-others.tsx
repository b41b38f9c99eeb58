import { useState } from 'react';
import { many } from '#contract/texts.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

interface EndOthersProps {
  /** Number of other devices that are signed in. */
  count: number;
  busy: boolean;
  onEnd: () => void;
}

/** Signs out all other devices after a confirmation. */
export function EndOthers({ count, busy, onEnd }: EndOthersProps) {
  const [asking, setAsking] = useState(false);
  const sure = (
    <>
      <Button look="quiet" onClick={() => setAsking(false)}>
        Back
      </Button>
      <Button
        look="danger"
        onClick={() => {
          setAsking(false);
          onEnd();
        }}
      >
        {many(count)`Sign out # other device|Sign out # other devices`}
      </Button>
    </>
  );
  return (
    <>
      <Button look="quiet" busy={busy} onClick={() => setAsking(true)}>
        Sign out all others
      </Button>
      {asking && (
        <Dialog
          title={many(count)`Sign out # other device?|Sign out # other devices?`}
          alert
          actions={sure}
          onClose={() => setAsking(false)}
        >
          <p>
            {many(
              count,
            )`You need to log in again on it. Anything unsent waits there.|You need to log in again on them. Anything unsent waits there.`}
          </p>
          <p>Your tokens for programs end, too.</p>
        </Dialog>
      )}
    </>
  );
}
