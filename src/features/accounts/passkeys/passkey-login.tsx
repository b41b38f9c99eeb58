import { useEffect } from 'react';
import { loginWithPasskey, restoreWithPasskey } from '#contract/passkeys.ts';
import { t } from '#contract/texts.ts';
import { forgetResult } from '#src/actions/run-action.ts';
import { useResult } from '#src/actions/use-result.ts';
import { usePasskeySupport } from '#src/forms/passkeys/passkey-support.ts';
import { Refusal } from '#src/forms/refusal.tsx';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { isUnderWay } from '#src/lib/result.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { RestoreButton } from '../restore-button.tsx';
import { offerPasskeys } from './offer-passkeys.ts';
import { enterWithPasskey } from './passkeys.actions.ts';

interface PasskeyLoginProps {
  /** Whether passkeys are also offered in the page's name field. */
  inField?: boolean;
  onDone?: () => void;
}

/** Logs in with a passkey; nothing where the browser can't use them. */
export function PasskeyLogin({ inField = false, onDone }: PasskeyLoginProps) {
  const isSupported = usePasskeySupport();
  const isOffline = useValue(signalAtom) === 'none';
  const entered = useResult(loginWithPasskey.action);
  const restored = useResult(restoreWithPasskey.action);
  const busy = isUnderWay(entered) || isUnderWay(restored);
  const isOffering = inField && isSupported && !isOffline && !busy;
  useEffect(() => (isOffering ? offerPasskeys() : undefined), [isOffering]);
  if (!isSupported) return null;
  const enter = () => {
    forgetResult(restoreWithPasskey.action);
    void enterWithPasskey(loginWithPasskey).then(onDone, ignoreApiFailure);
  };
  const error = restored.error ?? entered.error;
  const restore = <RestoreButton restore={() => enterWithPasskey(restoreWithPasskey)} busy={isUnderWay(restored)} />;
  return (
    <>
      {error && <Refusal error={error} restore={restore} />}
      <Button look="quiet" busy={busy} aria-disabled={isOffline || undefined} onClick={enter}>
        {isOffline ? t`Needs a connection` : t`Log in with a passkey`}
      </Button>
    </>
  );
}
