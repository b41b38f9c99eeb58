import { createHmac, randomBytes } from 'node:crypto';
import type { Now } from '../clock.ts';
import { type Derived, isSameText, type SigningKeys } from '../signing-keys.ts';

/** Days for which a device is known after a log-in; browsers keep no cookie for longer (RFC 6265bis, 5.5). */
export const deviceDays = 400;
/** Maximum of members that one device remembers. */
const maxMembers = 4;
const shape = /^([\w-]{1,64})\.(\d{1,15})\.([\w-]{22})\.[\w-]{43}$/;

type DeviceToken = { text: string; userId: string; device: string };

interface Deps {
  keys: SigningKeys;
  now: Now;
}

/**
 * Recognizes the devices on which a member has logged in (OWASP, Authentication Cheat Sheet: device cookies). A token does
 * not authenticate: wrong passwords from a known device are counted separately, so that strangers cannot lock it out.
 */
export class Devices {
  readonly #keys: Derived<Buffer>;
  readonly #now: Now;

  constructor({ keys, now }: Deps) {
    this.#keys = keys.deriveFor('device-v1');
    this.#now = now;
  }

  /**
   * Returns the member's id of this device; null if the member has not logged in on it.
   * @param cookie all tokens of a device
   */
  deviceOf(cookie: string | undefined, userId: string): string | null {
    return this.#read(cookie).find((token) => token.userId === userId)?.device ?? null;
  }

  /** Whether any member has logged in on the device. */
  isKnown(cookie: string | undefined): boolean {
    return this.#read(cookie).length > 0;
  }

  /** Returns the device's tokens after a log-in. */
  cookieFor(cookie: string | undefined, userId: string): string {
    const device = this.deviceOf(cookie, userId) ?? randomBytes(16).toString('base64url');
    const ends = this.#now().getTime() + deviceDays * 86_400_000;
    const others = this.#read(cookie).filter((token) => token.userId !== userId);
    const text = this.#signed(this.#keys.signing, `${userId}.${ends}.${device}`);
    return [text, ...others.map((token) => token.text)].slice(0, maxMembers).join('~');
  }

  #signed(key: Buffer, payload: string): string {
    return `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;
  }

  #read(cookie = ''): DeviceToken[] {
    return cookie.split('~', maxMembers).flatMap((text) => {
      const [, userId = '', ends = '', device = ''] = shape.exec(text) ?? [];
      const ours = this.#keys.all.some((key) => isSameText(text, this.#signed(key, `${userId}.${ends}.${device}`)));
      return ours && Number(ends) > this.#now().getTime() ? [{ text, userId, device }] : [];
    });
  }
}
