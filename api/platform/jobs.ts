import { setImmediate } from 'node:timers/promises';
import type { Log } from './logs.ts';

/** Work in the background: again and again, never twice at once, or once after an answer. */
export class Jobs {
  readonly #log: Log;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Runs `work` each `seconds`, counted from the end of the last run. A failure is logged and tried again.
   * @param work ends early when it is told that the site stops: what is left waits for the next start
   */
  every(seconds: number, name: string, work: (stopping: AbortSignal) => Promise<unknown>): void {
    const place = this.#timers.length;
    const turn = () => {
      void this.#run(name, () => work(this.#stopping.signal)).then(() => {
        if (!this.#stopping.signal.aborted) this.#timers[place] = setTimeout(turn, seconds * 1000).unref();
      });
    };
    this.#timers.push(setTimeout(turn, seconds * 1000).unref());
  }

  /** Runs `work` once, without anybody who waits for it. A failure is logged. */
  soon(name: string, work: () => Promise<unknown>): void {
    // An answer that is under way goes out first: the time that it takes would tell what happens behind it.
    void this.#run(name, () => setImmediate().then(work));
  }

  #run(name: string, work: () => Promise<unknown>): Promise<void> {
    const run: Promise<void> = work()
      .then(
        () => undefined,
        (error: unknown) => this.#log.error({ err: error, job: name }, 'job failed'),
      )
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
    return run;
  }

  /** Waits for what runs now. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Starts nothing more, asks what runs to end, and waits for it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await this.idle();
  }
}
