import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** An embedded database in a process of its own, which several processes of a site share as they would a server. */
export class SharedDatabase {
  readonly #folder: string;
  #child: ChildProcess | undefined;
  url = '';

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async start(folder: string): Promise<SharedDatabase> {
    const database = new SharedDatabase(folder);
    await database.start();
    return database;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const { VITEST: _, NODE_OPTIONS: __, ...env } = process.env;
    const child = fork(join(import.meta.dirname, 'database.child.ts'), [this.#folder], { env });
    this.#child = child;
    const [url] = await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => {
        throw new Error(`The database ended (${code}).`);
      }),
    ]);
    this.url = url as string;
  }

  /** @param signal SIGKILL leaves no chance to clean up */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }
}
