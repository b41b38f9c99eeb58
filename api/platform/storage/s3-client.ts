import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { observed, type StorageWork } from '../telemetry/work.ts';
import type { S3Address } from './s3-address.ts';
import { codeOf, pageOf } from './s3-xml.ts';

type Call = {
  method: 'GET' | 'PUT' | 'DELETE';
  /** The full key; missing for a call about the bucket. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
};

type Answer = {
  status: number;
  /** S3's error code; empty on success. */
  code: string;
  bytes: Buffer<ArrayBuffer>;
};

export type S3Timeouts = {
  /** Maximum of attempts for a call. */
  tries?: number;
  /** Timeout of one attempt in milliseconds, from the first byte sent to the last one read. */
  tryMs?: number;
  /** Timeout of all attempts of a call together, in milliseconds. */
  wholeMs?: number;
  /** Waits this many milliseconds between two attempts. */
  pause?(ms: number): Promise<unknown>;
};

/** A call without an answer, or with an unexpected one. */
export class S3Failure extends Error {
  /** 0 if there was no answer. */
  readonly status: number;
  /** S3's error code, or why there was no answer. */
  readonly code: string;

  constructor(message: string, { status = 0, code, cause }: { status?: number; code: string; cause?: unknown }) {
    super(message, { cause });
    this.name = 'S3Failure';
    this.status = status;
    this.code = code;
  }
}

const baseDelayMs = 200;
const busyCodes = ['RequestTimeout', 'SlowDown', 'Throttling'];
const isBusy = ({ status, code }: Answer) => status >= 500 || status === 429 || busyCodes.includes(code);

/** Returns the underlying reason of a failed fetch, which names no more than the host. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  if (name === 'TimeoutError') return 'it took too long';
  return cause?.message || cause?.code || message;
}

/** Sends signed requests (AWS Signature Version 4) to one bucket, with retries and random exponential backoff. */
export class S3Client {
  readonly #address: S3Address;
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  readonly #tries: number;
  readonly #tryMs: number;
  readonly #wholeMs: number;
  readonly #pause: (ms: number) => Promise<unknown>;

  constructor(
    address: S3Address,
    { tries = 4, tryMs = 20_000, wholeMs = 25_000, pause = setTimeout }: S3Timeouts = {},
  ) {
    this.#address = address;
    this.#tries = tries;
    this.#tryMs = tryMs;
    this.#wholeMs = wholeMs;
    this.#pause = (ms) => pause(ms);
  }

  /** Stores an object atomically. @throws S3Failure, as the next three do */
  async put(key: string, bytes: Uint8Array, headers: Record<string, string>): Promise<void> {
    await this.#accepted({ method: 'PUT', key: this.#address.prefix + key, headers, body: new Uint8Array(bytes) });
  }

  /** Reads an object; null if there is none. */
  async get(key: string): Promise<Buffer<ArrayBuffer> | null> {
    const answer = await this.#accepted({ method: 'GET', key: this.#address.prefix + key }, true);
    return answer.status === 404 ? null : answer.bytes;
  }

  async remove(key: string): Promise<void> {
    await this.#accepted({ method: 'DELETE', key: this.#address.prefix + key }, true);
  }

  /** Lists the keys that begin with a text, page by page. */
  async *pages(beginning: string, query: Record<string, string> = {}): AsyncGenerator<string[]> {
    const { prefix } = this.#address;
    let next: string | undefined;
    do {
      const listing = {
        'list-type': '2',
        prefix: prefix + beginning,
        ...query,
        ...(next && { 'continuation-token': next }),
      };
      const page = pageOf((await this.#accepted({ method: 'GET', query: listing })).bytes.toString('utf8'));
      yield page.keys.map((key) => key.slice(prefix.length));
      next = page.next;
    } while (next);
  }

  async #accepted(call: Call, mayBeMissing = false): Promise<Answer> {
    const answer = await this.send(call);
    const { status, code } = answer;
    if (status < 300 || (mayBeMissing && status === 404 && code !== 'NoSuchBucket')) return answer;
    const what = call.query ? 'LIST' : call.method;
    throw new S3Failure(`${what} got the answer ${[status, code].filter(Boolean).join(' ')}`, answer);
  }

  /**
   * Sends a call and retries it until it is answered. All calls to S3 are idempotent.
   * @throws S3Failure if there was no answer, or S3 was busy each time
   */
  async send(call: Call): Promise<Answer> {
    const end = performance.now() + this.#wholeMs;
    for (let attempt = 1; ; attempt++) {
      const tryMs = Math.max(1, Math.min(this.#tryMs, Math.floor(end - performance.now())));
      const isLast = () => attempt >= this.#tries || performance.now() >= end;
      const answer = await this.#try(call, tryMs).catch((cause: unknown) => {
        const reason = reasonOf(cause);
        if (isLast()) throw new S3Failure(`${call.method} got no answer: ${reason}`, { code: reason, cause });
        return null;
      });
      if (answer && !isBusy(answer)) return answer;
      if (answer && isLast()) {
        throw new S3Failure(`${call.method} got the answer ${answer.status} ${answer.code}`, answer);
      }
      await this.#pause(Math.random() * baseDelayMs * 2 ** attempt);
    }
  }

  async #try({ method, key, query = {}, headers = {}, body }: Call, tryMs: number): Promise<Answer> {
    const { url: base, region, keys } = this.#address;
    const url = new URL(key === undefined ? base : `${base}/${key.split('/').map(encodeURIComponent).join('/')}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'X-Amz-Content-Sha256': digest },
      service: 's3',
      region,
      cache: this.#signingKeys,
      allHeaders: true,
      ...keys.reveal(),
    }).sign();
    const work: StorageWork = { kind: 'storage', method, startedAt: performance.now() };
    return observed(work, async () => {
      const response = await fetch(signed.url, {
        method,
        headers: signed.headers,
        body: body ?? null,
        // A redirect would need another signature.
        redirect: 'manual',
        signal: AbortSignal.timeout(tryMs),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const { status } = response;
      work.status = status;
      return { status, bytes, code: status < 300 ? '' : codeOf(bytes.toString('utf8')) };
    });
  }
}
