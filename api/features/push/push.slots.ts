/** Sends a push within a time, in milliseconds. */
type Work = (timeoutMs: number) => Promise<boolean>;
type Job = { id: string; host: string; work: Work; done: (isDone: boolean) => void };

/**
 * Pushes on their way at once, without those that are late; to one push service; and to all that were slow when they
 * were last asked.
 */
const maxRunning = { all: 10, host: 5, slow: 2 };
/** Milliseconds after which an answer is slow. */
const slowMs = 2_000;
/** Milliseconds for an answer, and for one of a service that was slow when it was last asked. */
const timeoutMs = { usual: 10_000, slow: 5_000 };
/** Pushes to one service that wait in memory; the others wait in the database. */
const maxWaiting = 50;
const maxSlowHosts = 1000;

/** Runs pushes in slots that become free one by one. Push services take turns; slow ones get few slots together, and less time. */
export class PushSlots {
  /** The waiting pushes of each service; the one whose turn is next comes first. */
  readonly #waiting = new Map<string, Job[]>();
  readonly #ids = new Set<string>();
  readonly #running = new Map<string, number>();
  readonly #slow = new Set<string>();
  /** Pushes on their way that are not late. */
  #punctual = 0;

  /**
   * Runs the work for a device when it is its turn.
   * @returns what `work` returns; false if its service has too many that wait
   */
  run(id: string, host: string, work: Work): Promise<boolean> {
    const own = this.#waiting.get(host) ?? [];
    if (own.length >= maxWaiting) return Promise.resolve(false);
    this.#ids.add(id);
    this.#waiting.set(host, own);
    return new Promise((done) => {
      own.push({ id, host, work, done });
      this.#start();
    });
  }

  /** Whether a device waits or is being pushed to. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Services with as many waiting pushes as there may be. */
  get fullHosts(): string[] {
    return [...this.#waiting].flatMap(([host, jobs]) => (jobs.length >= maxWaiting ? [host] : []));
  }

  #hasRoom(host: string): boolean {
    if (!this.#slow.has(host)) return (this.#running.get(host) ?? 0) < maxRunning.host;
    let slow = 0;
    for (const [one, count] of this.#running) if (this.#slow.has(one)) slow += count;
    return slow < maxRunning.slow;
  }

  #start(): void {
    while (this.#punctual < maxRunning.all) {
      const host = this.#waiting.keys().find((one) => this.#hasRoom(one));
      const own = host === undefined ? undefined : this.#waiting.get(host);
      const job = own?.shift();
      if (host === undefined || !own || !job) return;
      this.#waiting.delete(host);
      if (own.length > 0) this.#waiting.set(host, own);
      void this.#run(job);
    }
  }

  async #run({ id, host, work, done }: Job): Promise<void> {
    this.#running.set(host, (this.#running.get(host) ?? 0) + 1);
    this.#punctual += 1;
    let isLate = false;
    // A service that has not answered yet is slow already, and its slot is free for another.
    const late = setTimeout(() => {
      isLate = true;
      this.#punctual -= 1;
      this.#noteSlow(host);
      this.#start();
    }, slowMs);
    const isDone = await work(timeoutMs[this.#slow.has(host) ? 'slow' : 'usual']).catch(() => false);
    clearTimeout(late);
    if (!isLate) {
      this.#punctual -= 1;
      this.#slow.delete(host);
    }
    this.#ids.delete(id);
    const left = (this.#running.get(host) ?? 1) - 1;
    if (left > 0) this.#running.set(host, left);
    else this.#running.delete(host);
    done(isDone);
    this.#start();
  }

  #noteSlow(host: string): void {
    this.#slow.add(host);
    const [oldest = host] = this.#slow;
    if (this.#slow.size > maxSlowHosts) this.#slow.delete(oldest);
  }
}
