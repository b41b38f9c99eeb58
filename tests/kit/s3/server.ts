import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultOf } from './signature.ts';

type StoredObject = { bytes: Buffer; headers: Record<string, string | undefined> };

/** A fault of one request, before or after it is carried out. */
type Fault = 'answer lost' | 'answer cut' | 'internal error' | 'slow down' | 'stall';

const region = 'test-region-1';
const maxKeysPerPage = 1000;
/** Prefix of list tokens: characters that need escaping in a query and in XML. */
const tokenSigns = 'a&b+c/=<%41';
const codes: Record<string, number> = {
  AuthorizationHeaderMalformed: 400,
  XAmzContentSHA256Mismatch: 400,
  NoSuchKey: 404,
  NoSuchBucket: 404,
};
const safe = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** A fake S3 with one bucket that verifies every signature and can be told to fail. */
export class TestS3 {
  readonly objects = new Map<string, StoredObject>();
  /** Every request, such as "GET photos/bikes/…", including failed ones. */
  readonly requests: string[] = [];
  /** Faults of the next requests, in order; null for none. */
  readonly faults: (Fault | null)[] = [];
  /** Requests that are never answered, such as "PUT bucket/key". */
  stalled: RegExp | null = null;
  /** Methods that the key has no right to; LIST is one of its own. */
  readonly denied = new Set<string>();
  /** Whether anybody may read the objects. */
  isPublic = false;
  readonly #server: Server;
  /** The only bucket. */
  bucket = 'headbadge-photos';
  readonly id = 'AKIATESTS3';
  /** Contains the characters of real secrets that need escaping in an address. */
  readonly secret = 'wJalr/XUtn+FEMI=K7MDENG@bPxRfi';

  private constructor(server: Server) {
    this.#server = server;
  }

  static async open(): Promise<TestS3> {
    const server = createServer();
    const s3 = new TestS3(server);
    server.on('request', (request, response) => {
      // A client that disconnects while sending is not the server's fault.
      s3.#answer(request, response).catch(() => response.destroy());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return s3;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** STORAGE_URL for this bucket; `parts` replaces parts of it. */
  url(parts: { bucket?: string; prefix?: string; secret?: string; region?: string } = {}): string {
    const { bucket = this.bucket, prefix = '', secret = this.secret } = parts;
    const query = new URLSearchParams({ region: parts.region ?? region, endpoint: this.endpoint });
    return `s3://${this.id}:${encodeURIComponent(secret)}@${bucket}${prefix}?${query}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: target = '' } = request;
    const url = new URL(target, this.endpoint);
    const asked = `${method} ${decodeURIComponent(url.pathname).slice(1)}`;
    this.requests.push(asked);
    const body = await bodyOf(request);
    if (this.stalled?.test(asked)) return;
    const fault = this.faults.shift() ?? null;
    if (fault === 'stall') return;
    if (fault === 'internal error') return this.#refuse(response, 'InternalError', 500);
    if (fault === 'slow down') return this.#refuse(response, 'SlowDown', 503);
    const headers = request.headers as Record<string, string | undefined>;
    const wrong = faultOf({ method, target, headers, body }, { id: this.id, secret: this.secret, region });
    const isAnonymousRead = this.isPublic && method === 'GET' && headers.authorization === undefined;
    if (wrong && !isAnonymousRead) return this.#refuse(response, wrong, codes[wrong] ?? 403);
    const [, bucket, ...path] = url.pathname.split('/');
    if (bucket !== this.bucket) return this.#refuse(response, 'NoSuchBucket');
    const key = path.map(decodeURIComponent).join('/');
    if (this.denied.has(method === 'GET' && key === '' ? 'LIST' : method))
      return this.#refuse(response, 'AccessDenied');
    if (fault === 'answer cut' || fault === 'answer lost') {
      this.#do(method, key, url, { bytes: body, headers }, new SilentAnswer());
      if (fault === 'answer lost') return void response.destroy();
      response.writeHead(200, { 'Content-Length': 1000 }).write('half of it');
      return void setImmediate(() => response.destroy());
    }
    this.#do(method, key, url, { bytes: body, headers }, response);
  }

  #do(method: string, key: string, url: URL, sent: StoredObject, answer: Answering): void {
    if (method === 'GET' && key === '') return void this.#list(url.searchParams, answer);
    if (method === 'GET') {
      const found = this.objects.get(key);
      if (!found) return void this.#refuse(answer, 'NoSuchKey');
      answer.writeHead(200, { 'Content-Type': found.headers['content-type'] ?? '' }).end(found.bytes);
    } else if (method === 'PUT') {
      this.objects.set(key, sent);
      answer.writeHead(200).end();
    } else if (method === 'DELETE') {
      this.objects.delete(key);
      answer.writeHead(204).end();
    } else this.#refuse(answer, 'MethodNotAllowed', 405);
  }

  #list(query: URLSearchParams, answer: Answering): void {
    if (query.get('list-type') !== '2') return void this.#refuse(answer, 'InvalidArgument', 400);
    const token = query.get('continuation-token') ?? tokenSigns;
    if (!token.startsWith(tokenSigns)) return void this.#refuse(answer, 'InvalidArgument', 400);
    const after = token.slice(tokenSigns.length);
    const prefix = query.get('prefix') ?? '';
    const size = Math.min(maxKeysPerPage, Number(query.get('max-keys') ?? maxKeysPerPage));
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, size);
    const truncated = keys.length > size;
    const next = truncated ? `<NextContinuationToken>${safe(tokenSigns + page.at(-1))}</NextContinuationToken>` : '';
    const contents = page.map((key) => `<Contents><Key>${safe(key)}</Key></Contents>`).join('');
    const xml = `<ListBucketResult><IsTruncated>${truncated}</IsTruncated>${next}${contents}</ListBucketResult>`;
    answer.writeHead(200, { 'Content-Type': 'application/xml' }).end(`<?xml version="1.0"?>\n${xml}`);
  }

  #refuse(answer: Answering, code: string, status = codes[code] ?? 403): void {
    const detail = `<AWSAccessKeyId>${this.id}</AWSAccessKeyId>`;
    answer.writeHead(status).end(`<Error><Code>${code}</Code><Message>No.</Message>${detail}</Error>`);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

type Answering = {
  writeHead(status: number, headers?: Record<string, string>): Answering;
  end(body?: unknown): unknown;
};

/** Discards a response that nobody receives. */
class SilentAnswer implements Answering {
  writeHead(): this {
    return this;
  }
  end(): void {}
}
