import { hkdfSync, timingSafeEqual } from 'node:crypto';

/** Compares a signed text with the right one, in a time that does not reveal where they differ. */
export function isSameText(got: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(got), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** One value for each secret of `KEYS`: that of the secret that signs, and all of them to verify with. */
export type Derived<T> = { readonly signing: T; readonly all: readonly T[] };

/** The secrets of `KEYS`, newest first. One signs, all verify. `KeyRotation` decides which one signs. */
export class SigningKeys {
  readonly secrets: readonly string[];
  #index = 0;
  /** Whether the other processes sign with a secret that this one does not have. */
  isOutdated = false;

  constructor(secrets: readonly string[]) {
    if (secrets.length === 0) throw new Error('Signing needs a key.');
    this.secrets = secrets;
  }

  /** @param index of the secret that signs from now on */
  signWith(index: number): void {
    this.#index = index;
  }

  derive<T>(from: (secret: string) => T): Derived<T> {
    const all = this.secrets.map(from);
    const current = () => all[this.#index] as T;
    return {
      all,
      get signing() {
        return current();
      },
    };
  }

  /** A key for each purpose (HKDF, RFC 5869), so that what is signed for one is worthless for another. */
  deriveFor(purpose: string): Derived<Buffer> {
    return this.derive((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
  }
}
