import { createHmac, randomBytes } from 'node:crypto';
import type { Now } from '../clock.ts';
import { type Derived, isSameText, type SigningKeys } from '../signing-keys.ts';

/** Days for which a device is known after a log-in; browsers keep no cookie for longer (RFC 6265bis, 5.5). */
export const deviceDays = 400;
/** Maximum of members that one device remembers. */
const maxMembers = 4;
const shape = /^([\w-]{1,64})\.(\d{1,15})\.([\w-]{22})\.[\w-]{43}$/;
/** An account's id. Earlier versions wrote it in place of the member's code. */
const idShape = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** `member`: a code that names the member to this site only. */
type DeviceToken = { text: string; member: string; device: string; key: Buffer };

const signed = (key: Buffer, payload: string): string =>
  `${payload}.${createHmac('sha256', key).update(payload).digest('base64url')}`;

/** A member's code on one device: another on each. */
const codeOf = (key: Buffer, userId: string, device: string): string =>
  createHmac('sha256', key).update(`member:${userId}:${device}`).digest('base64url').slice(0, 22);

const isOf = ({ member, device, key }: DeviceToken, userId: string): boolean => member === codeOf(key, userId, device);

interface Deps {
  keys: SigningKeys;
  now: Now;
}

/**
 * Recognizes the devices on which a member has logged in (OWASP, Authentication Cheat Sheet: device cookies). A token does
 * not authenticate: wrong passwords from a known device are counted separately, so that strangers cannot lock it out.
 * Whoever reads the cookie learns no account from it, nor that two devices are of one member.
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
    return this.#read(cookie).find((token) => isOf(token, userId))?.device ?? null;
  }

  /** Whether any member has logged in on the device. */
  isKnown(cookie: string | undefined): boolean {
    return this.#read(cookie).length > 0;
  }

  /** Returns the device's tokens after a log-in. */
  cookieFor(cookie: string | undefined, userId: string): string {
    const device = this.deviceOf(cookie, userId) ?? randomBytes(16).toString('base64url');
    const ends = this.#now().getTime() + deviceDays * 86_400_000;
    const others = this.#read(cookie).filter((token) => !isOf(token, userId));
    const key = this.#keys.signing;
    const text = signed(key, `${codeOf(key, userId, device)}.${ends}.${device}`);
    return [text, ...others.map((token) => token.text)].slice(0, maxMembers).join('~');
  }

  #read(cookie = ''): DeviceToken[] {
    return cookie.split('~', maxMembers).flatMap((text) => {
      const [, named = '', ends = '', device = ''] = shape.exec(text) ?? [];
      const key = this.#keys.all.find((one) => isSameText(text, signed(one, `${named}.${ends}.${device}`)));
      if (!key || Number(ends) <= this.#now().getTime()) return [];
      const member = idShape.test(named) ? codeOf(key, named, device) : named;
      return [{ text: signed(key, `${member}.${ends}.${device}`), member, device, key }];
    });
  }
}
