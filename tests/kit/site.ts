import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { runningMongoUrl } from '#api/embedded-mongo/running.ts';
import { easyWork } from './challenge.ts';
import { newestLink } from './mails.ts';
import { freePort } from './ports.ts';
import { copyDemo, seedDemo } from './seed-demo.ts';
import { addressOf, newDatabaseName, testServer } from './server.ts';

const entry = join(import.meta.dirname, '../../api/cli/serve.ts');
const entryOfPage = join(import.meta.dirname, 'serve-page.ts');
const startLimitMs = 60_000;

type Options = {
  /** Whether there is the sample community, as a run has made it once; or made anew, by the site itself if it may. */
  demo?: boolean | 'anew';
  env?: Record<string, string>;
  origin?: string;
  /** The folder of another build of the page than the visitors' one. */
  page?: string;
  /** A folder with data of an earlier site, which stays. */
  folder?: string;
};

/** The real site as a process of its own, which can be stopped, killed and started again on the same data. */
export class Site {
  readonly folder: string;
  readonly port: number;
  /** What visitors type: the site itself, or what stands before it. */
  readonly origin: string;
  readonly #env: Record<string, string>;
  readonly #entry: string;
  readonly #keepsFolder: boolean;
  /** The site's database on the server of the tests; null where the site has its own. */
  readonly #database = testServer ? newDatabaseName() : null;
  #process: ChildProcess | null = null;
  #client: MongoClient | null = null;
  /** Everything that the site wrote to its log. */
  log = '';

  private constructor(folder: string, port: number, options: Options) {
    const { demo = false, env = {}, origin, page } = options;
    this.folder = folder;
    this.#keepsFolder = options.folder !== undefined;
    this.port = port;
    this.origin = origin ?? `http://localhost:${port}`;
    this.#entry = page ? entryOfPage : entry;
    this.#env = {
      PORT: String(port),
      PUBLIC_ORIGIN: this.origin,
      DATA_DIR: folder,
      CHALLENGE: easyWork,
      DEMO: demo ? 'on' : 'off',
      ...(this.mongodbUrl && { MONGODB_URL: this.mongodbUrl }),
      ...(page && { PAGE: page }),
      ...env,
    };
  }

  /** What the site is told of its database; undefined where it has its own. */
  get mongodbUrl(): string | undefined {
    return testServer && this.#database ? addressOf(testServer, this.#database) : undefined;
  }

  static async start(options: Options = {}): Promise<Site> {
    const site = new Site(options.folder ?? (await mkdtemp(join(tmpdir(), 'headbadge-'))), await freePort(), options);
    // On a server of somebody else's a site makes no sample community by itself.
    if (site.mongodbUrl && options.demo) await seedDemo(site.folder, site.mongodbUrl);
    else if (options.demo === true) await copyDemo(site.folder);
    await site.start();
    return site;
  }

  /** The process that runs it; undefined while none does. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /**
   * @param settings that are others than at the first start
   * @param limitMs within which it has to answer
   */
  async start(settings: Record<string, string> = {}, limitMs = startLimitMs): Promise<void> {
    const { NODE_OPTIONS: _, VITEST: __, NODE_ENV: ___, ...env } = process.env;
    const child = spawn(process.execPath, [this.#entry], {
      env: { ...env, ...this.#env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    // A test that fails before its own end leaves no site running.
    const end = () => child.kill('SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
    child.stderr?.on('data', (chunk: Buffer) => {
      this.log += chunk;
    });
    await new Promise<void>((resolve, reject) => {
      const limit = setTimeout(() => reject(new Error(`The site did not start.\n${this.log}`)), limitMs);
      child.stdout?.on('data', (chunk: Buffer) => {
        if (!chunk.includes('http')) return;
        clearTimeout(limit);
        resolve();
      });
      child.once('exit', (code) => reject(new Error(`The site ended (${code}).\n${this.log}`)));
    });
  }

  /** Asks the site to end, as an operator does. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Ends the site without a chance to tidy up. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    await this.#client?.close();
    this.#client = null;
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  /** The site's own database, by the driver. */
  async db(): Promise<Db> {
    this.#client ??= await new MongoClient(testServer ?? runningMongoUrl(this.folder) ?? '').connect();
    return this.#client.db(this.#database ?? 'headbadge');
  }

  linkMailedTo(email: string): Promise<string> {
    return newestLink(this.folder, email);
  }

  async close(): Promise<void> {
    await this.stop();
    if (this.#database) {
      await (await this.db()).dropDatabase();
      await this.#end('SIGTERM');
    }
    if (!this.#keepsFolder) await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
