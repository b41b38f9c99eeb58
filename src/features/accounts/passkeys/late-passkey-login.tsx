import { Suspense } from 'react';
import { t } from '#contract/texts.ts';
import { late } from '#src/forms/late.ts';
import { usePasskeySupport } from '#src/forms/passkeys/passkey-support.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { useValue } from '#src/ui/use-value.ts';

const PasskeyLogin = late(() => import('./passkey-login.tsx').then((it) => it.PasskeyLogin));

/** The log-in by a passkey, where the browser has them. */
export function LatePasskeyLogin() {
  const isSupported = usePasskeySupport();
  const isOffline = useValue(signalAtom) === 'none';
  if (!isSupported) return null;
  const loading = (
    <Button look="quiet" disabled>
      {isOffline ? t`Needs a connection` : t`Use a passkey`}
    </Button>
  );
  return (
    <Suspense fallback={loading}>
      <PasskeyLogin />
    </Suspense>
  );
}
