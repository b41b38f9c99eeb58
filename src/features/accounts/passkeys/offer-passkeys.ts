import { challengeMinutes, loginWithPasskey } from '#contract/passkeys.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { enterWithPasskey } from './passkeys.actions.ts';

/** A challenge is replaced a minute before it expires. */
const renewMs = (challengeMinutes - 1) * 60_000;

const visible = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      document.removeEventListener('visibilitychange', look);
      resolve();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });

/** Waits until a passkey was used, was refused, or the offer has ended. */
const offerOnce = (signal: AbortSignal): Promise<void> =>
  enterWithPasskey(loginWithPasskey, signal).catch((cause: unknown) => {
    const isAborted = cause instanceof DOMException && cause.name === 'AbortError';
    // A refusal is shown beside the button. Everything else only means that none is offered.
    if (!isAborted && !(cause instanceof ApiFailure)) throw cause;
  });

/**
 * Offers passkeys in the name field, where the browser can.
 * @returns the function that stops it
 */
export function offerPasskeys(): () => void {
  const stopped = new AbortController();
  const offer = async () => {
    if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
    let isExpired = true;
    while (isExpired) {
      await visible();
      if (stopped.signal.aborted) return;
      const once = new AbortController();
      const stop = () => once.abort();
      stopped.signal.addEventListener('abort', stop);
      isExpired = false;
      const timer = setTimeout(() => {
        isExpired = true;
        stop();
      }, renewMs);
      await offerOnce(once.signal);
      clearTimeout(timer);
    }
  };
  void offer();
  return () => stopped.abort();
}
