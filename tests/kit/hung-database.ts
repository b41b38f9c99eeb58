import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { type Mongo, openMongo } from '#api/platform/mongo.ts';
import type { TestDatabase } from './database.ts';

/** Parses where a database listens: host and port, or a socket's path. */
function socketAddressOf(url: string): { path: string } | { host: string; port: number } {
  const [, host = ''] = /^mongodb:\/\/([^/?]+)/.exec(url) ?? [];
  if (host.startsWith('%2F')) return { path: decodeURIComponent(host) };
  const { hostname, port } = new URL(`http://${host}`);
  return { host: hostname, port: Number(port || 27_017) };
}

/** A proxy to a database that can hang: connections stay open, but no data passes. */
export class HungDatabase {
  readonly mongo: Mongo;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;
  readonly #state: { hangs: boolean };

  private constructor(mongo: Mongo, server: Server, sockets: Set<Socket>, state: { hangs: boolean }) {
    this.mongo = mongo;
    this.#server = server;
    this.#sockets = sockets;
    this.#state = state;
  }

  /** @param timeoutMs of one operation */
  static async open({ url, db }: TestDatabase, timeoutMs: number): Promise<HungDatabase> {
    const [sockets, state] = [new Set<Socket>(), { hangs: false }];
    const server = createServer((near) => {
      const far = connect(socketAddressOf(url) as { path: string });
      const pass = (from: Socket, to: Socket) => {
        sockets.add(from);
        from.on('data', (bytes) => state.hangs || to.write(bytes));
        from.on('error', () => to.destroy());
        from.on('close', () => {
          sockets.delete(from);
          to.destroy();
        });
      };
      pass(near, far);
      pass(far, near);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const address = `mongodb://127.0.0.1:${port}/?directConnection=true`;
    const mongo = await openMongo(address, { dbName: db.databaseName, timeoutMs });
    return new HungDatabase(mongo, server, sockets, state);
  }

  hang(): void {
    this.#state.hangs = true;
  }

  /** Data sent while it hung is lost. */
  goOn(): void {
    this.#state.hangs = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    // The driver would wait for an answer.
    this.goOn();
    await this.mongo.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }
}
