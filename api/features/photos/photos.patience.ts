import { ChildError } from '#api/platform/child.ts';
import { KeyedMutex } from '#api/platform/keyed-mutex.ts';
import { type Limiter, refuseUntil } from '#api/platform/limits.ts';
import { Problem } from '#contract/problems.ts';

const maxNoted = 1000;
const retrySeconds = 60;

function note(noted: Set<string>, one: string): void {
  noted.add(one);
  const [oldest = one] = noted;
  if (noted.size > maxNoted) noted.delete(oldest);
}

/** Limits photos that block or crash the shared decoder. */
export class PhotoPatience {
  readonly #limiter: Limiter;
  /** Photos that timed out once. */
  readonly #late = new Set<string>();
  /** Members who sent such photos. Theirs are processed one after the other, so that the limit ends the row. */
  readonly #members = new Set<string>();
  readonly #mutex = new KeyedMutex();

  /** @param limiter counts such photos per member */
  constructor(limiter: Limiter) {
    this.#limiter = limiter;
  }

  /** @throws too_many_requests if a member sent too many such photos */
  async check(memberId: string): Promise<void> {
    refuseUntil(await this.#limiter.wait(memberId));
  }

  /**
   * Processes a photo unless its member sent too many such photos. A photo that times out may be retried once, when the
   * machine may be less busy.
   * @param photo identifies it among all members' photos
   * @throws too_many_requests, unavailable, and what `make` throws
   */
  withPhoto<T>(memberId: string, photo: string, make: () => Promise<T>): Promise<T> {
    const run = () => this.#withPhoto(memberId, photo, make);
    return this.#members.has(memberId) ? this.#mutex.run(memberId, run) : run();
  }

  async #withPhoto<T>(memberId: string, photo: string, make: () => Promise<T>): Promise<T> {
    await this.check(memberId);
    try {
      return await make();
    } catch (error) {
      const why = error instanceof Problem && error.cause instanceof ChildError ? error.cause.why : null;
      if (why === 'late' || why === 'over' || why === 'lost') {
        note(this.#members, memberId);
        await this.#limiter.count(memberId);
      }
      if (why !== 'late' || this.#late.has(photo)) throw error;
      note(this.#late, photo);
      throw new Problem('unavailable', { cause: error, details: { retryAfter: retrySeconds } });
    }
  }
}
