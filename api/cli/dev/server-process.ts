import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stopTimeoutMs } from './stop-timeout.ts';

const entry = fileURLToPath(new URL('../serve-dev.ts', import.meta.url));
/** A checkout changes many files, and some editors write a file in two steps. */
const restartDelayMs = 100;

/**
 * Runs the API server as a child process that can be restarted. The child stops when its IPC channel closes, so it also
 * ends when this process is killed.
 */
export class ServerProcess {
  readonly #onCrash: () => void;
  #env: NodeJS.ProcessEnv = {};
  #child: ChildProcess | null = null;
  #restartDelay: NodeJS.Timeout | null = null;
  #isStopping = false;
  #started: Promise<boolean> = Promise.resolve(false);

  /** @param onCrash called when the server has ended without being stopped */
  constructor(onCrash: () => void) {
    this.#onCrash = onCrash;
  }

  start(env: NodeJS.ProcessEnv): void {
    this.#env = env;
    this.#started = this.#spawn();
  }

  /** Restarts the server once no call has come for a moment. It starts also when it had crashed. */
  restart(): void {
    if (this.#restartDelay) {
      this.#restartDelay.refresh();
      return;
    }
    // The next server has not read its code yet.
    if (this.#isStopping) return;
    this.#started = this.#replace();
  }

  /** Waits while the server starts or restarts. Returns whether it runs. */
  async isRunning(): Promise<boolean> {
    for (;;) {
      const started = this.#started;
      const isRunning = await started;
      if (started === this.#started) return isRunning;
    }
  }

  /** Resolves when the server has ended, with its port and its database free. */
  async stop(): Promise<void> {
    const child = this.#child;
    if (!child) return;
    this.#isStopping = true;
    const hasEnded = once(child, 'exit');
    if (child.connected) child.disconnect();
    const timeout = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
    await hasEnded;
    clearTimeout(timeout);
    this.#isStopping = false;
  }

  async #replace(): Promise<boolean> {
    await new Promise<void>((resolve) => {
      this.#restartDelay = setTimeout(resolve, restartDelayMs);
    });
    this.#restartDelay = null;
    await this.stop();
    return this.#spawn();
  }

  #spawn(): Promise<boolean> {
    const child = fork(entry, { env: this.#env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    this.#child = child;
    return new Promise((resolve) => {
      child.once('message', () => resolve(true));
      child.once('exit', () => {
        this.#child = null;
        resolve(false);
        if (this.#isStopping) return;
        // During the delay before a restart, callers wait for the next server.
        if (!this.#restartDelay) this.#started = Promise.resolve(false);
        this.#onCrash();
      });
    });
  }
}
