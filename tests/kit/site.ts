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
import { siteEnvironment, siteHost } from './site-host.ts';

const entry = join(import.meta.dirname, '../../api/cli/serve.ts');
const entryOfPage = join(import.meta.dirname, 'serve-page.ts');
const startLimitMs = 60_000;

type Options = {
  /**
   * Whether the site has the sample community: a copy of the run's, or with `new` created again, by the site itself if
   * possible.
   */
  demo?: boolean | 'new';
  env?: Record<string, string>;
  origin?: string;
  /** Folder of another build than the production one. */
  page?: string;
  /** Folder with data of an earlier site, which is not deleted. */
  folder?: string;
  /** Whether it has a process of its own, which can be killed or measured and has its own log and environment. */
  isAlone?: boolean;
};

/** The real site, which can be stopped and restarted with the same data. */
export class Site {
  readonly folder: string;
  readonly port: number;
  /** The public origin: the site itself, or a proxy before it. */
  readonly origin: string;
  readonly #env: Record<string, string>;
  readonly #entry: string;
  readonly #isFolderKept: boolean;
  readonly #isAlone: boolean;
  /** Name of the site's database on the tests' server; null when the site has its own server. */
  readonly #database = testServer ? newDatabaseName() : null;
  #process: ChildProcess | null = null;
  #isInHost = false;
  #client: MongoClient | null = null;
  /** The site's log output. */
  log = '';
  /** The address that opens the mailbox in a browser. */
  mailbox = '';

  private constructor(folder: string, port: number, options: Options) {
    const { demo = false, env = {}, origin, page } = options;
    this.folder = folder;
    this.#isFolderKept = options.folder !== undefined;
    this.#isAlone = options.isAlone ?? page !== undefined;
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

  /** `MONGODB_URL` of the site; undefined when it has its own server. */
  get mongodbUrl(): string | undefined {
    return testServer && this.#database ? addressOf(testServer, this.#database) : undefined;
  }

  static async start(options: Options = {}): Promise<Site> {
    const site = new Site(options.folder ?? (await mkdtemp(join(tmpdir(), 'headbadge-'))), await freePort(), options);
    // A site on an external server creates no sample community by itself.
    if (site.mongodbUrl && options.demo) await seedDemo(site.folder, site.mongodbUrl);
    else if (options.demo === true) await copyDemo(site.folder);
    await site.start();
    return site;
  }

  /** Pid of the process of a site that is alone; undefined while stopped. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /**
   * @param settings changed settings
   * @param limitMs time limit for the start
   */
  async start(settings: Record<string, string> = {}, limitMs = startLimitMs): Promise<void> {
    if (!this.#isAlone) {
      this.#isInHost = true;
      this.mailbox = await siteHost().start(this.port, { ...this.#env, ...settings }, (text) => {
        this.log += text;
      });
      return;
    }
    const child = spawn(process.execPath, [this.#entry], {
      env: { ...siteEnvironment(), ...this.#env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    // A test that fails early must not leave a site running.
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
        this.mailbox = /\S+\/mailbox\?code=\S+/.exec(String(chunk))?.[0] ?? '';
        clearTimeout(limit);
        resolve();
      });
      child.once('exit', (code) => reject(new Error(`The site ended (${code}).\n${this.log}`)));
    });
  }

  /** Stops the site like an operator. */
  stop(): Promise<void> {
    return this.#end('SIGTERM');
  }

  /** Kills the process of a site that is alone, without a chance to clean up. */
  kill(): Promise<void> {
    return this.#end('SIGKILL');
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    await this.#client?.close();
    this.#client = null;
    if (this.#isInHost) {
      if (signal === 'SIGKILL') throw new Error('Other sites run in its process.');
      this.#isInHost = false;
      await siteHost().stop(this.port);
    }
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  /** The site's database. */
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
    if (!this.#isFolderKept) await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
