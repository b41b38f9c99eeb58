import { once } from 'node:events';
import { type ClientRequest, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { draftPath } from '#contract/draft-path.ts';
import { apiBase } from '#contract/endpoint.ts';

export type Seen = { method: string; path: string; key: string | null; status: number };
/** `cut upload`: the connection breaks in the middle of a body, and the server does not notice before `release`. */
type Fault = 'pass' | 'drop answer' | 'refuse' | 'cut upload';

const drafts = apiBase + draftPath.replace(':bikeId', '');

/**
 * Whether a request saves a draft. Drafts and their photos are saved when the author pauses, or takes long. A test that
 * does not refuse them gets other versions and photo keys on a slow machine.
 */
export const isDraftSave = (path: string): boolean => path.startsWith(drafts);

/** A proxy between browser and site that records every request and loses responses on demand. */
export class LossyProxy {
  readonly #server = createServer((from, to) => this.#forward(from, to));
  /** Requests that reached the site, in order. */
  readonly seen: Seen[] = [];
  /** Decides about a request; by default it passes. */
  judge: (method: string, path: string, key: string | null) => Fault = () => 'pass';
  /** Delays a request on its way to the site. */
  delay: (method: string, path: string) => Promise<void> = () => Promise.resolve();
  /** Text appended to the response for a path, as a new build would change a file. */
  readonly appended = new Map<string, string>();
  /** Responses that replace the site's, by path, as from a captive portal or another build. */
  readonly instead = new Map<string, { status: number; headers: Record<string, string>; body: string }>();
  /**
   * Body bytes received from the browser for each request, in order, and the site's status; 0 before it answers.
   * `begun` and `answered` are milliseconds since this process started.
   */
  readonly received: {
    method: string;
    path: string;
    bytes: number;
    status: number;
    begun: number;
    answered: number;
  }[] = [];
  /** Number of body bytes after which the connection breaks, repeatedly. */
  breaksEvery = Number.POSITIVE_INFINITY;
  /** Number of breaks so far. */
  breaks = 0;
  #sinceBreak = 0;
  readonly #cut: ClientRequest[] = [];
  #target = 0;

  static async open(): Promise<LossyProxy> {
    const proxy = new LossyProxy();
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Sends all requests to the site on this port. */
  aimAt(port: number): void {
    this.#target = port;
  }

  /** Lets the site notice the cut uploads. */
  release(): void {
    for (const onward of this.#cut.splice(0)) onward.destroy();
  }

  #forward(from: IncomingMessage, to: ServerResponse): void {
    const { method = 'GET', url = '/' } = from;
    const key = (from.headers['idempotency-key'] as string | undefined) ?? null;
    const fault = this.judge(method, url, key);
    if (fault === 'refuse') {
      from.socket.destroy();
      return;
    }
    const count = {
      method,
      path: url,
      bytes: 0,
      status: 0,
      begun: performance.now(),
      answered: Number.POSITIVE_INFINITY,
    };
    this.received.push(count);
    const other = this.instead.get(url);
    if (other) {
      this.seen.push({ method, path: url, key, status: other.status });
      to.writeHead(other.status, other.headers).end(other.body);
      return;
    }
    const more = this.appended.get(url);
    const headers = { ...from.headers };
    if (more) for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name];
    const onward = request({ host: '127.0.0.1', port: this.#target, method, path: url, headers }, (answer) => {
      count.status = answer.statusCode ?? 0;
      count.answered = performance.now();
      this.seen.push({ method, path: url, key, status: count.status });
      if (fault === 'drop answer') {
        answer.resume();
        answer.on('close', () => from.socket.destroy());
        return;
      }
      if (more) delete answer.headers['content-length'];
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to, { end: !more });
      if (more) answer.on('end', () => to.end(more));
      answer.on('close', () => answer.complete || from.socket.destroy());
    });
    onward.on('error', () => from.socket.destroy());
    from.on('close', () => {
      if (from.complete) return;
      if (fault === 'cut upload') this.#cut.push(onward);
      else onward.destroy();
    });
    void this.delay(method, url).then(() => {
      from.on('data', (chunk: Buffer) => {
        count.bytes += chunk.byteLength;
        this.#sinceBreak += chunk.byteLength;
        const breaks = this.#sinceBreak >= this.breaksEvery;
        if (breaks) [this.#sinceBreak, this.breaks] = [0, this.breaks + 1];
        if (breaks || fault === 'cut upload') from.socket.destroy();
      });
      from.pipe(onward);
    });
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
