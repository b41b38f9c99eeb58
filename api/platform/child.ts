import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FairQueue } from './fair-queue.ts';

type Job = { message: unknown; resolve(value: unknown): void; reject(error: Error): void };

/** What a child sends back for each message; or, whenever it is, that it holds more memory than it may. */
export type ChildAnswer = { value: unknown } | { error: { message: string; code: string } } | { over: number };

/**
 * Why there is no answer: the child `refused` (with its own `code`), was ended because the time was up (`late`) or it
 * took too much memory (`over`), ended otherwise (`lost`), could not be started (`unstarted`), or the site is closing
 * (`closed`).
 */
export class ChildError extends Error {
  readonly why: 'refused' | 'late' | 'over' | 'lost' | 'unstarted' | 'closed';
  readonly code: string | undefined;

  constructor(why: ChildError['why'], message: string, code?: string) {
    super(message);
    this.name = 'ChildError';
    this.why = why;
    this.code = code;
  }
}

type Options = {
  /** For one job, in milliseconds. */
  ms: number;
  /** For the process, in bytes. */
  memory: number;
  /** How the process is started. */
  start?: typeof fork;
};

// The child reads what strangers send: it gets none of the site's secrets.
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP'];
const environment = () =>
  Object.fromEntries(passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

/**
 * A process of its own for work that may never come back or take the process with it. It does one job at a time; a job
 * that takes too long is ended together with the process, and the next one gets a new process.
 */
export class Child {
  readonly #entry: string;
  readonly #options: Options;
  readonly #waiting = new FairQueue<Job>();
  #process: ChildProcess | null = null;
  #job: Job | null = null;
  #deadline: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param entry a module that calls `serveParent` */
  constructor(entry: URL, options: Options) {
    this.#entry = fileURLToPath(entry);
    this.#options = options;
  }

  /** @param whose by whom the work is given in turn @throws ChildError */
  run<T>(message: unknown, whose: string): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(whose, { message, resolve: resolve as (value: unknown) => void, reject });
      this.#next();
    });
  }

  #next(): void {
    if (this.#job) return;
    this.#job = this.#waiting.next() ?? null;
    if (!this.#job) return;
    if (this.#closed) {
      this.#settle((job) => job.reject(new ChildError('closed', 'The process is closed.')));
      return;
    }
    try {
      this.#process ??= this.#start();
      this.#give(this.#process, this.#job.message);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #give(child: ChildProcess, message: unknown): void {
    this.#hold(child, true);
    const { ms } = this.#options;
    this.#deadline = setTimeout(() => this.#end(child, new ChildError('late', `It took longer than ${ms} ms.`)), ms);
    // An error here is followed by the child's own end, which is heard below.
    child.send(message as object, () => undefined);
  }

  #fail({ message }: Error): void {
    const error = new ChildError('unstarted', message);
    if (this.#process) this.#end(this.#process, error);
    else this.#settle((job) => job.reject(error));
  }

  #start(): ChildProcess {
    const { start = fork, memory } = this.#options;
    const child = start(this.#entry, [String(memory)], {
      execArgv: [],
      env: environment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    // Where descriptors ran out there is neither a process nor a channel to it, and the reason comes too late.
    if (!child.channel) {
      child.on('error', () => undefined);
      throw new Error('The process could not be started.');
    }
    child.on('message', (answer: ChildAnswer) => {
      if (child !== this.#process) return;
      if ('over' in answer) return this.#end(child, new ChildError('over', `It held ${answer.over} bytes.`));
      this.#hold(child, false);
      if ('value' in answer) return this.#settle((job) => job.resolve(answer.value));
      const { message, code } = answer.error;
      this.#settle((job) => job.reject(new ChildError('refused', message, code)));
    });
    child.on('error', (error) => this.#end(child, new ChildError('lost', error.message)));
    child.on('exit', (code, signal) => this.#end(child, new ChildError('lost', `It ended (${signal ?? code}).`)));
    return child;
  }

  /** A child without work keeps nobody from ending. */
  #hold(child: ChildProcess, busy: boolean): void {
    const act = busy ? 'ref' : 'unref';
    child[act]();
    child.channel?.[act]();
  }

  #end(child: ChildProcess, error: ChildError): void {
    if (child !== this.#process) return;
    this.#process = null;
    child.kill('SIGKILL');
    this.#hold(child, false);
    this.#settle((job) => job.reject(error));
  }

  #settle(end: (job: Job) => void): void {
    clearTimeout(this.#deadline);
    const job = this.#job;
    this.#job = null;
    if (job) end(job);
    this.#next();
  }

  /** Ends the process, whatever it does; what runs and what waits is refused. */
  close(): void {
    this.#closed = true;
    if (this.#process) this.#end(this.#process, new ChildError('closed', 'The process is closed.'));
  }
}
