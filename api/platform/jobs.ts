import { setImmediate } from 'node:timers/promises';
import type { Log } from './logs.ts';
import { isOutOfService } from './mongo.ts';
import { observed } from './telemetry/work.ts';

/** A periodic job and its last run in this process. */
export type JobRun = {
  name: string;
  /** Seconds from the end of one run to the next. */
  every: number;
  /** When the last run ended, and how many milliseconds it took; null before the first one. */
  last: { at: Date; ms: number } | null;
  /** Why the last run failed; null if it did not. */
  error: unknown;
};

/** Background jobs: periodic ones, which never overlap themselves, and one-off ones after a response. */
export class Jobs {
  readonly #log: Log;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  /** The periodic jobs, in the order in which they were added. */
  readonly runs: JobRun[] = [];

  constructor(log: Log) {
    this.#log = log;
  }

  /**
   * Runs `work` every `seconds`, counted from the end of the last run. A failure is logged and retried: as a warning, if the
   * database did not answer in time.
   * @param work should end early when its signal aborts: the rest is done after the next start
   */
  every(seconds: number, name: string, work: (stopping: AbortSignal) => Promise<unknown>): void {
    const index = this.#timers.length;
    const run: JobRun = { name, every: seconds, last: null, error: null };
    this.runs.push(run);
    const runAgain = () => {
      void this.#run(name, () => this.#noted(run, () => work(this.#stopping.signal)), true).then(() => {
        if (!this.#stopping.signal.aborted) this.#timers[index] = setTimeout(runAgain, seconds * 1000).unref();
      });
    };
    this.#timers.push(setTimeout(runAgain, seconds * 1000).unref());
  }

  /**
   * Runs `work` once in the background. A failure is logged.
   * @param isRepeated whether a periodic job does what is left, which makes the failure a warning as there
   */
  soon(name: string, work: () => Promise<unknown>, { isRepeated = false } = {}): void {
    // The response is sent first: its duration would reveal what happens behind it.
    void this.#run(name, () => setImmediate().then(work), isRepeated);
  }

  async #noted(run: JobRun, work: () => Promise<unknown>): Promise<void> {
    const begun = performance.now();
    let failure: unknown = null;
    try {
      await work();
    } catch (error) {
      failure = error ?? new Error('The job failed.');
      throw error;
    } finally {
      run.last = { at: new Date(), ms: Math.round(performance.now() - begun) };
      run.error = failure;
    }
  }

  #run(name: string, work: () => Promise<unknown>, isRepeated: boolean): Promise<void> {
    const run: Promise<void> = observed({ kind: 'job', name, startedAt: performance.now() }, work)
      .then(
        () => undefined,
        (error: unknown) => {
          const fields = { err: error, job: name };
          if (isRepeated && isOutOfService(error)) this.#log.warn(fields, 'job put off');
          else this.#log.error(fields, 'job failed');
        },
      )
      .finally(() => this.#running.delete(run));
    this.#running.add(run);
    return run;
  }

  /** Waits for the running jobs. */
  async idle(): Promise<void> {
    await Promise.all(this.#running);
  }

  /** Starts no more jobs, aborts the running ones and waits for them. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await this.idle();
  }
}
