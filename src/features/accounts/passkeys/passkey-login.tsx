import { useEffect } from 'react';
import { loginWithPasskey, restoreWithPasskey } from '#contract/passkeys.ts';
import { t } from '#contract/texts.ts';
import { forgetResult } from '#src/actions/run-action.ts';
import { useResult } from '#src/actions/use-result.ts';
import { Refusal } from '#src/forms/refusal.tsx';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { isUnderWay } from '#src/lib/result.ts';
import { signalAtom } from '#src/lib/signal.ts';
import { Button } from '#src/ui/button.tsx';
import { useValue } from '#src/ui/use-value.ts';
import { RestoreButton } from '../restore-button.tsx';
import { offerPasskeys } from './offer-passkeys.ts';
import { enterWithPasskey } from './passkeys.actions.ts';

/** Logs in with a passkey, which the name field offers as well. */
export function PasskeyLogin() {
  const isOffline = useValue(signalAtom) === 'none';
  const entered = useResult(loginWithPasskey.action);
  const restored = useResult(restoreWithPasskey.action);
  const busy = isUnderWay(entered) || isUnderWay(restored);
  const isOffering = !isOffline && !busy;
  useEffect(() => (isOffering ? offerPasskeys() : undefined), [isOffering]);
  const enter = () => {
    forgetResult(restoreWithPasskey.action);
    void enterWithPasskey(loginWithPasskey).catch(ignoreApiFailure);
  };
  const error = restored.error ?? entered.error;
  const restore = <RestoreButton restore={() => enterWithPasskey(restoreWithPasskey)} busy={isUnderWay(restored)} />;
  return (
    <>
      {error && <Refusal error={error} restore={restore} />}
      <Button look="quiet" busy={busy} aria-disabled={isOffline || undefined} onClick={enter}>
        {isOffline ? t`Needs a connection` : t`Use a passkey`}
      </Button>
    </>
  );
}
