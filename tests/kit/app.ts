import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from 'mongodb';
import { type App, createApp } from '#api/app.ts';
import type { PublicTransport } from '#api/platform/addresses/public-transport.ts';
import type { Now } from '#api/platform/clock.ts';
import { Jobs } from '#api/platform/jobs.ts';
import { createLog, type Log } from '#api/platform/logs.ts';
import { Passwords } from '#api/platform/passwords.ts';
import { readConfig } from '#api/platform/settings/config.ts';
import { kindOf, shardAll } from '#api/platform/sharding.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import { confirmEmail, signup } from '#contract/accounts.ts';
import { type ChallengePurpose, getChallenge } from '#contract/challenge.ts';
import { type Body, type Endpoint, pathOf, type Query, type Reply } from '#contract/endpoint.ts';
import { challengeHeader, type Envelope, idempotencyHeader, ok } from '#contract/envelope.ts';
import { type Id, newId } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { putPhoto, type StoredPhoto } from '#contract/photos.ts';
import { easyWork, solved } from './challenge.ts';
import { cheapHashing } from './cheap-hashing.ts';
import { TestDatabase } from './database.ts';
import { testServer } from './server.ts';

type CallOptions<E> = {
  params?: Record<string, string>;
  query?: Query;
  /** A valid body, or one that the call must refuse. */
  body?: Body<E> | Record<string, unknown> | undefined;
  /** The Idempotency-Key; a new one by default. */
  key?: Id;
  headers?: Record<string, string>;
};
type SentPhoto = { id?: Id; key?: Id; digest?: string | undefined; headers?: Record<string, string> };
export type Answered<T> = { status: number; headers: Headers; answer: Envelope<T> };

const origin = 'http://localhost';
export const goodPassword = 'winding mountain roads';

/** SHA-256 in base64, as in `Content-Digest`. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

type AppOptions = {
  /** A database shared by several apps; the caller closes it. */
  database?: TestDatabase;
  /** Wraps the app's database, to observe or disturb it. */
  through?: (database: TestDatabase) => Db;
  /** The server's clock, for tests that move it. */
  now?: Now;
  /** Folder of the built page, for tests of server-side rendering. */
  page?: string;
  /** The app's log, for tests that read it. */
  log?: Log;
  /** The password hasher, for tests that measure its time. */
  passwords?: Passwords;
  /** The way to push services. */
  pushTransport?: PublicTransport;
  /** Keys that the test changes. */
  signingKeys?: SigningKeys;
  /** Creates all indexes, although an app has run on the database before. */
  createsIndexes?: true;
  /** Jobs run only when the test runs them. */
  still?: true;
};

/** Jobs that a test can run at once. */
class NamedJobs extends Jobs {
  readonly #works = new Map<string, (stopping: AbortSignal) => Promise<unknown>>();
  readonly #still: boolean;

  constructor(log: Log, still = false) {
    super(log);
    this.#still = still;
  }

  override every(seconds: number, name: string, work: (stopping: AbortSignal) => Promise<unknown>): void {
    this.#works.set(name, work);
    if (!this.#still) super.every(seconds, name, work);
  }

  get names(): string[] {
    return [...this.#works.keys()];
  }

  async run(name: string, stopping: AbortSignal): Promise<unknown> {
    const work = this.#works.get(name);
    if (!work) throw new Error(`There is no job "${name}".`);
    return work(stopping);
  }
}

const textOfMail = async (file: string): Promise<string> =>
  (await readFile(file, 'utf8')).replaceAll('=\r\n', '').replaceAll('=3D', '=');

/** Databases whose indexes an app has created. Creating them again would take most of another app's start. */
const indexed = new WeakSet<TestDatabase>();

const withoutIndexing = (db: Db): Db =>
  new Proxy(db, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name !== 'collection') return value.bind(target);
      const done = { createIndexes: async () => [], createIndex: async () => '' };
      return (collection: string) => Object.assign(target.collection(collection), done);
    },
  });

