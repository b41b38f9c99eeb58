import { createHash } from 'node:crypto';
import { type Limiter, type Limits, type NetworkLimiter, refuseUntil } from '#api/platform/limits.ts';
import type { Networks } from '#api/platform/network.ts';
import { Problem } from '#contract/problems.ts';
import { usernameKey } from '#contract/username.ts';
import { emailKey } from './accounts.store.ts';

const hour = 3600;
// An account has two identifiers, so it meets 50 guesses an hour. Counted in one, a lock would tell which belong together.
const everywhere = { name: 'login-guesses', points: 25, seconds: hour };
const fromOneNetwork = { name: 'login-failures', points: 5, seconds: 15 * 60 };
const ofOneNetwork = { name: 'login', points: 100, seconds: hour };
const onOneDevice = { name: 'login-device', points: 10, seconds: 15 * 60 };

export const isAddress = (identifier: string): boolean => identifier.includes('@');

/** @param retryAfter seconds */
export function lockedOut(retryAfter: number): Problem {
  const minutes = Math.ceil(retryAfter / 60);
  const message = `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, or reset your password.`;
  return new Problem('LockedOut', { message, details: { retryAfter } });
}

/** Who is guessed at, from where. */
export type Guess = {
  /** What was typed, or what else stands for the account. */
  identifier: string;
  networks: Networks;
  /** Which device of the account this is; null for any other. */
  device: string | null;
};

/** A key that says nothing: people type their password into the wrong field. */
const keyOf = (identifier: string) =>
  createHash('sha256')
    .update(isAddress(identifier) ? emailKey(identifier) : usernameKey(identifier))
    .digest('base64url');

/**
 * Counts guesses at passwords: by what is typed, whether or not there is such an account, so that a lock tells nothing.
 * A device that the member has logged in with is counted by itself, so that nobody can lock it out.
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
   * Counts a guess before its password is read, so that parallel ones cannot outrun the limit.
   * @returns 0, or the seconds for which the account is locked
   * @throws too_many_requests when one network guesses at many accounts
   */
  async count({ identifier, networks, device }: Guess): Promise<number> {
    if (device) return this.#device.count(device);
    refuseUntil(await this.#network.count(networks));
    const key = keyOf(identifier);
    // A guess that is not made here is not counted anywhere else.
    return (await this.#failures.count(networks, key)) || this.#everywhere.count(key);
  }

  /** Forgets what was guessed of an account whose owner has shown up, wherever it was, and what this sender guessed. */
  async unlock(identifiers: readonly string[], networks: Networks): Promise<void> {
    for (const key of identifiers.map(keyOf)) {
      await this.#failures.reset(networks, key);
      await this.#everywhere.reset(key);
    }
  }

  /** Forgets the guess that was right, and what this sender guessed wrong before. */
  async right({ identifier, networks, device }: Guess): Promise<void> {
    if (device) return this.#device.reset(device);
    const key = keyOf(identifier);
    await this.#failures.reset(networks, key);
    await this.#everywhere.forgive(key);
  }
}
