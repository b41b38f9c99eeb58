import type { Log } from './logs.ts';

/** Work that is done again and again in the background, never twice at once. */
export class Jobs {
  readonly #log: Log;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<void>>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Runs `work` each `seconds`, counted from the end of the last run. A failure is logged and tried again. */
  every(seconds: number, name: string, work: () => Promise<unknown>): void {
    const place = this.#timers.length;
    const turn = () => {
      const run: Promise<void> = work()
        .then(
          () => undefined,
          (error: unknown) => this.#log.error({ err: error, job: name }, 'job failed'),
        )
        .finally(() => {
          this.#running.delete(run);
          if (!this.#stopped) this.#timers[place] = setTimeout(turn, seconds * 1000).unref();
        });
      this.#running.add(run);
    };
    this.#timers.push(setTimeout(turn, seconds * 1000).unref());
  }

  #stopped = false;

  /** Starts nothing more and waits for what runs. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.all(this.#running);
  }
}
