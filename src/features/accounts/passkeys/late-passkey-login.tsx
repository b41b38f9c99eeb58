import { useEffect, useState } from 'react';
import { t } from '#contract/texts.ts';
import { usePasskeySupport } from '#src/forms/passkeys/passkey-support.ts';
import { retryImport } from '#src/lib/retry-import.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { useValue } from '#src/ui/use-value.ts';
import type { PasskeyLogin } from './passkey-login.tsx';

/** The log-in by a passkey, where the browser has them. Its code is not kept on devices: it needs a connection anyway. */
export function LatePasskeyLogin() {
  const [Part, setPart] = useState<typeof PasskeyLogin | null>(null);
  const isSupported = usePasskeySupport();
  const isOffline = useValue(signalAtom) === 'none';
  useEffect(() => {
    if (isSupported)
      void retryImport(
        () => import('./passkey-login.tsx'),
        (it) => setPart(() => it.PasskeyLogin),
      );
  }, [isSupported]);
  if (Part) return <Part />;
  if (!isSupported) return null;
  return (
    <Button look="quiet" disabled>
      {isOffline ? t`Needs a connection` : t`Use a passkey`}
    </Button>
  );
}
