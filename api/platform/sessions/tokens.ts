import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { sign, verify } from 'hono/jwt';

export type AccessClaims = { userId: string; sessionId: string; epoch: number };
export type RefreshClaims = { sessionId: string; generation: number };

const algorithm = 'HS256';
const derive = (key: string, purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32));

/** Writes and reads the two bearers. The first key signs, every key is recognized (RFC 5869 keeps their uses apart). */
export class SessionTokens {
  readonly #keys: { refresh: Buffer; access: string }[];

  constructor(keys: readonly string[]) {
    if (keys.length === 0) throw new Error('Sessions need a key.');
    this.#keys = keys.map((key) => ({
      refresh: derive(key, 'refresh-v1'),
      access: derive(key, 'access-v1').toString('hex'),
    }));
  }

  /** The refresh token: session, generation and a MAC over both. */
  refresh(claims: RefreshClaims): string {
    const [newest] = this.#keys;
    return this.#refreshBy(newest?.refresh ?? Buffer.alloc(0), claims);
  }

  #refreshBy(key: Buffer, { sessionId, generation }: RefreshClaims): string {
    const text = `${sessionId}.${generation}`;
    return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
  }

  /** What a refresh token of ours says; null for anything else. */
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

  access({ userId, sessionId, epoch }: AccessClaims, expires: Date): Promise<string> {
    const exp = Math.floor(expires.getTime() / 1000);
    return sign({ sub: userId, sid: sessionId, ep: epoch, exp }, this.#keys[0]?.access ?? '', algorithm);
  }

  /** What an access token of ours says that has not expired; null for anything else. */
  async readAccess(token: string | undefined): Promise<AccessClaims | null> {
    for (const { access } of token ? this.#keys : []) {
      // Every failure means the same here: this is no access token of ours, or it is over.
      const claims = await verify(token ?? '', access, { alg: algorithm, iat: false }).catch(() => null);
      if (claims) return { userId: String(claims.sub), sessionId: String(claims.sid), epoch: Number(claims.ep) };
    }
    return null;
  }
}