/** The whole server in this process, with a database of its own, called through its HTTP interface. */
export class TestApp {
  readonly database: TestDatabase;
  readonly #jobs: NamedJobs;
  readonly #made: App;
  readonly #ownsDatabase: boolean;

  private constructor(database: TestDatabase, jobs: NamedJobs, made: App, ownsDatabase: boolean) {
    this.database = database;
    this.#jobs = jobs;
    this.#made = made;
    this.#ownsDatabase = ownsDatabase;
  }

  static async open(env: Record<string, string> = {}, options: AppOptions = {}): Promise<TestApp> {
    const database = options.database ?? (await TestDatabase.open());
    const log = options.log ?? createLog({ level: 'silent' });
    const jobs = new NamedJobs(log, options.still);
    const config = readConfig({ PUBLIC_ORIGIN: origin, DATA_DIR: database.folder, CHALLENGE: easyWork, ...env });
    const page = options.page ?? database.folder;
    const itself = options.through?.(database) ?? database.db;
    const db = indexed.has(database) && !options.createsIndexes ? withoutIndexing(itself) : itself;
    const now = options.now ?? (() => new Date());
    const passwords = options.passwords ?? new Passwords(cheapHashing);
    const { pushTransport, signingKeys = new SigningKeys(config.keys) } = options;
    const services = { jobs, now, log, passwords, pushTransport, signingKeys };
    const made = await createApp({ config, db, ownDatabase: true, page, ...services });
    indexed.add(database);
    const { client } = database.mongo;
    // Other servers with MongoDB's protocol may not answer.
    const kind = testServer && (await kindOf(client).catch(() => null));
    if (kind === 'router') await shardAll(client, database.db, made.placements, () => undefined);
    return new TestApp(database, jobs, made, !options.database);
  }

  get db() {
    return this.database.db;
  }

  /** The sample community, which a start creates and a command removes. */
  get demo(): App['demo'] {
    return this.#made.demo;
  }

  /** Where a cluster stores each collection. */
  get placements(): App['placements'] {
    return this.#made.placements;
  }

  /** Documents that cached routes depend on. */
  get cacheDependencies(): App['cacheDependencies'] {
    return this.#made.cacheDependencies;
  }

