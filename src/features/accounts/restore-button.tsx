import { t } from '#contract/texts.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { showToast } from '#src/ui/toast-store.ts';
import { useValue } from '#src/ui/use-value.ts';

interface RestoreButtonProps {
  /** Restores the account and logs in. */
  restore: () => Promise<unknown>;
  busy: boolean;
}

/** Restores a deleted account and logs in. */
export function RestoreButton({ restore, busy }: RestoreButtonProps) {
  const isOffline = useValue(signalAtom) === 'none';
  const restoreAndSay = async () => {
    await restore();
    showToast({ text: t`Your account is back, with everything in it.` });
  };
  return (
    <Button
      look="quiet"
      small
      busy={busy}
      aria-disabled={isOffline || undefined}
      onClick={() => void restoreAndSay().catch(ignoreApiFailure)}
    >
      {isOffline ? t`Needs a connection` : t`Restore my account`}
    </Button>
  );
}
