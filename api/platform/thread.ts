import { Worker } from 'node:worker_threads';

type Job = { message: unknown; urgent: boolean; resolve(value: unknown): void; reject(error: Error): void };

/** The worker's answer to a message. */
export type ThreadAnswer = { value: unknown } | { error: { message: string } };

/** An error from inside the thread. */
class ThreadError extends Error {
  override readonly name = 'ThreadError';
}

/** Milliseconds without a job after which a worker ends and returns its memory. */
const idleMs = 5_000;

/**
 * A worker thread that runs one job at a time, so that drawing pictures leaves a core for requests. A worker that
 * crashes fails only its current job; the next job gets a new worker.
 */
export class Thread {
  readonly #url: URL;
  readonly #waiting: Job[] = [];
  #worker: Worker | null = null;
  #job: Job | null = null;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param url the worker's module */
  constructor(url: URL) {
    this.#url = url;
  }

  /** @param urgent runs before all jobs that are not: somebody is waiting for the page */
  run<T>(message: unknown, { urgent = true } = {}): Promise<T> {
    if (this.#closed) return Promise.reject(new ThreadError('The thread is closed.'));
    return new Promise((resolve, reject) => {
      const job: Job = { message, urgent, resolve: resolve as (value: unknown) => void, reject };
      const place = urgent ? this.#waiting.findIndex((other) => !other.urgent) : -1;
      if (place < 0) this.#waiting.push(job);
      else this.#waiting.splice(place, 0, job);
      this.#next();
    });
  }

  #next(): void {
    if (this.#job || this.#waiting.length === 0) return;
    this.#job = this.#waiting.shift() ?? null;
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage(this.#job?.message);
  }

  #start(): Worker {
    const worker = new Worker(this.#url);
    worker.on('message', (answer: ThreadAnswer) => {
      if ('error' in answer) this.#settle((job) => job.reject(new ThreadError(answer.error.message)));
      else this.#settle((job) => job.resolve(answer.value));
    });
    worker.on('error', (error) => this.#lose(worker, error as Error));
    worker.on('exit', () => this.#lose(worker, new ThreadError('The thread ended.')));
    return worker;
  }

  #lose(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return;
    this.#worker = null;
    this.#settle((job) => job.reject(error));
  }

  #settle(end: (job: Job) => void): void {
    const job = this.#job;
    this.#job = null;
    this.#worker?.unref();
    if (job) end(job);
    this.#next();
    if (this.#worker && !this.#job) this.#idle = setTimeout(() => void this.#end(), idleMs).unref();
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  /** Ends the worker and rejects the waiting jobs. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const job of this.#waiting.splice(0)) job.reject(new ThreadError('The thread is closed.'));
    clearTimeout(this.#idle);
    await this.#worker?.terminate();
  }
}
