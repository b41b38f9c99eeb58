import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { apiBase } from '#contract/endpoint.ts';
import { appHeader, invalid, ok, type Remedy, refused, type Validation } from '#contract/envelope.ts';
import { photoOfPath } from '#contract/photo-paths.ts';
import { problems } from '#contract/problems.ts';

const messages: Record<string, string> = Object.fromEntries(
  Object.entries(problems).map(([code, { message }]) => [code, message]),
);

export type Hit = {
  method: string;
  path: string;
  key: string;
  actingUser: string;
  digest: string;
  type: string;
  body: Buffer;
};
export type Scripted =
  /** `after`: the reply waits for this promise. */
  | { data: unknown; status?: number; cookie?: string; delay?: number; after?: Promise<unknown> }
  | {
      code: string;
      status: number;
      remedy?: Remedy;
      details?: Record<string, unknown>;
      retryAfter?: number;
      after?: Promise<unknown>;
    }
  | { validation: Validation }
  /** An error of a reverse proxy. */
  | { proxy: number; retryAfter?: number }
  /** The work is done, but the response does not arrive. */
  | 'lost'
  /** No response at all. */
  | 'hang'
  /** The page of a captive portal. */
  | 'portal';

const types: Record<string, string> = { html: 'text/html', js: 'text/javascript', css: 'text/css' };

/** A server with scripted replies. Runs each idempotency key once, like the real one. */
export class ScriptedServer {
  readonly hits: Hit[] = [];
  /** Writes that were carried out, in order. */
  readonly applied: Hit[] = [];
  answer: (hit: Hit) => Scripted = () => ({ data: null });
  /** Whether the response is lost, be it a first or a replayed one. */
  loses: (hit: Hit) => boolean = () => false;
  /** Reply to the reachability probe. */
  probe: Scripted = { data: null };
  /** Paths of requested images. */
  readonly pictures: string[] = [];
  pictureStatus = 200;
  /** Paths of requested files. */
  readonly files: string[] = [];
  /** Files that are answered by a captive portal. */
  readonly lost = new Set<string>();
  /** Whether a captive portal answers everything except the API and the worker's script. */
  portal = false;
  /** Whether the server refuses connections. */
  down = false;
  readonly #replies = new Map<string, Scripted>();
  readonly #folder: string | null;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  /** @param folder of the files that it serves */
  constructor(folder: string | null = null) {
    this.#folder = folder;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  /** Resets everything and closes the connections of earlier pages. */
  reset(): void {
    this.#server.closeAllConnections();
    this.hits.length = 0;
    this.applied.length = 0;
    this.#replies.clear();
    this.answer = () => ({ data: null });
    this.loses = () => false;
    this.probe = { data: null };
    this.down = false;
    this.pictures.length = 0;
    this.files.length = 0;
    this.lost.clear();
    this.pictureStatus = 200;
    this.portal = false;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    if (this.down && !path.startsWith(apiBase)) return void request.socket.destroy();
    if (!path.startsWith(apiBase)) this.files.push(path);
    if (this.lost.has(path)) return this.#welcome(response);
    if (this.portal && !path.startsWith(apiBase) && path !== '/worker.js') return this.#welcome(response);
    if (!path.startsWith(apiBase)) return this.#file(path, response);
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>).catch(() => []));
    // Ignore closed connections: their effects would count for the next test.
    if (request.socket.destroyed) return;
    if (this.down) return void request.socket.destroy();
    const header = (name: string) => String(request.headers[name] ?? '');
    const hit: Hit = {
      method: request.method ?? 'GET',
      path: path.slice(apiBase.length),
      key: header('idempotency-key'),
      actingUser: header('x-acting-user'),
      digest: header('content-digest'),
      type: header('content-type'),
      body,
    };
    const isProbe = hit.path === '/auth/validate-token';
    if (!isProbe) this.hits.push(hit);
    const planned = isProbe ? this.probe : this.#once(hit);
    const answer = this.loses(hit) ? 'lost' : planned;
    if (typeof answer === 'object' && 'after' in answer) await answer.after;
    this.#reply(request, response, answer, hit);
  }

  #once(hit: Hit): Scripted {
    const stored = hit.key && this.#replies.get(hit.key);
    if (stored) return stored;
    const answer = this.answer(hit);
    const done = answer === 'lost' || (typeof answer === 'object' && 'data' in answer);
    if (!done || hit.method === 'GET') return answer;
    this.applied.push(hit);
    if (hit.key) this.#replies.set(hit.key, answer === 'lost' ? { data: dataOf(hit) } : answer);
    return answer;
  }

  #reply(request: IncomingMessage, response: ServerResponse, answer: Scripted, hit: Hit): void {
    if (answer === 'hang') return;
    if (answer === 'lost') return void request.socket.destroy();
    if (answer === 'portal') return void this.#welcome(response);
    if ('proxy' in answer) {
      response.statusCode = answer.proxy;
      if (answer.retryAfter) response.setHeader('Retry-After', String(answer.retryAfter));
      return void response.end('<h1>Gateway</h1>');
    }
    response.setHeader(appHeader, 'test');
    response.setHeader('Content-Type', 'application/json');
    if ('validation' in answer) {
      response.statusCode = 422;
      return void response.end(JSON.stringify(invalid(answer.validation)));
    }
    if ('code' in answer) {
      response.statusCode = answer.status;
      if (answer.retryAfter) response.setHeader('Retry-After', String(answer.retryAfter));
      const error = {
        code: answer.code,
        message: messages[answer.code] ?? '',
        remedy: answer.remedy ?? 'none',
        details: answer.details,
      };
      return void response.end(JSON.stringify(refused(error)));
    }
    if (answer.cookie) response.setHeader('Set-Cookie', answer.cookie);
    response.statusCode = answer.status ?? 200;
    setTimeout(() => response.end(JSON.stringify(ok(answer.data ?? dataOf(hit)))), answer.delay ?? 5);
  }

  #welcome(response: ServerResponse): void {
    response.setHeader('Content-Type', 'text/html');
    response.end('<h1>Welcome to the campsite</h1>');
  }

  /** An image has as many bytes as its width, so that a test can tell which size it got. */
  #image(path: string, response: ServerResponse): void {
    this.pictures.push(path);
    response.statusCode = this.pictureStatus;
    response.setHeader(appHeader, 'test');
    response.setHeader('Content-Type', 'image/webp');
    response.end(Buffer.alloc(photoOfPath(path)?.width ?? 1));
  }

  async #file(path: string, response: ServerResponse): Promise<void> {
    if (path.startsWith('/images/')) return this.#image(path, response);
    const name = path === '/' ? 'index.html' : path.slice(1);
    const bytes = this.#folder === null ? null : await readFile(join(this.#folder, name)).catch(() => null);
    response.statusCode = bytes ? 200 : 404;
    response.setHeader('Content-Type', types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
    response.end(bytes ?? '');
  }
}

