import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { authCheckCookie } from '#contract/session-calls.ts';
import { deviceDays } from './devices.ts';
import { accessSeconds, type Bearers, sessionDays } from './sessions.ts';

const day = 24 * 3600;
const sessionSeconds = sessionDays * day;

/**
 * The three cookies of a log-in. Two hold the tokens, hidden from scripts; `auth-check` is readable and holds the time
 * (ISO 8601) at which the access token expires.
 */
export class SessionCookies {
  readonly #secure: boolean;
  readonly #access: string;
  readonly #session: string;
  readonly #device: string;
  readonly #passkey: string;
  readonly #openId: string;

  /** @param secure whether the site is served over https, where browsers guard the `__Host-` names */
  constructor(secure: boolean) {
    const prefix = secure ? '__Host-' : '';
    this.#secure = secure;
    this.#access = `${prefix}access`;
    this.#session = `${prefix}session`;
    this.#device = `${prefix}device`;
    this.#passkey = `${prefix}passkey`;
    this.#openId = `${prefix}openid`;
  }

  access(c: Context): string | undefined {
    return getCookie(c, this.#access);
  }

  refresh(c: Context): string | undefined {
    return getCookie(c, this.#session);
  }

  /** Returns the tokens that a request carries. */
  bearers(c: Context): Partial<Pick<Bearers, 'access' | 'refresh'>> {
    return { access: this.access(c), refresh: this.refresh(c) };
  }

  set(c: Context, { access, refresh, accessExpires }: Bearers): void {
    const hidden = { path: '/', httpOnly: true, sameSite: 'Strict', secure: this.#secure } as const;
    const readable = { path: '/', sameSite: 'Lax', secure: this.#secure, maxAge: sessionSeconds } as const;
    setCookie(c, this.#access, access, { ...hidden, maxAge: accessSeconds });
    setCookie(c, this.#session, refresh, { ...hidden, maxAge: sessionSeconds });
    setCookie(c, authCheckCookie, accessExpires.toISOString(), readable);
  }

  /** The tokens of the members who have logged in on this device. They outlive a sign-out. */
  device(c: Context): string | undefined {
    return getCookie(c, this.#device);
  }

  setDevice(c: Context, devices: string): void {
    const hidden = { path: '/', httpOnly: true, sameSite: 'Strict', secure: this.#secure } as const;
    setCookie(c, this.#device, devices, { ...hidden, maxAge: deviceDays * day });
  }

  /** The secret to which the challenges of a browser are bound while nobody is logged in. */
  passkey(c: Context): string | undefined {
    return getCookie(c, this.#passkey);
  }

  setPasskey(c: Context, secret: string, seconds: number): void {
    const hidden = { path: '/', httpOnly: true, sameSite: 'Strict', secure: this.#secure } as const;
    setCookie(c, this.#passkey, secret, { ...hidden, maxAge: seconds });
  }

  /** The secret to which log-ins at other sites are bound. */
  openId(c: Context): string | undefined {
    return getCookie(c, this.#openId);
  }

  setOpenId(c: Context, secret: string, seconds: number): void {
    // Lax: the other site sends the browser back to us.
    const hidden = { path: '/', httpOnly: true, sameSite: 'Lax', secure: this.#secure } as const;
    setCookie(c, this.#openId, secret, { ...hidden, maxAge: seconds });
  }

  clear(c: Context): void {
    for (const name of [this.#access, this.#session, authCheckCookie]) {
      deleteCookie(c, name, { path: '/', secure: this.#secure });
    }
    // Forgets pages that "back" would show, and photos that only the member may see. Not "storage": it holds the
    // precache, and what the member may have chosen to keep here. Not "cookies": they hold the language, the theme, and
    // that the device is known.
    c.header('Clear-Site-Data', '"cache"');
  }
}
