import { createHash } from 'node:crypto';
import type { Networks } from '#api/platform/addresses/network.ts';
import { type Limiter, type Limits, type NetworkLimiter, refuseUntil } from '#api/platform/limits.ts';
import { Problem } from '#contract/problems.ts';
import { many } from '#contract/texts.ts';
import { usernameKey } from '#contract/username.ts';
import { emailKey } from './accounts.store.ts';

const hour = 3600;
// An account has two identifiers, so 50 guesses an hour are possible, and 25 more by each held name, of which there are
// three at most. A common limit would reveal which identifiers belong together.
const everywhere = { name: 'login-guesses', points: 25, seconds: hour };
const fromOneNetwork = { name: 'login-failures', points: 5, seconds: 15 * 60 };
const ofOneNetwork = { name: 'login', points: 100, seconds: hour };
const onOneDevice = { name: 'login-device', points: 10, seconds: 15 * 60 };

export const isAddress = (identifier: string): boolean => identifier.includes('@');

/** @param retryAfter seconds */
export function lockedOut(retryAfter: number): Problem {
  const minutes = Math.ceil(retryAfter / 60);
  const message = many(
    minutes,
  )`Too many attempts. Try again in # minute, or reset your password.|Too many attempts. Try again in # minutes, or reset your password.`;
  return new Problem('LockedOut', { message, details: { retryAfter } });
}

/** One attempt at a password, and where it comes from. */
export type Guess = {
  /** The typed name or address, or another key for the account. */
  identifier: string;
  networks: Networks;
  /** The account's known device; null for any other. */
  device: string | null;
};

/** Hashed, because people type their password into the wrong field. */
const keyOf = (identifier: string) =>
  createHash('sha256')
    .update(isAddress(identifier) ? emailKey(identifier) : usernameKey(identifier))
    .digest('base64url');

/**
 * Rate-limits guesses at passwords by the typed identifier, whether or not the account exists, so that a lock reveals
 * nothing. A device that the member has logged in with has its own limit, so that others cannot lock it out.
 */
export class Guesses {
  readonly #everywhere: Limiter;
  readonly #device: Limiter;
  readonly #network: NetworkLimiter;
  readonly #failures: NetworkLimiter;

  constructor(limits: Limits) {
    this.#everywhere = limits.limiter(everywhere);
    this.#device = limits.limiter(onOneDevice);
    this.#network = limits.networkLimiter(ofOneNetwork);
    this.#failures = limits.networkLimiter(fromOneNetwork);
  }

  /**
   * Counts a guess before the password is checked, so that parallel guesses cannot exceed the limit.
   * @returns 0, or the seconds for which the account is locked
   * @throws too_many_requests if one network guesses at many accounts
   */
  async count({ identifier, networks, device }: Guess): Promise<number> {
    if (device) return this.#device.count(device);
    refuseUntil(await this.#network.count(networks));
    const key = keyOf(identifier);
    // A guess that is refused here does not count against the other limits.
    return (await this.#failures.count(networks, key)) || this.#everywhere.count(key);
  }

  /** After the owner has proved their identity: resets the limits of the account, and this sender's failures. */
  async unlock(identifiers: readonly string[], networks: Networks): Promise<void> {
    for (const key of identifiers.map(keyOf)) {
      await this.#failures.reset(networks, key);
      await this.#everywhere.reset(key);
    }
  }

  /** Takes back the guess that was right, and resets this sender's failures. */
  async right({ identifier, networks, device }: Guess): Promise<void> {
    if (device) return this.#device.reset(device);
    const key = keyOf(identifier);
    await this.#failures.reset(networks, key);
    await this.#everywhere.forgive(key);
  }
}