/** Default reply of the real server to a write, in the fields that the page reads. */
function dataOf(hit: Hit): unknown {
  const [kind = '', id = '', part = ''] = hit.path.split('/').slice(1);
  const body = hit.body.length > 0 && hit.type.includes('json') ? JSON.parse(hit.body.toString()) : {};
  const person = { id: hit.actingUser, username: 'ana', avatar: '' };
  if (part === 'like') return { liked: hit.method === 'PUT', likes: hit.method === 'PUT' ? 6 : 5 };
  if (kind === 'photos') return { id, width: 2048, height: 1536, thumbhash: '' };
  if (part === 'comments' || kind === 'comments') {
    const fields = {
      bikeId: id,
      author: person,
      status: 'Active',
      addedAt: '2026-06-01T10:00:00.000Z',
      editedAt: null,
    };
    return { id, ...fields, ...body };
  }
  if (kind !== 'bikes' || hit.method !== 'PUT' || !Array.isArray(body.photos)) return null;
  const counts = { likes: 0, comments: 0, views: 0, favorites: 0 };
  const times = { publishedAt: '2026-06-01T10:00:00.000Z', updatedAt: '2026-06-01T10:00:00.000Z', version: 1 };
  const photos = body.photos.map((note: object) => ({ width: 2048, height: 1536, thumbhash: '', ...note }));
  return { ...body, id, slug: 'bike', brand: 'Brand', owner: person, counts, ...times, photos };
}
