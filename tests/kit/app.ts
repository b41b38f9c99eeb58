import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from 'mongodb';
import { type App, createApp } from '#api/app.ts';
import type { Now } from '#api/platform/clock.ts';
import { readConfig } from '#api/platform/config.ts';
import { Jobs } from '#api/platform/jobs.ts';
import { createLog, type Log } from '#api/platform/logs.ts';
import { Passwords } from '#api/platform/passwords.ts';
import { confirmEmail, signup } from '#contract/accounts.ts';
import { type ChallengePurpose, challengeHeader, getChallenge } from '#contract/challenge.ts';
import { type Body, type Endpoint, pathOf, type Query, type Reply } from '#contract/endpoint.ts';
import { type Envelope, idempotencyHeader, ok } from '#contract/envelope.ts';
import { type Id, newId } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { putPhoto, type StoredPhoto } from '#contract/photos.ts';
import { easyWork, solved } from './challenge.ts';
import { TestDatabase } from './database.ts';

type CallOptions<E> = {
  params?: Record<string, string>;
  query?: Query;
  /** What the call wants, or something that it must refuse. */
  body?: Body<E> | Record<string, unknown> | undefined;
  /** The Idempotency-Key, a new one unless told. */
  key?: Id;
  headers?: Record<string, string>;
};
type SentPhoto = { id?: Id; key?: Id; digest?: string | undefined; headers?: Record<string, string> };
export type Answered<T> = { status: number; headers: Headers; answer: Envelope<T> };

const origin = 'http://localhost';
/** Two fifths of the work of all these tests would be to hash passwords at the cost that they are kept at. */
const littleWork = { memory: 64, passes: 1, parallelism: 1 };
export const goodPassword = 'winding mountain roads';

/** The SHA-256 that a `Content-Digest` carries, in base64. */
export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('base64');

type Given = {
  /** A database that several apps share; whoever opened it closes it. */
  database?: TestDatabase;
  /** How the app reaches its database, where a test looks on or interferes. */
  through?: (database: TestDatabase) => Db;
  /** The site's clock, where a test moves it. */
  now?: Now;
  /** The built page, where a test has pages drawn. */
  page?: string;
  /** Where the app writes its log, where a test reads it. */
  log?: Log;
  /** What hashes its passwords, where a test looks at the time that takes. */
  passwords?: Passwords;
  /** Its jobs run when the test runs them, and at no other time. */
  still?: true;
};

/** Jobs that a test can run without waiting for their time. */
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

/** The whole server in this process on a database of its own, spoken to through its public edge. */
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

  static async open(env: Record<string, string> = {}, given: Given = {}): Promise<TestApp> {
    const database = given.database ?? (await TestDatabase.open());
    const log = given.log ?? createLog({ level: 'silent' });
    const jobs = new NamedJobs(log, given.still);
    const config = readConfig({ PUBLIC_ORIGIN: origin, DATA_DIR: database.folder, CHALLENGE: easyWork, ...env });
    const page = given.page ?? database.folder;
    const db = given.through?.(database) ?? database.db;
    const now = given.now ?? (() => new Date());
    const passwords = given.passwords ?? new Passwords(littleWork);
    const made = await createApp({ config, db, ownDatabase: true, page, jobs, now, log, passwords });
    return new TestApp(database, jobs, made, !given.database);
  }

  get db() {
    return this.database.db;
  }

  /** The sample community, as a start brings it and a command takes it away. */
  get demo(): App['demo'] {
    return this.#made.demo;
  }

  request(path: string, init?: RequestInit): Promise<Response> {
    return Promise.resolve(this.#made.app.request(path, init));
  }

  /** Runs a background job now. @param stopping tells it that the site stops */
  runJob(name: string, stopping = new AbortController().signal): Promise<unknown> {
    return this.#jobs.run(name, stopping);
  }

  /** Every background job. */
  get jobNames(): string[] {
    return this.#jobs.names;
  }

  /** What the site answers to, also what its description does not tell of. */
  get routes(): { method: string; path: string; handler: { name: string } }[] {
    return this.#made.app.routes;
  }

  /** Nothing goes on any more behind what was answered. */
  idle(): Promise<void> {
    return this.#jobs.idle();
  }

  /** The mails that were sent, oldest first, readable. */
  async mails(): Promise<string[]> {
    await this.idle();
    const folder = join(this.database.folder, 'mails');
    const files = await readdir(folder).catch((): string[] => []);
    const names = files.filter((name) => name.endsWith('.eml')).sort();
    const read = async (name: string) => (await readFile(join(folder, name), 'utf8')).replaceAll('=\r\n', '');
    return (await Promise.all(names.map(read))).map((mail) => mail.replaceAll('=3D', '='));
  }

  /** The token in the newest mail to an address. */
  async tokenMailedTo(email: string): Promise<string> {
    const mail = (await this.mails()).findLast((one) => one.includes(`To: ${email}`) && one.includes('token='));
    const token = /token=([\w-]+)/.exec(mail ?? '')?.[1];
    if (!token) throw new Error(`No link was mailed to ${email}.`);
    return token;
  }

  /** Somebody who signed up, confirmed and so logged in. */
  async member(username: string): Promise<{ browser: TestBrowser; user: Person }> {
    const browser = new TestBrowser(this);
    const email = `${username}@example.org`;
    await browser.call(signup, { body: { id: newId(), username, email, password: goodPassword, terms: true } });
    const token = await this.tokenMailedTo(email);
    const { answer } = await browser.call(confirmEmail, { body: { token, password: goodPassword } });
    if (!answer.successful) throw new Error(`${username} cannot confirm.`);
    return { browser, user: answer.data.authUser };
  }

  /** A member's browser. */
  async join(username: string): Promise<TestBrowser> {
    return (await this.member(username)).browser;
  }

  async close(): Promise<void> {
    await this.#jobs.stop();
    await this.#made.close();
    if (this.#ownsDatabase) await this.database.close();
  }
}

/** A browser without a page: it keeps cookies and sends what a page of ours would send. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #app: Pick<TestApp, 'request'>;
  readonly #address: string | undefined;

  /** @param address where it is, on an app that trusts its proxy */
  constructor(app: Pick<TestApp, 'request'>, address?: string) {
    this.#app = app;
    this.#address = address;
  }

  /** This browser, logged in as it is, at another process of the same site. */
  with(app: Pick<TestApp, 'request'>): TestBrowser {
    const other = new TestBrowser(app, this.#address);
    for (const [name, value] of this.cookies) other.cookies.set(name, value);
    return other;
  }

  /**
   * Sends one call as it is declared, with the answer to a challenge where it wants one; a write carries a key of its own.
   * `headers` may say otherwise.
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
      // 304 has nothing to say.
      answer: (endpoint.file && response.ok ? ok(null) : JSON.parse((await response.text()) || 'null')) as Envelope<
        Reply<E>
      >,
    };
  }

  /** Asks for a challenge and answers it. */
  async solve(purpose: ChallengePurpose): Promise<string> {
    const { answer } = await this.call(getChallenge, { query: { for: purpose } });
    if (!answer.successful) throw new Error('There is no challenge.');
    return solved(answer.data);
  }

  /** Sends a photo with the digest that belongs to it, unless told another; one that comes slowly has to be told. */
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
