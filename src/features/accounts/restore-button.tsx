import { useState } from 'react';
import type { Login } from '#contract/accounts.ts';
import { ApiFailure } from '#src/ground/failure.ts';
import { signal } from '#src/ground/signal.ts';
import { useValue } from '#src/reading/use-value.ts';
import { restoreAndSignIn } from '#src/session/session.ts';
import { Button } from '#src/ui/button.tsx';
import { showToast } from '#src/ui/toast-store.ts';

interface RestoreButtonProps {
  /** What the log-in was refused with. */
  credentials: Login;
  onFailure: (failure: ApiFailure) => void;
}

/** Brings a deleted account back and logs in. */
export function RestoreButton({ credentials, onFailure }: RestoreButtonProps) {
  const [busy, setBusy] = useState(false);
  const silent = useValue(signal) === 'none';
  const restore = async () => {
    setBusy(true);
    try {
      await restoreAndSignIn(credentials);
      showToast({ words: 'Your account is back, with everything that was in it.' });
    } catch (cause) {
      setBusy(false);
      onFailure(cause instanceof ApiFailure ? cause : new ApiFailure('unexpected', { cause }));
    }
  };
  return (
    <Button look="quiet" small busy={busy} aria-disabled={silent || undefined} onClick={() => void restore()}>
      {silent ? 'Needs a connection' : 'Restore my account'}
    </Button>
  );
}
