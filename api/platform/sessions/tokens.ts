import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export type AccessClaims = { userId: string; sessionId: string; epoch: number };
export type RefreshClaims = { sessionId: string; generation: number };

/** The header of our access tokens: a JSON Web Token (RFC 7519), signed with HMAC-SHA-256. */
const head = Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url');
const accessShape = /^([\w-]{1,99}\.[\w-]{1,2000})\.([\w-]{43})$/;
const macOf = (key: string, text: string): Buffer => createHmac('sha256', key).update(text).digest();
const derive = (key: string, purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));

/**
 * Writes and reads the two tokens. The first key signs, every key verifies. HKDF (RFC 5869) derives separate keys for
 * the two.
 */
export class SessionTokens {
  readonly #keys: { refresh: Buffer; access: string }[];

  constructor(keys: readonly string[]) {
    if (keys.length === 0) throw new Error('Sessions need a key.');
    this.#keys = keys.map((key) => ({
      refresh: derive(key, 'refresh-v1'),
      access: derive(key, 'access-v1').toString('hex'),
    }));
  }

  /** Writes a refresh token: session id, generation and a MAC over both. */
  refresh(claims: RefreshClaims): string {
    const [newest] = this.#keys;
    return this.#refreshBy(newest?.refresh ?? Buffer.alloc(0), claims);
  }

  #refreshBy(key: Buffer, { sessionId, generation }: RefreshClaims): string {
    const text = `${sessionId}.${generation}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  }

  /** Reads a refresh token; null if it is not ours. */
  readRefresh(token: string | undefined): RefreshClaims | null {
    const [, sessionId = '', digits = ''] = /^([a-z0-9]{20,64})\.(\d{1,9})\.[\w-]{43}$/.exec(token ?? '') ?? [];
    const claims = { sessionId, generation: Number(digits) };
    const got = Buffer.from(token ?? '');
    const ours = this.#keys.some(({ refresh }) => {
      const wanted = Buffer.from(this.#refreshBy(refresh, claims));
      return wanted.length === got.length && timingSafeEqual(wanted, got);
    });
    return sessionId && ours ? claims : null;
  }

  access({ userId, sessionId, epoch }: AccessClaims, expires: Date): string {
    const exp = Math.floor(expires.getTime() / 1000);
    const claims = Buffer.from(JSON.stringify({ sub: userId, sid: sessionId, ep: epoch, exp }));
    const text = `${head}.${claims.toString('base64url')}`;
    return `${text}.${macOf(this.#keys[0]?.access ?? '', text).toString('base64url')}`;
  }

  /** Reads an access token; null if it is not ours or has expired. */
  readAccess(token: string | undefined): AccessClaims | null {
    const [, text = '', signature = ''] = accessShape.exec(token ?? '') ?? [];
    if (!text.startsWith(`${head}.`)) return null;
    const got = Buffer.from(signature, 'base64url');
    if (!this.#keys.some(({ access }) => timingSafeEqual(macOf(access, text), got))) return null;
    // The signature is valid, so the content is ours.
    const { sub, sid, ep, exp } = JSON.parse(Buffer.from(text.slice(head.length + 1), 'base64url').toString());
    return exp > Math.floor(Date.now() / 1000)
      ? { userId: String(sub), sessionId: String(sid), epoch: Number(ep) }
      : null;
  }
}
