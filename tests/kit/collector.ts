import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Report = { path: string; headers: IncomingHttpHeaders; body: unknown };

/** Fake of external services that pages report to. Accepts everything from any origin. */
export class Collector {
  readonly #server = createServer((request, response) => void this.#take(request, response));
  /** Received reports, oldest first. */
  readonly reports: Report[] = [];

  static async start(): Promise<Collector> {
    const collector = new Collector();
    await once(collector.#server.listen(0, '127.0.0.1'), 'listening');
    return collector;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Reports to one path. */
  at<T>(path: string): T[] {
    return this.reports.filter((one) => one.path === path).map(({ body }) => body as T);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('access-control-allow-headers', 'content-type, x-rollbar-access-token');
    if (request.method === 'POST') {
      const sent = await text(request).catch(() => null);
      // The page was closed meanwhile.
      if (sent === null) return;
      const body = JSON.parse(sent);
      this.reports.push({ path: request.url ?? '', headers: request.headers, body });
    }
    response.end('{"err":0}');
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
