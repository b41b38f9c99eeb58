import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { BSON, type Document } from 'mongodb';
import { Framer } from '#api/embedded-mongo/server/framer.ts';
import { answer, parse } from '#api/embedded-mongo/server/wire.ts';

const maxMessageBytes = 48_000_000;

/** How a relay treats a command; by default it passes. */
export type Treatment = {
  /** The reply, instead of the server's. */
  reply?: Document;
  /** The command that is passed on instead. */
  command?: Document;
  /** Changes the server's reply. */
  change?: (reply: Document) => Document;
};
/** @param command with its arrays of documents decoded */
type Treat = (command: Document) => Treatment | undefined | Promise<Treatment | undefined>;

/** Parses where a server listens: host and port, or a socket's path. */
function socketAddressOf(url: string): { path: string } | { host: string; port: number } {
  const [, host = ''] = /^mongodb:\/\/([^/?]+)/.exec(url) ?? [];
  if (host.startsWith('%2F')) return { path: decodeURIComponent(host) };
  const { hostname, port } = new URL(`http://${host}`);
  return { host: hostname, port: Number(port || 27_017) };
}

const decoded = (value: unknown): unknown => (Buffer.isBuffer(value) ? BSON.deserialize(value) : value);

function readable(command: Document): Document {
  const lists = Object.entries(command).filter(([, value]) => Array.isArray(value));
  return { ...command, ...Object.fromEntries(lists.map(([name, list]) => [name, list.map(decoded)])) };
}

function messageOf(id: number, command: Document): Buffer {
  const body = BSON.serialize(command, { ignoreUndefined: true });
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(id, 4);
  head.writeInt32LE(2013, 12);
  return Buffer.concat([head, body]);
}

/** The document of a reply: after the flags of OP_MSG, or the four numbers of OP_REPLY. */
const replyOf = (message: Buffer): Document =>
  BSON.deserialize(message.subarray(message.readInt32LE(12) === 1 ? 36 : 21), { promoteValues: false });

/** A proxy to a MongoDB server that answers, refuses or changes commands. */
export class MongoRelay {
  readonly #server: Server;
  readonly #sockets: Set<Socket>;

  private constructor(server: Server, sockets: Set<Socket>) {
    this.#server = server;
    this.#sockets = sockets;
  }

  static async open(url: string, treat: Treat, port = 0): Promise<MongoRelay> {
    const sockets = new Set<Socket>();
    const server = createServer((near) =>
      relay(near, connect(socketAddressOf(url) as { path: string }), treat, sockets),
    );
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new MongoRelay(server, sockets);
  }

  get url(): string {
    return `mongodb://127.0.0.1:${(this.#server.address() as AddressInfo).port}/?directConnection=true`;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

function relay(near: Socket, far: Socket, treat: Treat, sockets: Set<Socket>): void {
  const changes = new Map<number, { legacy: boolean; change: (reply: Document) => Document }>();
  const pass = (from: Socket, to: Socket, each: (message: Buffer) => void | Promise<void>) => {
    sockets.add(from);
    const framer = new Framer(maxMessageBytes);
    let last = Promise.resolve();
    from.on('data', (chunk: Buffer) => {
      for (const message of framer.push(chunk)) {
        const copy = Buffer.from(message);
        last = last.then(() => each(copy)).catch(() => void from.destroy());
      }
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  pass(near, far, async (message) => {
    const { id, legacy, command } = parse(message);
    const treatment = await treat(readable(command));
    const { reply, command: other, change } = treatment ?? {};
    if (reply) return void near.write(answer({ id, legacy }, reply as never));
    if (change) changes.set(id, { legacy, change });
    far.write(other ? messageOf(id, other) : message);
  });
  pass(far, near, (message) => {
    const id = message.readInt32LE(8);
    const changed = changes.get(id);
    changes.delete(id);
    if (!changed) return void near.write(message);
    near.write(answer({ id, legacy: changed.legacy }, changed.change(replyOf(message)) as never));
  });
}
