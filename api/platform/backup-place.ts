import { readdir, rmdir } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { FolderStorage } from './storage/folder.ts';
import type { S3Address } from './storage/s3-address.ts';
import { S3Client, S3Failure } from './storage/s3-client.ts';
import { pageOf } from './storage/s3-xml.ts';

/** Where backups are kept. Keys are relative paths, separated by `/`. */
export interface BackupPlace {
  /** Stores bytes atomically. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Reads the bytes; null if there are none. */
  get(key: string): Promise<Buffer | null>;
  /** Lists the keys that begin with a folder's name and `/`. */
  list(folder: string): Promise<string[]>;
  remove(key: string): Promise<void>;
  /** Deletes what interrupted puts have left. */
  tidy(): Promise<void>;
}

/** Why the place cannot be used, in one sentence for operators. */
export class CannotBackUp extends Error {}

const dayMs = 86_400_000;

class FolderPlace implements BackupPlace {
  readonly #root: string;
  readonly #files: FolderStorage;

  constructor(root: string) {
    this.#root = root;
    this.#files = new FolderStorage(root);
  }

  async #assertThere(): Promise<void> {
    // A disk that is not mounted must not be filled in the place of its mount point.
    await readdir(this.#root).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code === 'ENOENT') throw new CannotBackUp(`There is no folder ${this.#root}.`, { cause });
      throw new CannotBackUp(`The folder ${this.#root} cannot be read: ${cause.message}`, { cause });
    });
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#assertThere();
    await this.#files.put(key, bytes).catch((cause: Error) => {
      throw new CannotBackUp(`Cannot write to ${this.#root}: ${cause.message}`, { cause });
    });
  }

  get(key: string): Promise<Buffer | null> {
    return this.#files.get(key);
  }

  async list(folder: string): Promise<string[]> {
    await this.#assertThere();
    const entries = await readdir(join(this.#root, folder), { recursive: true, withFileTypes: true }).catch(() => []);
    return entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        join(parentPath, name)
          .slice(this.#root.length + 1)
          .split(sep)
          .join('/'),
      );
  }

  async remove(key: string): Promise<void> {
    await this.#files.remove(key);
    // An empty folder goes, too.
    await rmdir(dirname(join(this.#root, key))).catch(() => undefined);
  }

  tidy(): Promise<void> {
    return this.#files.tidy(dayMs);
  }
}

const headers = { 'Content-Type': 'application/octet-stream' };
/** Parts are larger than pictures, and nobody waits. */
const timeouts = { tries: 5, tryMs: 120_000, wholeMs: 400_000 };

class BucketPlace implements BackupPlace {
  readonly #address: S3Address;
  readonly #client: S3Client;

  constructor(address: S3Address) {
    this.#address = address;
    this.#client = new S3Client(address, timeouts);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const body = new Uint8Array(bytes);
    await this.#send({ method: 'PUT', key: this.#address.prefix + key, headers, body });
  }

  async get(key: string): Promise<Buffer | null> {
    const answer = await this.#send({ method: 'GET', key: this.#address.prefix + key }, true);
    return answer.status === 404 ? null : answer.bytes;
  }

  async list(folder: string): Promise<string[]> {
    const { prefix } = this.#address;
    const all: string[] = [];
    let next: string | undefined;
    do {
      const query = {
        'list-type': '2',
        prefix: `${prefix}${folder}/`,
        ...(next && { 'continuation-token': next }),
      };
      const page = pageOf((await this.#send({ method: 'GET', query })).bytes.toString('utf8'));
      all.push(...page.keys.map((key) => key.slice(prefix.length)));
      next = page.next;
    } while (next);
    return all;
  }

  async remove(key: string): Promise<void> {
    await this.#send({ method: 'DELETE', key: this.#address.prefix + key }, true);
  }

  /** An interrupted put never becomes an object. */
  async tidy(): Promise<void> {}

  async #send(call: Parameters<S3Client['send']>[0], mayBeMissing = false) {
    const { bucket, url } = this.#address;
    const where = `The bucket ${bucket} at ${new URL(url).origin}`;
    const answer = await this.#client.send(call).catch((cause: unknown) => {
      if (!(cause instanceof S3Failure)) throw cause;
      throw new CannotBackUp(`${where}: ${cause.message}.`, { cause });
    });
    const { status, code } = answer;
    if (status < 300 || (mayBeMissing && status === 404 && code !== 'NoSuchBucket')) return answer;
    const what = call.query ? 'LIST' : call.method;
    throw new CannotBackUp(`${where}: ${what} got the answer ${[status, code].filter(Boolean).join(' ')}.`);
  }
}

/** Opens a folder or a bucket. */
export const openBackupPlace = (to: string | S3Address): BackupPlace =>
  typeof to === 'string' ? new FolderPlace(to) : new BucketPlace(to);
