import { createHmac } from 'node:crypto';
import { type Derived, isSameText, type SigningKeys } from '#api/platform/signing-keys.ts';

/** The links that end the weekly mail. Each is signed for one member, and works as long as its key is in `KEYS`. */
export class DigestLinks {
  readonly #keys: Derived<Buffer>;

  constructor(keys: SigningKeys) {
    this.#keys = keys.deriveFor('digest-v1');
  }

  /** The token of a member's link. */
  tokenFor(memberId: string): string {
    return `${memberId}.${signed(memberId, this.#keys.signing)}`;
  }

  /** Returns the id of the member to whom the link was mailed; null if we have not signed it. */
  memberOf(token: string): string | null {
    const [, memberId = '', signature = ''] = /^([\w-]+)\.([\w-]+)$/.exec(token) ?? [];
    const isOurs = this.#keys.all.map((key) => isSameText(signature, signed(memberId, key))).some(Boolean);
    return isOurs ? memberId : null;
  }
}

const signed = (memberId: string, key: Buffer): string =>
  createHmac('sha256', key).update(memberId).digest('base64url');
