import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');
const sources = ['api', 'index.html', 'package.json', 'public', 'src', 'sw', 'tsconfig.json', 'vite.config.ts'];

/** A copy of the sources served by `npm run dev`, which a test may change. Installed packages are linked. */
export class SourceCopy {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async make(): Promise<SourceCopy> {
    const folder = await mkdtemp(join(tmpdir(), 'headbadge-sources-'));
    await Promise.all(sources.map((name) => cp(join(repository, name), join(folder, name), { recursive: true })));
    // A folder of its own, as Vite and Node keep caches in it.
    await mkdir(join(folder, 'node_modules'));
    const packages = (await readdir(join(repository, 'node_modules'))).filter((name) => !name.startsWith('.'));
    const link = (name: string) =>
      symlink(join(repository, 'node_modules', name), join(folder, 'node_modules', name), 'junction');
    await Promise.all(packages.map(link));
    return new SourceCopy(folder);
  }

  get devScript(): string {
    return join(this.#folder, 'api/cli/dev.ts');
  }

  /** Replaces text in a file. @throws Error when it is not found */
  async change(path: string, from: string, to: string): Promise<void> {
    const file = join(this.#folder, path);
    const text = await readFile(file, 'utf8');
    if (!text.includes(from)) throw new Error(`${path} does not contain ${from}`);
    await writeFile(file, text.replace(from, to));
  }

  remove(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A running development server. */
export class DevServer {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  /** Output to stdout and stderr. */
  output = '';

  constructor(script: string, env: Record<string, string>) {
    const { NODE_OPTIONS: _, VITEST: __, NODE_ENV: ___, ...inherited } = process.env;
    this.#child = spawn(process.execPath, [script], {
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk;
      });
    }
    this.#closed = once(this.#child, 'close');
    const kill = () => this.#child.kill('SIGKILL');
    process.once('exit', kill);
    this.#child.once('exit', () => process.off('exit', kill));
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Waits until the API server runs. */
  async started(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#child.stdout?.on('data', () => this.output.includes('is running at') && resolve());
      this.#child.once('close', () => reject(new Error(`The development server ended.\n${this.output}`)));
    });
  }

  /**
   * Waits until every process that writes to its output has ended, including children.
   * @returns its exit code; null when a signal ended it
   */
  async ended(): Promise<number | null> {
    await this.#closed;
    return this.#child.exitCode;
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return this.ended();
  }
}
