import { Problem } from '#contract/problems.ts';
import type { Log } from '../logs.ts';
import { CannotStore, type Storage } from './port.ts';
import type { S3Address } from './s3-address.ts';
import { S3Client, S3Failure, type S3Timeouts } from './s3-client.ts';

/** Objects that are deleted in parallel. */
const maxParallelDeletes = 8;
const retrySeconds = 10;
/** Timeout of one attempt at the start, in milliseconds. */
const startTryMs = 5_000;
const headers = { 'Content-Type': 'image/webp', 'Cache-Control': 'public, max-age=31536000, immutable' };

const keysRefused = 'rejects the keys of STORAGE_URL';
const sentences: Record<string, string> = {
  InvalidAccessKeyId: keysRefused,
  SignatureDoesNotMatch: keysRefused,
  InvalidToken: keysRefused,
  ExpiredToken: keysRefused,
  AccessDenied: 'does not let these keys list the bucket',
  NoSuchBucket: 'has no such bucket',
  PermanentRedirect: 'has the bucket in another region',
  AuthorizationHeaderMalformed: 'has the bucket in another region',
  RequestTimeTooSkewed: "says that this machine's clock is wrong",
};

function startSentence({ status, code }: S3Failure, { bucket, url }: S3Address): string {
  const where = `The photo storage (bucket ${bucket} at ${new URL(url).origin})`;
  if (status === 0) return `${where} does not answer: ${code}.`;
  return `${where} ${sentences[code] ?? 'refuses to list the bucket'} (${[status, code].filter(Boolean).join(' ')}).`;
}

/** Stores pictures in a bucket. S3's puts are atomic. */
export class S3Storage implements Storage {
  readonly #address: S3Address;
  readonly #client: S3Client;
  readonly #starting: S3Client;
  readonly #log: Log;

  constructor(address: S3Address, log: Log, patience: S3Timeouts = {}) {
    this.#address = address;
    this.#client = new S3Client(address, patience);
    this.#starting = new S3Client(address, { tryMs: startTryMs, ...patience });
    this.#log = log;
  }

  async check(): Promise<void> {
    try {
      await this.#starting.pages('', { 'max-keys': '1' }).next();
    } catch (cause) {
      if (!(cause instanceof S3Failure)) throw cause;
      throw new CannotStore(startSentence(cause, this.#address), { cause });
    }
  }

  /** @throws unavailable */
  put(key: string, bytes: Uint8Array): Promise<void> {
    return this.#orUnavailable(() => this.#client.put(key, bytes, headers));
  }

  /** @throws unavailable */
  get(key: string): Promise<Buffer<ArrayBuffer> | null> {
    return this.#orUnavailable(() => this.#client.get(key));
  }

  /** @throws unavailable */
  remove(prefix: string): Promise<void> {
    return this.#orUnavailable(async () => {
      for await (const keys of this.#client.pages(`${prefix}/`)) await this.#delete(keys);
    });
  }

  /** There is nothing to tidy: an interrupted put never becomes an object. */
  async tidy(): Promise<void> {}

  // Deletes one by one, because not every S3-compatible server supports deleting many in one call.
  async #delete(keys: string[]): Promise<void> {
    const work = async () => {
      for (let key = keys.pop(); key !== undefined; key = keys.pop()) await this.#client.remove(key);
    };
    await Promise.all(Array.from({ length: maxParallelDeletes }, work));
  }

  async #orUnavailable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof S3Failure)) throw cause;
      this.#log.error({ err: cause }, 'photo storage failed');
      throw new Problem('unavailable', { cause, details: { retryAfter: retrySeconds } });
    }
  }
}
