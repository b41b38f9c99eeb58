import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Binary, type Collection, type Db } from 'mongodb';
import { workerFileOf } from '#contract/language-choice.ts';
import { languagePathOf, ownLanguage, siteLanguageTags } from '#contract/languages.ts';
import type { Now } from './clock.ts';
import { filesBelow } from './folders.ts';
import { isDuplicate } from './mongo.ts';
import { small } from './placement.ts';
import { TtlValue } from './ttl-value.ts';

type FileRow = { _id: string; bytes: Binary; isBrotli: boolean; seenAt: Date };
type BuildRow = { _id: string; firstSeenAt: Date; seenAt: Date };
type Deps = {
  db: Db;
  /** The folder of this process's build. */
  page: string;
  now: Now;
  /** Whether other processes may serve the same site. */
  isShared: boolean;
};

export type BuildFile = { bytes: Uint8Array; isBrotli: boolean };

const day = 24 * 3600;
/** Seconds for which open pages may still request files of a build that no process runs any more. */
const maxAge = 30 * day;
/** Milliseconds after its last heartbeat for which a build counts as running; each process gives one a minute. */
const runningMs = 180_000;
const newestMaxAgeMs = 1_000;
/** Maximum time that a worker's request waits for the database. */
const maxWaitMs = 250;
const missingMaxAgeMs = 10_000;
const maxMissing = 1_000;

/** Files without a hash in their names. A service worker requests them with the MD5 of their content. */
const revisioned = ['favicon.svg', ...siteLanguageTags.map((tag) => `${languagePathOf(tag)}/index.html`.slice(1))];
const workers = siteLanguageTags.map(workerFileOf);
const copies = /\.(?:br|gz|map)$/;

/** @param worker the name of its file */
const workerId = (worker: string, build: string) => `/${worker}?${build}`;
const hashOf = (algorithm: string, bytes: Buffer) => createHash(algorithm).update(bytes).digest('hex');
const bytesOf = (file: string): Promise<Buffer | null> => readFile(file).catch(() => null);

async function assetNames(page: string): Promise<string[]> {
  const names = await readdir(join(page, 'assets')).catch((): string[] => []);
  return names.filter((name) => !name.startsWith('.') && !copies.test(name));
}

/** Reads a file, or its brotli copy if there is one. */
async function smallestOf(file: string): Promise<BuildFile> {
  const brotli = await bytesOf(`${file}.br`);
  return { bytes: brotli ?? (await readFile(file)), isBrotli: brotli !== null };
}

/**
 * The page's files of every build that ran in the last 30 days, in the database: while a new version is rolled out, a
 * page of one build may request its files from a process with another.
 */
export class BuildStore {
  readonly placement = { buildFiles: small, builds: small };
  readonly #files: Collection<FileRow>;
  readonly #builds: Collection<BuildRow>;
  readonly #page: string;
  readonly #now: Now;
  readonly #isShared: boolean;
  /** Identifies the build; the worker names each file of it. */
  #id: string | null = null;
  #storedAt = 0;
  /** Ids of this build's files. */
  #own: ReadonlySet<string> = new Set();
  /** The newest workers by the names of their files, if they are another build's. */
  readonly #workers = new Map<string, { build: string; file: BuildFile }>();
  readonly #newest: TtlValue<string | null>;
  /** Until when files are known to be missing. */
  readonly #missing = new Map<string, number>();

  constructor({ db, page, now, isShared }: Deps) {
    this.#files = db.collection('buildFiles');
    this.#builds = db.collection('builds');
    this.#page = page;
    this.#now = now;
    this.#isShared = isShared;
    this.#newest = new TtlValue(() => this.#findNewest(), { now, maxAgeMs: newestMaxAgeMs });
  }

  async createIndexes(): Promise<void> {
    await this.#files.createIndex({ seenAt: 1 }, { expireAfterSeconds: maxAge });
    await this.#builds.createIndex({ seenAt: 1 }, { expireAfterSeconds: maxAge });
  }

  /** The hash of this build's worker; null until its files were read, and without a page. */
  get id(): string | null {
    return this.#id;
  }

  /** Stores this build's files. They are no longer kept if that is not repeated for 30 days. */
  async store(): Promise<void> {
    const now = this.#now();
    await this.#storeFiles(now);
    this.#storedAt = now.getTime();
  }

