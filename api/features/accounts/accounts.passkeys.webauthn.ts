import type { Log } from '#api/platform/logs.ts';
import type { SiteSettings } from '#api/platform/settings/site-settings.ts';
import type { Assertion, Attestation } from '#contract/passkeys.ts';
import { Problem } from '#contract/problems.ts';
import type { StoredPasskey } from './accounts.passkeys.store.ts';

/** Loads the library at the first passkey: it takes 30 MB, most of them for attestations, which we refuse. */
const library = () => import('@simplewebauthn/server');
const helpers = () => import('@simplewebauthn/server/helpers');

/** COSE algorithms: EdDSA, ES256 and RS256, which every version of Node verifies. */
const algorithms = [-8, -7, -257];

type Challenge = Uint8Array<ArrayBuffer>;
type NewMember = { username: string; handle: string; challenge: Challenge; known: readonly StoredPasskey[] };

interface Deps {
  /** The site's public origin. Passkeys belong to its host. */
  origin: string;
  site: Pick<SiteSettings, 'look'>;
}

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
const described = ({ id, transports }: StoredPasskey) => ({ id, transports, type: 'public-key' as const });

/** Writes what browsers need to create and use passkeys, and verifies what they return. */
export class WebAuthn {
  readonly #origin: string;
  readonly #rpID: string;
  readonly #site: Deps['site'];

  constructor({ origin, site }: Deps) {
    this.#origin = origin;
    this.#rpID = new URL(origin).hostname;
    this.#site = site;
  }

  async creationOptions({ username, handle, challenge, known }: NewMember) {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: this.#site.look.name,
      rpID: this.#rpID,
      userName: username,
      userDisplayName: username,
      userID: bytesOf(handle),
      challenge,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestationType: 'none',
      supportedAlgorithmIDs: algorithms,
    });
    return { ...options, excludeCredentials: known.map(described) };
  }

  /** @param allowed any passkey of this site if missing */
  async requestOptions(challenge: Challenge, allowed?: readonly StoredPasskey[]) {
    const { generateAuthenticationOptions } = await library();
    const options = await generateAuthenticationOptions({
      rpID: this.#rpID,
      challenge,
      userVerification: 'required',
    });
    return { ...options, rpId: this.#rpID, allowCredentials: allowed?.map(described) };
  }

  /** @throws passkey.refused */
  async verifyNew({ id, response }: Attestation, expectedChallenge: string, log: Log) {
    const { verifyRegistrationResponse } = await library();
    const { decodeAttestationObject } = await helpers();
    const verify = async () => {
      const statement = decodeAttestationObject(bytesOf(response.attestationObject));
      // We ask for none. Verifying one could read certificates and lists from addresses that the sender chose.
      const isBare = statement.get('fmt') === 'none' || statement.get('attStmt').get('x5c') === undefined;
      if (!isBare) throw new Error('An attestation that was not asked for');
      const { transports = [], ...rest } = response;
      const { registrationInfo } = await verifyRegistrationResponse({
        response: { ...asCredential(id), response: { ...rest, transports } },
        expectedChallenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      });
      if (registrationInfo?.credential.id !== id) throw new Error('The credential has another id');
      return registrationInfo.credential;
    };
    const { publicKey, counter } = await verify().catch((error: unknown) => refuse(error, log));
    return { publicKey: Buffer.from(publicKey).toString('base64url'), counter };
  }

  /**
   * Verifies a use of a passkey, but not that its counter has grown.
   * @returns the counter
   * @throws passkey.refused
   */
  async verifyUse({ id, response }: Assertion, expectedChallenge: string, passkey: StoredPasskey, log: Log) {
    const { verifyAuthenticationResponse } = await library();
    const { userHandle, ...rest } = response;
    const verify = async () => {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { ...asCredential(id), response: { ...rest, ...(userHandle && { userHandle }) } },
        expectedChallenge,
        expectedOrigin: this.#origin,
        expectedRPID: this.#rpID,
        // The library compares the counters before the signature, when anybody may have written them.
        credential: { id, publicKey: bytesOf(passkey.publicKey), counter: 0 },
        requireUserVerification: true,
      });
      if (!verified) throw new Error('The signature is wrong');
      return authenticationInfo.newCounter;
    };
    return verify().catch((error: unknown) => refuse(error, log));
  }
}

const asCredential = (id: string) => ({
  id,
  rawId: id,
  type: 'public-key' as const,
  clientExtensionResults: {},
});

function refuse(error: unknown, log: Log): never {
  const reason = error instanceof Error ? error.message : String(error);
  log.info({ event: 'passkey.refused', reason: reason.slice(0, 200) }, 'passkey refused');
  throw new Problem('passkey.refused', { cause: error });
}
