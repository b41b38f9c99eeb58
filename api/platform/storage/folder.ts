import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeOrphans } from '../orphans.ts';
import { CannotStore, type Storage } from './port.ts';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Private to this account, because pictures may be removed by moderators. */
const ownFolder = { recursive: true, mode: 0o700 };

export class FolderStorage implements Storage {
  readonly #root: string;
  /** The folder of files that are not complete yet. */
  readonly #unfinished: string;

  constructor(root: string) {
    this.#root = root;
    this.#unfinished = join(root, 'unfinished');
  }

  async check(): Promise<void> {
    try {
      await mkdir(this.#unfinished, ownFolder);
    } catch (cause) {
      throw new CannotStore(`Cannot store photos in ${this.#root}: ${(cause as Error).message}`, { cause });
    }
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const path = join(this.#root, key);
    const half = join(this.#unfinished, `${randomUUID()}.part`);
    await mkdir(this.#unfinished, ownFolder);
    await mkdir(dirname(path), ownFolder);
    try {
      await using file = await open(half, 'wx', 0o600);
      await file.writeFile(bytes);
      await file.sync();
      await rename(half, path);
    } catch (error) {
      await rm(half, { force: true });
      throw error;
    }
  }

  async get(key: string): Promise<Buffer<ArrayBuffer> | null> {
    try {
      return await readFile(join(this.#root, key));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  async remove(prefix: string): Promise<void> {
    await rm(join(this.#root, prefix), { recursive: true, force: true });
  }

  tidy(age: number): Promise<void> {
    return removeOrphans(this.#unfinished, age);
  }
}
