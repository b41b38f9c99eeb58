import { useState } from 'react';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { counted } from '#src/ui/format.ts';

interface EndOthersProps {
  /** Number of other devices that are signed in. */
  count: number;
  busy: boolean;
  onEnd: () => void;
}

/** Signs out all other devices after a confirmation. */
export function EndOthers({ count, busy, onEnd }: EndOthersProps) {
  const [asking, setAsking] = useState(false);
  const others = counted(count, 'other device');
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
        {`Sign out ${others}`}
      </Button>
    </>
  );
  return (
    <>
      <Button look="quiet" busy={busy} onClick={() => setAsking(true)}>
        Sign out all others
      </Button>
      {asking && (
        <Dialog title={`Sign out ${others}?`} alert actions={sure} onClose={() => setAsking(false)}>
          <p>{`You need to log in again on ${count === 1 ? 'it' : 'them'}. Anything unsent waits there.`}</p>
        </Dialog>
      )}
    </>
  );
}
