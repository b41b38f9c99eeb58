import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { FairQueue } from './fair-queue.ts';

type Job = {
  message: unknown;
  owner: string;
  expectedMs: number;
  resolve(value: unknown): void;
  reject(error: Error): void;
};

/** Milliseconds without a job after which a process ends and returns its memory. */
const idleMs = 30_000;

/** The child's answer to a message; or, at any time, `over`: the bytes that it uses, more than it may. */
export type ChildAnswer = { value: unknown } | { error: { message: string; code: string } } | { over: number };

/**
 * The child `refused` (with its own `code`), was killed for its time (`late`) or its memory (`over`), ended otherwise
 * (`lost`), could not be started (`unstarted`), or the site is closing (`closed`).
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
  /** Timeout of one job, in milliseconds. */
  ms: number;
  /** Memory limit of the process, in bytes. */
  memory: number;
  /** Starts the process; `fork` by default. */
  start?: typeof fork;
};

// The child parses uploads from strangers: it gets none of the site's secrets.
const passedOn = ['PATH', 'LD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP'];
const environment = () =>
  Object.fromEntries(passedOn.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));

/**
 * Runs jobs that may hang, crash or take much memory in a process of their own, one at a time. A job that times out is
 * killed together with the process. A process without jobs ends after 30 seconds. The next job gets a new one.
 */
export class Child {
  readonly #entry: string;
  readonly #options: Options;
  readonly #waiting = new FairQueue<Job>();
  #process: ChildProcess | null = null;
  #job: Job | null = null;
  #startedAt = 0;
  #deadline: NodeJS.Timeout | undefined;
  #idle: NodeJS.Timeout | undefined;
  #closed = false;

  /** @param entry a module that calls `serveParent` */
  constructor(entry: URL, options: Options) {
    this.#entry = fileURLToPath(entry);
    this.#options = options;
  }

  /**
   * @param owner the owner of the job; owners share the time
   * @param expectedMs how long it will probably take
   * @throws ChildError
   */
  run<T>(message: unknown, owner: string, expectedMs = 100): Promise<T> {
    return new Promise((resolve, reject) => {
      const job = { message, owner, expectedMs, resolve: resolve as (value: unknown) => void, reject };
      this.#waiting.add(owner, job, expectedMs);
      this.#next();
    });
  }

  /** Jobs that have not begun. */
  get waiting(): number {
    return this.#waiting.size;
  }

  #next(): void {
    if (this.#job) return;
    this.#job = this.#waiting.next() ?? null;
    clearTimeout(this.#idle);
    if (!this.#job) {
      this.#idle = setTimeout(() => this.#stop(), idleMs).unref();
      return;
    }
    if (this.#closed) {
      this.#settle((job) => job.reject(new ChildError('closed', 'The process is closed.')));
      return;
    }
    this.#startedAt = performance.now();
    try {
      this.#process ??= this.#start();
      this.#send(this.#process, this.#job.message);
    } catch (error) {
      this.#fail(error as Error);
    }
  }

  #send(child: ChildProcess, message: unknown): void {
    this.#keepAlive(child, true);
    const { ms } = this.#options;
    this.#deadline = setTimeout(() => this.#end(child, new ChildError('late', `It took longer than ${ms} ms.`)), ms);
    // After an error here the child's exit event follows, which is handled below.
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
    // Without free file descriptors there is neither a process nor a channel, and the error event comes too late.
    if (!child.channel) {
      child.on('error', () => undefined);
      throw new Error('The process could not be started.');
    }
    child.on('message', (answer: ChildAnswer) => {
      if (child !== this.#process) return;
      if ('over' in answer) return this.#end(child, new ChildError('over', `It held ${answer.over} bytes.`));
      this.#keepAlive(child, false);
      if ('value' in answer) return this.#settle((job) => job.resolve(answer.value));
      const { message, code } = answer.error;
      this.#settle((job) => job.reject(new ChildError('refused', message, code)));
    });
    child.on('error', (error) => this.#end(child, new ChildError('lost', error.message)));
    child.on('exit', (code, signal) => this.#end(child, new ChildError('lost', `It ended (${signal ?? code}).`)));
    return child;
  }

  /** Lets the parent process exit while the child is idle. */
  #keepAlive(child: ChildProcess, busy: boolean): void {
    const act = busy ? 'ref' : 'unref';
    child[act]();
    child.channel?.[act]();
  }

  #end(child: ChildProcess, error: ChildError): void {
    if (child !== this.#process) return;
    this.#stop();
    this.#settle((job) => job.reject(error));
  }

  #stop(): void {
    const child = this.#process;
    if (!child) return;
    this.#process = null;
    child.kill('SIGKILL');
    this.#keepAlive(child, false);
  }

  #settle(end: (job: Job) => void): void {
    clearTimeout(this.#deadline);
    const job = this.#job;
    this.#job = null;
    if (job) this.#waiting.charge(job.owner, performance.now() - this.#startedAt - job.expectedMs);
    if (job) end(job);
    this.#next();
  }

  /** Kills the process. Running and waiting jobs are rejected. */
  close(): void {
    this.#closed = true;
    if (this.#process) this.#end(this.#process, new ChildError('closed', 'The process is closed.'));
  }
}
