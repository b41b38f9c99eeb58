import type { Login } from '#contract/accounts.ts';
import { t } from '#contract/texts.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { restoreAndSignIn } from '#src/session/sign-in.ts';
import { Button } from '#src/ui/button.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { useValue } from '#src/ui/use-value.ts';

interface RestoreButtonProps {
  /** Credentials of the refused login. */
  credentials: Login;
  busy: boolean;
}

/** Restores a deleted account and logs in. */
export function RestoreButton({ credentials, busy }: RestoreButtonProps) {
  const isOffline = useValue(signalAtom) === 'none';
  const restore = async () => {
    await restoreAndSignIn(credentials);
    showToast({ text: t`Your account is back, with everything in it.` });
  };
  return (
    <Button
      look="quiet"
      small
      busy={busy}
      aria-disabled={isOffline || undefined}
      onClick={() => void restore().catch(ignoreApiFailure)}
    >
      {isOffline ? t`Needs a connection` : t`Restore my account`}
    </Button>
  );
}
