import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from 'node:crypto';
import type { Derived, SigningKeys } from '#api/platform/signing-keys.ts';

/** Order of P-256 (FIPS 186-5). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
/** Push services refuse tokens that are valid for more than 24 hours (RFC 8292, 2). */
const validSeconds = 12 * 3600;

type Pair = { publicKey: string; privateKey: KeyObject };

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Derives the key pair of a secret. 48 bytes make the remainder uniform (RFC 9380, 5). */
function pairOf(secret: string): Pair {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'vapid-v1', 48));
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (order - 1n)) + 1n;
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex'));
  const point = ecdh.getPublicKey();
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').toString('base64url'),
  };
  return { publicKey: point.toString('base64url'), privateKey: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

/**
 * Proves to push services which site sends (VAPID, RFC 8292). The key pairs are derived from the site's secrets: new
 * subscriptions use that of the secret that signs, and older ones go on while their secret is still listed.
 */
export class Vapid {
  readonly #pairs: Derived<Pair>;
  readonly #subject: string;

  /** @param subject how a push service reaches the operator: `mailto:` or `https:` */
  constructor(keys: SigningKeys, subject: string) {
    this.#pairs = keys.derive(pairOf);
    this.#subject = subject;
  }

  /** The public key for new subscriptions, in base64url. */
  get publicKey(): string {
    return this.#pairs.signing.publicKey;
  }

  /** The `Authorization` header for an endpoint; null if the site no longer has the key of the subscription. */
  authorization(endpoint: string, publicKey: string, now: Date): string | null {
    const pair = this.#pairs.all.find((one) => one.publicKey === publicKey);
    if (!pair) return null;
    const expires = Math.floor(now.getTime() / 1000) + validSeconds;
    const claims = { aud: new URL(endpoint).origin, exp: expires, sub: this.#subject };
    const text = `${base64url({ typ: 'JWT', alg: 'ES256' })}.${base64url(claims)}`;
    const signature = sign('sha256', Buffer.from(text), { key: pair.privateKey, dsaEncoding: 'ieee-p1363' });
    return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey}`;
  }
}
