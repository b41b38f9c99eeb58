import type { Id } from '#contract/ids.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogin,
  listPasskeys,
  type loginWithPasskey,
  type Passkey,
  type PasskeyName,
  removePasskey,
  renamePasskey,
  type restoreWithPasskey,
} from '#contract/passkeys.ts';
import { runAction } from '#src/actions/run-action.ts';
import { loadWebAuthn } from '#src/forms/passkeys/passkey-support.ts';
import { ApiFailure, ignoreApiFailure } from '#src/lib/failure.ts';
import { signInWithPasskey } from '#src/session/sign-in.ts';

/** Fetches the member's passkeys. @throws ApiFailure */
export const ownPasskeys = (as: Id): Promise<Passkey[]> => runAction(listPasskeys, { as });

/** Has the browser create a passkey, and adds it to the account. @throws ApiFailure */
export const addOwnPasskey = (as: Id, { name }: PasskeyName): Promise<Passkey> =>
  runAction(addPasskey.action, async (call) => {
    const { createPasskey } = await loadWebAuthn();
    const credential = await createPasskey(await call(beginPasskey, { as }));
    return call(addPasskey, { as, body: { name, credential } });
  });

/** @throws ApiFailure */
export async function renameOwnPasskey(as: Id, passkeyId: string, body: PasskeyName): Promise<void> {
  await runAction(renamePasskey, { as, params: { passkeyId }, body });
}

/** Removes a passkey from the account, and if possible from this device. @throws ApiFailure */
export async function removeOwnPasskey(as: Id, passkeyId: string): Promise<void> {
  await runAction(removePasskey, { as, params: { passkeyId } });
  await forget(passkeyId);
}

/** Has this device forget a passkey, if it can. */
const forget = (passkeyId: string): Promise<void> =>
  loadWebAuthn().then(({ forgetPasskey }) => forgetPasskey(passkeyId), ignoreApiFailure);

/**
 * Logs in with a passkey.
 * @param endpoint whether a deleted account is restored
 * @param offer passkeys are only offered, in the name field, until one is chosen there or this aborts
 * @throws ApiFailure, AbortError if another request has replaced this one
 */
export async function enterWithPasskey(
  endpoint: typeof loginWithPasskey | typeof restoreWithPasskey,
  offer?: AbortSignal,
): Promise<void> {
  const ask = async () => {
    const { askForPasskey } = await loadWebAuthn();
    return askForPasskey(await runAction(beginPasskeyLogin), offer);
  };
  // Nothing is under way while passkeys are only offered.
  const offered = offer ? await ask() : undefined;
  let used = offered?.id;
  try {
    await signInWithPasskey(endpoint, async () => {
      const credential = offered ?? (await ask());
      used = credential.id;
      return credential;
    });
  } catch (cause) {
    const isUnknown = cause instanceof ApiFailure && cause.code === 'passkey.unknown';
    if (isUnknown && used) await forget(used);
    throw cause;
  }
}
