import { readdir, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesBelow } from './folders.ts';
import { FolderStorage } from './storage/folder.ts';
import type { S3Address } from './storage/s3-address.ts';
import { S3Client, S3Failure } from './storage/s3-client.ts';

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
    return (await filesBelow(join(this.#root, folder))).map((path) => `${folder}/${path}`);
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

  put(key: string, bytes: Uint8Array): Promise<void> {
    return this.#orRefuse(() => this.#client.put(key, bytes, headers));
  }

  get(key: string): Promise<Buffer | null> {
    return this.#orRefuse(() => this.#client.get(key));
  }

  list(folder: string): Promise<string[]> {
    return this.#orRefuse(async () => (await Array.fromAsync(this.#client.pages(`${folder}/`))).flat());
  }

  remove(key: string): Promise<void> {
    return this.#orRefuse(() => this.#client.remove(key));
  }

  /** An interrupted put never becomes an object. */
  async tidy(): Promise<void> {}

  async #orRefuse<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof S3Failure)) throw cause;
      const { bucket, url } = this.#address;
      throw new CannotBackUp(`The bucket ${bucket} at ${new URL(url).origin}: ${cause.message}.`, { cause });
    }
  }
}

/** Opens a folder or a bucket. */
export const openBackupPlace = (to: string | S3Address): BackupPlace =>
  typeof to === 'string' ? new FolderPlace(to) : new BucketPlace(to);