  /**
   * Notes that the build is running, each minute, and stores its files each day in case they are missing. A build that
   * does not live for a minute is not offered to browsers.
   */
  async keep(): Promise<void> {
    const now = this.#now();
    if (now.getTime() - this.#storedAt >= day * 1000) await this.store();
    if (!this.#isShared || !this.#id) return;
    const seen = { $set: { seenAt: now }, $setOnInsert: { firstSeenAt: now } };
    await this.#builds.updateOne({ _id: this.#id }, seen, { upsert: true }).catch(ignoreDuplicate);
  }

  /** @param id path of a file; with its revision if its name has no hash */
  async fileOf(id: string): Promise<BuildFile | null> {
    const now = this.#now().getTime();
    if ((this.#missing.get(id) ?? 0) > now) return null;
    const row = await this.#files.findOne({ _id: id });
    if (row) return { bytes: row.bytes.value(), isBrotli: row.isBrotli };
    if (this.#missing.size >= maxMissing) this.#missing.clear();
    this.#missing.set(id, now + missingMaxAgeMs);
    return null;
  }

  /**
   * The service worker of the newest running build; null if that is this one. All processes serve the same worker:
   * a browser takes each other one for an update, and would go back and forth.
   * @param worker the name of its file, which tells its language
   */
  async newerWorker(worker: string): Promise<BuildFile | null> {
    if (!this.#isShared || !workers.includes(worker)) return null;
    const found = this.#findWorker(worker).catch(() => undefined);
    const known = await Promise.race([found, wait(maxWaitMs, undefined, { ref: false })]);
    // The database does not answer, but a worker is on the disk, or was found before.
    return known === undefined ? (this.#workers.get(worker)?.file ?? null) : known;
  }

  /** Whether a worker requests a file of this build, which is on the disk. */
  isOwn(path: string, revision: string): boolean {
    return this.#own.has(revisionedId(path, revision));
  }

  async #findWorker(worker: string): Promise<BuildFile | null> {
    const newest = await this.#newest.get();
    if (newest === null || newest === this.#id) this.#workers.delete(worker);
    else if (this.#workers.get(worker)?.build !== newest) {
      const file = await this.fileOf(workerId(worker, newest));
      if (file) this.#workers.set(worker, { build: newest, file });
      else this.#workers.delete(worker);
    }
    return this.#workers.get(worker)?.file ?? null;
  }

  async #findNewest(): Promise<string | null> {
    const running = { seenAt: { $gt: new Date(this.#now().getTime() - runningMs) } };
    const row = await this.#builds.findOne(running, { sort: { firstSeenAt: -1, _id: -1 } });
    return row?._id ?? null;
  }

  async #storeFiles(now: Date): Promise<void> {
    const files = await this.#listed();
    const ids = [...files.keys()];
    await this.#files.updateMany({ _id: { $in: ids } }, { $set: { seenAt: now } });
    const rows = await this.#files.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray();
    const known = new Set(rows.map(({ _id }) => _id));
    const missing = [...files].filter(([id]) => !known.has(id));
    if (missing.length === 0) return;
    const read = missing.map(async ([id, file]) => {
      const { bytes, isBrotli } = await smallestOf(file);
      return { _id: id, bytes: new Binary(bytes), isBrotli, seenAt: now };
    });
    await this.#files.insertMany(await Promise.all(read), { ordered: false }).catch(ignoreDuplicate);
  }

  /** This build's files by id. */
  async #listed(): Promise<Map<string, string>> {
    const page = this.#page;
    const files = new Map<string, string>();
    for (const name of await assetNames(page)) files.set(`/assets/${name}`, join(page, 'assets', name));
    const pictures = join(page, 'images/pages');
    for (const name of await filesBelow(pictures)) files.set(`/images/pages/${name}`, join(pictures, name));
    for (const name of revisioned) {
      const bytes = await bytesOf(join(page, name));
      if (bytes) files.set(revisionedId(`/${name}`, hashOf('md5', bytes)), join(page, name));
    }
    const own = await bytesOf(join(page, workerFileOf(ownLanguage)));
    this.#id = own && hashOf('sha256', own);
    for (const worker of this.#id ? workers : []) {
      if (existsSync(join(page, worker))) files.set(workerId(worker, this.#id ?? ''), join(page, worker));
    }
    this.#own = new Set(files.keys());
    return files;
  }
}

/** The query parameter is workbox's. */
export const revisionParameter = '__WB_REVISION__';
export const revisionedId = (path: string, revision: string): string => `${path}?${revisionParameter}=${revision}`;

/** Another process of the same build has stored it meanwhile. */
function ignoreDuplicate(error: unknown): void {
  if (!isDuplicate(error)) throw error;
}
