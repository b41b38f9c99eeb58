import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { S3Address } from './s3-address.ts';
import { codeOf } from './s3-xml.ts';

type Call = {
  method: 'GET' | 'PUT' | 'DELETE';
  /** The whole key; without one it is about the bucket. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
};

type Answer = {
  status: number;
  /** S3's word for what is wrong; empty where all is well. */
  code: string;
  bytes: Buffer<ArrayBuffer>;
};

export type S3Patience = {
  /** How often a call is tried. */
  tries?: number;
  /** Milliseconds for one try, from the first byte sent to the last one read. */
  tryMs?: number;
  /** Milliseconds for all tries of a call together. */
  wholeMs?: number;
  /** Waits for milliseconds between two tries. */
  pause?(ms: number): Promise<unknown>;
};

/** A call that had no answer, or not the one that it needs. */
export class S3Failure extends Error {
  /** 0 where nothing answered. */
  readonly status: number;
  /** S3's word, or why nothing answered. */
  readonly code: string;

  constructor(message: string, { status = 0, code, cause }: { status?: number; code: string; cause?: unknown }) {
    super(message, { cause });
    this.name = 'S3Failure';
    this.status = status;
    this.code = code;
  }
}

const firstPauseMs = 200;
const busyCodes = ['RequestTimeout', 'SlowDown', 'Throttling'];
const isBusy = ({ status, code }: Answer) => status >= 500 || status === 429 || busyCodes.includes(code);

/** What a failed fetch says underneath, never more than the host's name. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error & { cause?: NodeJS.ErrnoException };
  if (name === 'TimeoutError') return 'it took too long';
  return cause?.message || cause?.code || message;
}

/** Speaks to one bucket in signed requests (AWS Signature Version 4), and patiently. */
export class S3Client {
  readonly #address: S3Address;
  readonly #signingKeys = new Map<string, ArrayBuffer>();
  readonly #tries: number;
  readonly #tryMs: number;
  readonly #wholeMs: number;
  readonly #pause: (ms: number) => Promise<unknown>;

  constructor(
    address: S3Address,
    { tries = 4, tryMs = 20_000, wholeMs = 25_000, pause = setTimeout }: S3Patience = {},
  ) {
    this.#address = address;
    this.#tries = tries;
    this.#tryMs = tryMs;
    this.#wholeMs = wholeMs;
    this.#pause = (ms) => pause(ms);
  }

  /**
   * Sends a call until it is answered: S3's calls may all run twice.
   * @throws S3Failure when nothing answered, or S3 was busy each time
   */
  async send(call: Call): Promise<Answer> {
    const end = performance.now() + this.#wholeMs;
    for (let turn = 1; ; turn++) {
      const tryMs = Math.max(1, Math.min(this.#tryMs, Math.floor(end - performance.now())));
      const isLast = () => turn >= this.#tries || performance.now() >= end;
      const answer = await this.#try(call, tryMs).catch((cause: unknown) => {
        const reason = reasonOf(cause);
        if (isLast()) throw new S3Failure(`${call.method} had no answer: ${reason}`, { code: reason, cause });
        return null;
      });
      if (answer && !isBusy(answer)) return answer;
      if (answer && isLast()) {
        throw new S3Failure(`${call.method} was answered ${answer.status} ${answer.code}`, answer);
      }
      await this.#pause(Math.random() * firstPauseMs * 2 ** turn);
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
    const response = await fetch(signed.url, {
      method,
      headers: signed.headers,
      body: body ?? null,
      // Another address would need another signature.
      redirect: 'manual',
      signal: AbortSignal.timeout(tryMs),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status } = response;
    return { status, bytes, code: status < 300 ? '' : codeOf(bytes.toString('utf8')) };
  }
}
