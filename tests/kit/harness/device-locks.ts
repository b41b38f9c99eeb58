type Claim = { name: string; owner: object; grant: () => void };
type Lock = { name: string };

/** Exclusive locks of one device (https://w3c.github.io/web-locks/). A page's locks end with the page. */
export class DeviceLocks {
  /** The first claim of each name holds the lock. */
  #claims: Claim[] = [];
  readonly #queueTask: (work: () => void) => void;

  constructor(queueTask: (work: () => void) => void) {
    this.#queueTask = queueTask;
  }

  /**
   * Runs `work` while it holds the lock.
   * @param owner the requesting page
   * @param ifAvailable runs `work` with null instead of waiting
   */
  request(owner: object, name: string, ifAvailable: boolean, work: (lock: Lock | null) => unknown): Promise<unknown> {
    const isFree = !this.#claims.some((claim) => claim.name === name);
    return new Promise((resolve, reject) => {
      const run = async (lock: Lock | null) => work(lock);
      if (ifAvailable && !isFree) {
        this.#queueTask(() => void run(null).then(resolve, reject));
        return;
      }
      const grant = () => {
        this.#queueTask(() => {
          // The page may have been closed meanwhile.
          if (!this.#claims.includes(claim)) return;
          void run({ name })
            .finally(() => this.#drop((one) => one === claim))
            .then(resolve, reject);
        });
      };
      const claim: Claim = { name, owner, grant };
      this.#claims.push(claim);
      if (isFree) grant();
    });
  }

  /** Releases all locks of a page and cancels its pending requests. */
  release(owner: object): void {
    this.#drop((claim) => claim.owner === owner);
  }

  query(): { held: Lock[]; pending: Lock[] } {
    const holders = new Set(this.#holders());
    return {
      held: this.#claims.filter((claim) => holders.has(claim)),
      pending: this.#claims.filter((claim) => !holders.has(claim)),
    };
  }

  #holders(): Claim[] {
    return [...new Map(this.#claims.toReversed().map((claim) => [claim.name, claim])).values()];
  }

  #drop(isGone: (claim: Claim) => boolean): void {
    const before = new Set(this.#holders());
    this.#claims = this.#claims.filter((claim) => !isGone(claim));
    for (const claim of this.#holders()) if (!before.has(claim)) claim.grant();
  }
}
