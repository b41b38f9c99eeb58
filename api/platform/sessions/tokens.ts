import { createHmac, timingSafeEqual } from 'node:crypto';
import { type Derived, isSameText, type SigningKeys } from '../signing-keys.ts';

export type AccessClaims = { userId: string; sessionId: string; epoch: number };
export type RefreshClaims = { sessionId: string; generation: number };

/** The header of our access tokens: a JSON Web Token (RFC 7519), signed with HMAC-SHA-256. */
const head = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
const accessShape = /^([\w-]{1,99}\.[\w-]{1,2000})\.([\w-]{43})$/;
/** The key is used as its hex digits, as in every token that is out there. */
const macOf = (key: Buffer, text: string): Buffer => createHmac('sha256', key.toString('hex')).update(text).digest();

/** Writes and reads the two tokens, each with a key of its own. */
export class SessionTokens {
  readonly #refreshKeys: Derived<Buffer>;
  readonly #accessKeys: Derived<Buffer>;

  constructor(keys: SigningKeys) {
    this.#refreshKeys = keys.deriveFor('refresh-v1');
    this.#accessKeys = keys.deriveFor('access-v1');
  }

  /** Writes a refresh token: session id, generation and a MAC over both. */
  refresh(claims: RefreshClaims): string {
    return this.#refreshBy(this.#refreshKeys.signing, claims);
  }

  #refreshBy(key: Buffer, { sessionId, generation }: RefreshClaims): string {
    const text = `${sessionId}.${generation}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  }

  /** Reads a refresh token; null if it is not ours. */
  readRefresh(token: string | undefined): RefreshClaims | null {
    const [, sessionId = '', digits = ''] = /^([a-z0-9]{20,64})\.(\d{1,9})\.[\w-]{43}$/.exec(token ?? '') ?? [];
    const claims = { sessionId, generation: Number(digits) };
    const ours = this.#refreshKeys.all.some((key) => isSameText(token ?? '', this.#refreshBy(key, claims)));
    return sessionId && ours ? claims : null;
  }

  access({ userId, sessionId, epoch }: AccessClaims, expires: Date): string {
    const exp = Math.floor(expires.getTime() / 1000);
    const claims = Buffer.from(JSON.stringify({ sub: userId, sid: sessionId, ep: epoch, exp }));
    const text = `${head}.${claims.toString('base64url')}`;
    return `${text}.${macOf(this.#accessKeys.signing, text).toString('base64url')}`;
  }

  /** Reads an access token; null if it is not ours or has expired. */
  readAccess(token: string | undefined): AccessClaims | null {
    const [, text = '', signature = ''] = accessShape.exec(token ?? '') ?? [];
    if (!text.startsWith(`${head}.`)) return null;
    const got = Buffer.from(signature, 'base64url');
    if (!this.#accessKeys.all.some((key) => timingSafeEqual(macOf(key, text), got))) return null;
    // The signature is valid, so the content is ours.
    const { sub, sid, ep, exp } = JSON.parse(Buffer.from(text.slice(head.length + 1), 'base64url').toString());
    return exp > Math.floor(Date.now() / 1000)
      ? { userId: String(sub), sessionId: String(sid), epoch: Number(ep) }
      : null;
  }
}
