import { ChildError } from '#api/platform/child.ts';
import { type Limiter, refuseUntil } from '#api/platform/limits.ts';
import { Problem } from '#contract/problems.ts';

const remembered = 1000;
const retrySeconds = 60;

/** What becomes of members' photos that hold their decoder for too long, or end it: each takes everybody's time. */
export class PhotoPatience {
  readonly #limiter: Pick<Limiter, 'wait' | 'count'>;
  /** Photos that were too slow once. */
  readonly #late = new Set<string>();

  /** @param limiter how many such photos a member may send */
  constructor(limiter: Pick<Limiter, 'wait' | 'count'>) {
    this.#limiter = limiter;
  }

  /** @throws too_many_requests when a member sent too many such photos */
  async check(memberId: string): Promise<void> {
    refuseUntil(await this.#limiter.wait(memberId));
  }

  /**
   * Makes a photo unless its member sent too many such. One that is too slow may come again, when the machine is less
   * busy; the second time it is the photo.
   * @param photo tells it from all others, whoever sent them
   * @throws too_many_requests, unavailable, and what `make` throws
   */
  async withPhoto<T>(memberId: string, photo: string, make: () => Promise<T>): Promise<T> {
    await this.check(memberId);
    try {
      return await make();
    } catch (error) {
      const why = error instanceof Problem && error.cause instanceof ChildError ? error.cause.why : null;
      if (why === 'late' || why === 'over' || why === 'lost') await this.#limiter.count(memberId);
      if (why !== 'late' || this.#late.has(photo)) throw error;
      this.#remember(photo);
      throw new Problem('unavailable', { cause: error, details: { retryAfter: retrySeconds } });
    }
  }

  #remember(photo: string): void {
    this.#late.add(photo);
    const [oldest = photo] = this.#late;
    if (this.#late.size > remembered) this.#late.delete(oldest);
  }
}
