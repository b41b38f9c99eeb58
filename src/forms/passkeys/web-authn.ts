import {
  sendSignal,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser';
import type { Reply } from '#contract/endpoint.ts';
import type { Assertion, Attestation, beginPasskey, beginPasskeyLogin } from '#contract/passkeys.ts';
import { t } from '#contract/texts.ts';
import { ApiFailure } from '#src/lib/failure.ts';

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

const isAborted = (cause: unknown) => cause instanceof WebAuthnError && cause.code === 'ERROR_CEREMONY_ABORTED';

const sentences: Partial<Record<string, string>> = {
  // Browsers don't tell apart a person who cancels, one who waits too long, and a device that has no passkey.
  NotAllowedError: t`No passkey was used. Try again, or use another way.`,
  InvalidStateError: t`This device has a passkey of your account already.`,
  SecurityError: t`Passkeys don't work at this address of the site.`,
  NotSupportedError: t`This device can't make a passkey. Turn on its screen lock, or use another device.`,
  ConstraintError: t`This device can't make a passkey. Turn on its screen lock, or use another device.`,
};

/** Explains why the browser used no passkey. A request that we have stopped ourselves becomes an AbortError. */
function failureBy(cause: unknown): Error {
  if (isAborted(cause)) return new DOMException('', 'AbortError');
  const reason = cause instanceof WebAuthnError ? cause.cause : cause;
  const name = reason instanceof Error ? reason.name : '';
  const message = sentences[name] ?? t`Your browser couldn't use a passkey. Try again, or use another way.`;
  return new ApiFailure('refused', { code: 'passkey.none', message, cause });
}

/** Has the browser create a passkey. @throws ApiFailure */
export async function createPasskey(options: Reply<typeof beginPasskey>): Promise<Attestation> {
  try {
    return await startRegistration({ optionsJSON: options as unknown as CreationOptions });
  } catch (cause) {
    throw failureBy(cause);
  }
}

/**
 * Has the browser use a passkey.
 * @param offer passkeys are only offered, in the field whose `autocomplete` ends with `webauthn`, until this aborts
 * @throws ApiFailure, AbortError if another request has replaced this one
 */
export async function askForPasskey(options: Reply<typeof beginPasskeyLogin>, offer?: AbortSignal): Promise<Assertion> {
  const optionsJSON = options as unknown as RequestOptions;
  const stop = () => WebAuthnAbortService.cancelCeremony();
  offer?.throwIfAborted();
  offer?.addEventListener('abort', stop);
  try {
    return await startAuthentication({ optionsJSON, useBrowserAutofill: offer !== undefined });
  } catch (cause) {
    throw failureBy(cause);
  } finally {
    // From now on it would stop another request.
    offer?.removeEventListener('abort', stop);
  }
}

/** Tells the browser that a passkey is void, so that it is not offered again. Few browsers can forget one. */
export function forgetPasskey(credentialID: string, rpID = location.hostname): void {
  void sendSignal({ signalName: 'unknownCredential', rpID, credentialID }).catch(() => undefined);
}
