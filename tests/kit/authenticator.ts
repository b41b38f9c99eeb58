import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { Assertion, Attestation } from '#contract/passkeys.ts';

type Options = { challenge: string };
type Key = { id: string; secret: KeyObject; handle: string; counter: number };

/** What a forged answer says instead of the truth. */
type Lies = {
  origin?: string;
  rpId?: string;
  type?: string;
  /** Flags of the authenticator data: 1 present, 4 verified, 64 with a new credential. */
  flags?: number;
  counter?: number;
  id?: string;
  handle?: string;
  signature?: string;
  /** The attestation's format and statement. */
  statement?: [string, Map<string, unknown>];
};

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** A browser with an authenticator in software (WebAuthn, ES256), which can also lie. */
export class TestAuthenticator {
  readonly #origin: string;
  /** Its passkeys, the newest one last. */
  readonly keys: Key[] = [];
  /** Whether it counts its signatures. */
  counts = true;

  constructor(origin = 'http://localhost') {
    this.#origin = origin;
  }

  #clientData({ challenge }: Options, kind: string, { type = kind, origin = this.#origin }: Lies): string {
    return base64url(Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })));
  }

  #authData(flags: number, counter: number, lies: Lies): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(lies.flags ?? flags, 0);
    head.writeUInt32BE(lies.counter ?? counter, 1);
    return Buffer.concat([sha256(lies.rpId ?? new URL(this.#origin).hostname), head]);
  }

  /** Creates a passkey. */
  create(options: Options & { user?: unknown }, lies: Lies = {}): Attestation {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const id = lies.id ?? base64url(randomBytes(32));
    const counter = this.counts ? 1 : 0;
    const handle = (options.user as { id: string }).id;
    this.keys.push({ id, secret: privateKey, handle, counter });
    const cose = new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]);
    const idBytes = Buffer.from(id, 'base64url');
    const idLength = Buffer.alloc(2);
    idLength.writeUInt16BE(idBytes.length);
    const [aaguid, key] = [Buffer.alloc(16), isoCBOR.encode(cose)];
    const authData = Buffer.concat([this.#authData(1 | 4 | 64, counter, lies), aaguid, idLength, idBytes, key]);
    const [format, statement] = lies.statement ?? ['none', new Map<string, unknown>()];
    const attestation = new Map<string, unknown>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', Uint8Array.from(authData)],
    ]);
    const clientDataJSON = this.#clientData(options, 'webauthn.create', lies);
    const attestationObject = base64url(isoCBOR.encode(attestation as never));
    return { id, response: { clientDataJSON, attestationObject, transports: ['internal'] } };
  }

  /** Uses its newest passkey. */
  use(options: Options, lies: Lies = {}): Assertion {
    const key = this.keys.at(-1);
    if (!key) throw new Error('It has no passkey.');
    if (this.counts) key.counter += 1;
    const authData = this.#authData(1 | 4, key.counter, lies);
    const clientDataJSON = this.#clientData(options, 'webauthn.get', lies);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = lies.signature ?? base64url(sign('sha256', signed, key.secret));
    const userHandle = lies.handle ?? key.handle;
    const response = { clientDataJSON, authenticatorData: base64url(authData), signature, userHandle };
    return { id: lies.id ?? key.id, response };
  }
}
