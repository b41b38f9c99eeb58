import * as v from 'valibot';
import { t } from '#contract/texts.ts';
import { LoginResult } from './accounts.ts';
import { atMost } from './bounds.ts';
import { endpoint } from './endpoint.ts';
import { defineProblems } from './problems.ts';
import { requiredName } from './text.ts';

const passkeyProblems = defineProblems({
  /** The account that it belonged to has removed it, or is gone. Browsers may forget it. */
  'passkey.unknown': { status: 403, message: t`This passkey is no longer valid here. Log in another way.` },
  'passkey.refused': { status: 403, message: t`We couldn't check this passkey. Try again, or use another way.` },
  'passkey.late': { status: 410, message: t`That took too long. Try again.` },
  'passkey.copied': {
    status: 403,
    message: t`This passkey may have been copied, so we refused it. Log in another way, then remove it and add a new one.`,
  },
  'passkey.full': { status: 409, message: t`You have as many passkeys as an account can have. Remove one first.` },
  'passkey.exists': { status: 409, message: t`This passkey belongs to an account already.` },
  'passkey.last': { status: 409, message: t`You need this passkey to log in. Choose a password first.` },
});
declare module './problems.ts' {
  interface FeatureProblems {
    passkey: typeof passkeyProblems;
  }
}

/** Passkeys of an account. */
export const maxPasskeys = 10;
/** Minutes for which a browser can answer a challenge. */
export const challengeMinutes = 5;

const maxName = 50;
export const PasskeyName = v.object({
  name: requiredName(
    maxName,
    t`Name the passkey, such as the device that has it.`,
    () => t`Keep the name under ${maxName} characters.`,
  ),
});
export type PasskeyName = v.InferOutput<typeof PasskeyName>;

/** Bytes in base64url, at most `max` of them. */
const bytes = (max: number) => {
  const digits = Math.ceil((max * 4) / 3);
  return v.pipe(atMost(v.string(), digits), v.regex(/^[\w-]+$/));
};
const short = atMost(v.string(), 40);
/** Credential ids have at most 1023 bytes (WebAuthn, 6.5.1). */
const CredentialId = bytes(1023);
const ClientData = bytes(4096);

/** A new credential, as `navigator.credentials.create()` returns it (WebAuthn, RegistrationResponseJSON). */
export const Attestation = v.object({
  id: CredentialId,
  response: v.object({
    clientDataJSON: ClientData,
    attestationObject: bytes(16_384),
    transports: v.optional(atMost(v.array(short), 10)),
  }),
});
export type Attestation = v.InferOutput<typeof Attestation>;

/** A use of a credential, as `navigator.credentials.get()` returns it (WebAuthn, AuthenticationResponseJSON). */
export const Assertion = v.object({
  id: CredentialId,
  response: v.object({
    clientDataJSON: ClientData,
    authenticatorData: bytes(4096),
    signature: bytes(4096),
    userHandle: v.optional(bytes(64)),
  }),
});
export type Assertion = v.InferOutput<typeof Assertion>;

const Credential = v.object({
  id: v.string(),
  type: v.literal('public-key'),
  transports: v.optional(v.array(v.string())),
});

/** The options by which a browser creates a passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
const CreationOptions = v.looseObject({ challenge: v.string(), excludeCredentials: v.array(Credential) });
/** The options by which a browser uses a passkey (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
const RequestOptions = v.looseObject({
  challenge: v.string(),
  rpId: v.string(),
  allowCredentials: v.optional(v.array(Credential)),
});

/** A passkey of the member. Times are in ISO 8601. */
export const Passkey = v.object({
  id: v.string(),
  name: v.string(),
  addedAt: v.string(),
  lastUsedAt: v.nullable(v.string()),
});
export type Passkey = v.InferOutput<typeof Passkey>;

export const AddPasskey = v.object({ ...PasskeyName.entries, credential: Attestation });
export type AddPasskey = v.InferOutput<typeof AddPasskey>;
/** A log-in by a passkey. */
const Use = v.object({ credential: Assertion });

/** Lists the member's passkeys, the first one first. */
export const listPasskeys = endpoint('GET', '/user/passkeys', { reply: v.array(Passkey), private: true });
/** Returns what the browser needs to create a passkey. */
export const beginPasskey = endpoint('POST', '/user/passkeys/begin', { reply: CreationOptions, private: true });
/** Adds a passkey that the browser has created. */
export const addPasskey = endpoint('POST', '/user/passkeys', {
  action: 'AddPasskey',
  body: AddPasskey,
  reply: Passkey,
  private: true,
});
export const renamePasskey = endpoint('PUT', '/user/passkeys/:passkeyId', {
  action: 'RenamePasskey',
  body: PasskeyName,
  reply: v.null(),
  private: true,
});
/** Removes a passkey; succeeds when it is gone already. */
export const removePasskey = endpoint('DELETE', '/user/passkeys/:passkeyId', {
  action: 'RemovePasskey',
  reply: v.null(),
  private: true,
});

/** Returns what the browser needs to log in. It is the same for everybody, but for the challenge. */
export const beginPasskeyLogin = endpoint('POST', '/account/passkey/begin', { reply: RequestOptions });
export const loginWithPasskey = endpoint('POST', '/account/passkey', {
  action: 'LoginWithPasskey',
  body: Use,
  reply: LoginResult,
});
/** Logs in to a deleted account by a passkey and restores its content. */
export const restoreWithPasskey = endpoint('POST', '/account/passkey/restore', {
  body: Use,
  reply: LoginResult,
});
/** Returns what the browser needs to prove that the member sits at a signed-in device. */
export const beginPasskeyProof = endpoint('POST', '/user/proof/passkey', { reply: RequestOptions, private: true });