  request(path: string, init?: RequestInit): Promise<Response> {
    return Promise.resolve(this.#made.app.request(path, init));
  }

  /** Emits events as the services do. */
  get emit(): App['emit'] {
    return this.#made.emit;
  }

  /** Runs a background job now. @param stopping aborts when the server stops */
  runJob(name: string, stopping = new AbortController().signal): Promise<unknown> {
    return this.#jobs.run(name, stopping);
  }

  /** Names of all background jobs. */
  get jobNames(): string[] {
    return this.#jobs.names;
  }

  /** All routes, including those missing from the API description. */
  get routes(): { method: string; path: string; handler: { name: string } }[] {
    return this.#made.app.routes;
  }

  /** Waits until the work that replies have started in the background is done. */
  async idle(): Promise<void> {
    await this.#made.bikes.counters.counted();
    await this.#jobs.idle();
  }

  /** Returns the decoded mails, oldest first. */
  async mails(): Promise<string[]> {
    return Promise.all((await this.#mailFiles()).map(textOfMail));
  }

  /** Returns the token in the newest mail to an address. */
  async tokenMailedTo(email: string): Promise<string> {
    for (const file of (await this.#mailFiles()).reverse()) {
      const mail = await textOfMail(file);
      const token = mail.includes(`To: ${email}`) && /token=([\w-]+)/.exec(mail)?.[1];
      if (token) return token;
    }
    throw new Error(`No link was mailed to ${email}.`);
  }

  async #mailFiles(): Promise<string[]> {
    await this.idle();
    const folder = join(this.database.folder, 'mails');
    const files = await readdir(folder).catch((): string[] => []);
    return files
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => join(folder, name));
  }

  /** Signs a member up and confirms the address, which logs in. */
  async member(username: string): Promise<{ browser: TestBrowser; user: Person }> {
    const browser = new TestBrowser(this);
    const email = `${username}@example.org`;
    await browser.call(signup, { body: { id: newId(), username, email, password: goodPassword, terms: true } });
    const token = await this.tokenMailedTo(email);
    const { answer } = await browser.call(confirmEmail, { body: { token, password: goodPassword } });
    if (!answer.successful) throw new Error(`${username} cannot confirm.`);
    const { id, avatar } = answer.data.authUser;
    return { browser, user: { id, username, avatar } };
  }

  /** Returns the browser of a new member. */
  async join(username: string): Promise<TestBrowser> {
    return (await this.member(username)).browser;
  }

  async close(): Promise<void> {
    await this.#jobs.stop();
    await this.#made.close();
    if (this.#ownsDatabase) await this.database.close();
  }
}

/** A browser without a page: keeps cookies and sends the headers that our pages send. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #app: Pick<TestApp, 'request'>;
  readonly #address: string | undefined;

  /** @param address client IP address, for an app that trusts its proxy */
  constructor(app: Pick<TestApp, 'request'>, address?: string) {
    this.#app = app;
    this.#address = address;
  }

  /** Returns a browser with the same cookies at another process of the same site. */
  with(app: Pick<TestApp, 'request'>): TestBrowser {
    const other = new TestBrowser(app, this.#address);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  /**
   * Sends a call by its declaration. Solves a challenge where the call needs one, and adds an idempotency key to
   * writes. `headers` overrides these.
   */
  async call<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<Answered<Reply<E>>> {
    const { params = {}, query, body, key = newId(), headers = {} } = options;
    const { challenge } = endpoint;
    const answer = challenge && !(challengeHeader in headers) ? await this.solve(challenge) : undefined;
    const response = await this.#app.request(pathOf(endpoint, params as never, query), {
      method: endpoint.method,
      headers: {
        ...this.#own(),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(endpoint.method !== 'GET' && { [idempotencyHeader]: key }),
        ...(answer && { [challengeHeader]: answer }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    this.#keepCookies(response);
    return {
      status: response.status,
      headers: response.headers,
      // 304 has no body.
      answer: (endpoint.file && response.ok ? ok(null) : JSON.parse((await response.text()) || 'null')) as Envelope<
        Reply<E>
      >,
    };
  }

  /** Requests a challenge and solves it. */
  async solve(purpose: ChallengePurpose): Promise<string> {
    const { answer } = await this.call(getChallenge, { query: { for: purpose } });
    if (!answer.successful) throw new Error('There is no challenge.');
    return solved(answer.data);
  }

  /** Uploads a photo with its digest, unless `digest` is given. A stream needs the digest. */
  async sendPhoto(
    bytes: Buffer | ReadableStream<Uint8Array>,
    { id = newId(), key = newId(), digest, headers: more }: SentPhoto = {},
  ): Promise<Answered<StoredPhoto>> {
    const slow = bytes instanceof ReadableStream;
    const sum = digest ?? (slow ? '' : digestOf(bytes));
    const response = await this.#app.request(pathOf(putPhoto, { photoId: id }), {
      method: putPhoto.method,
      headers: { ...this.#own(), 'Content-Digest': `sha-256=:${sum}:`, [idempotencyHeader]: key, ...more },
      ...(slow ? { body: bytes, duplex: 'half' } : { body: new Uint8Array(bytes) }),
    });
    const { status, headers } = response;
    return { status, headers, answer: (await response.json()) as Envelope<StoredPhoto> };
  }

  #own(): Record<string, string> {
    const cookies = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    return {
      'Sec-Fetch-Site': 'same-origin',
      ...(cookies && { Cookie: cookies }),
      ...(this.#address !== undefined && { 'X-Forwarded-For': this.#address }),
    };
  }

  #keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}
