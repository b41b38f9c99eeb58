import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { isPublicAddress } from '#api/platform/addresses/public-address.ts';
import { isLoopback } from '#api/platform/settings/config.ts';
import { messageOf } from './finding.ts';

const timeoutMs = 10_000;
const maxAnswerBytes = 1024 * 1024;
const chunkBytes = 64 * 1024;

export type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: Buffer };

/** A request without an answer. `code` is the system's, such as ENOTFOUND. */
export class NoAnswer extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    this.code = (cause as NodeJS.ErrnoException).code ?? '';
  }
}

type Asking = {
  method?: string;
  headers?: Record<string, string>;
  /** The size of the body. */
  bytes?: number;
  timeoutMs?: number;
};

/**
 * Asks once, without following redirects and whatever the certificate: the check of TLS judges that. An answer counts
 * although the server did not read the whole body.
 * @throws NoAnswer
 */
export async function ask(
  url: string,
  { method = 'GET', headers = {}, bytes = 0, ...more }: Asking = {},
): Promise<Answer> {
  const signal = AbortSignal.timeout(more.timeoutMs ?? timeoutMs);
  const options = {
    method,
    headers: { ...headers, ...(bytes > 0 && { 'Content-Length': String(bytes) }) },
    agent: false,
    signal,
    rejectUnauthorized: false,
  } as const;
  const request = url.startsWith('https:') ? requestHttps(url, options) : requestHttp(url, options);
  try {
    return await new Promise<Answer>((resolve, reject) => {
      let isAnswered = false;
      request.on('error', (error) => {
        // A server that refuses a body may close the connection a moment before its answer is read.
        if (!isAnswered) void wait(50).then(() => isAnswered || reject(signal.aborted ? signal.reason : error));
      });
      request.on('response', (response) => {
        isAnswered = true;
        const chunks: Buffer[] = [];
        let size = 0;
        const end = () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) });
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          size += chunk.length;
          if (size > maxAnswerBytes) response.destroy();
        });
        response.on('end', end).on('error', end).on('close', end);
      });
      // A failure here fails the request, too.
      pipeline(Readable.from(zeros(bytes)), request).catch(() => undefined);
    });
  } catch (error) {
    throw new NoAnswer(error);
  } finally {
    request.destroy();
  }
}

/** Whether a host is certainly within this machine or its network. */
export const isNear = (host: string): boolean => isLoopback(host) || (isIP(host) > 0 && !isPublicAddress(host));

function* zeros(bytes: number): Generator<Buffer> {
  for (let sent = 0; sent < bytes; sent += chunkBytes) yield Buffer.alloc(Math.min(chunkBytes, bytes - sent));
}
