import { connect, createServer, type Socket } from 'node:net';
import { encode } from '../bson/codec.ts';
import { Refusal } from './refusal.ts';

const host = '127.0.0.1';
const opMessage = 2013;
const moreToCome = 2;

/** The first message of a connection that comes through the door; it wants no answer. */
function guestMark(): Buffer {
  const body = encode({ embeddedGuest: 1, $db: 'admin' });
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(opMessage, 12);
  head.writeInt32LE(moreToCome, 16);
  return Buffer.concat([head, body]);
}

export interface Door {
  /** What a client connects to. */
  url: string;
  /** Ends the connections that came through it. */
  close(): Promise<void>;
}

const sentences: Record<string, (port: number) => string> = {
  EADDRINUSE: (port) => `Port ${port} of ${host} is in use. Choose another one.`,
  EACCES: (port) => `This account may not listen on port ${port}. Choose one above 1023.`,
};

/**
 * Opens a port of the loopback address for every client, and leads to the database's socket.
 * `socket` is asked at each connection: the database may have been started anew. Port 0 lets the system choose.
 */
export async function openDoor(socket: () => Promise<string | null>, port: number): Promise<Door> {
  const open = new Set<Socket>();
  const keep = (one: Socket, other?: Socket): void => {
    open.add(one);
    one.setNoDelay(true);
    one.on('error', () => one.destroy());
    one.on('close', () => {
      open.delete(one);
      other?.destroy();
    });
  };
  const server = createServer({ pauseOnConnect: true }, async (client) => {
    keep(client);
    const path = await socket();
    if (!path || client.destroyed) return void client.destroy();
    const inner = connect(path);
    keep(inner, client);
    client.on('close', () => inner.destroy());
    inner.write(guestMark());
    client.pipe(inner).pipe(client);
    client.resume();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = sentences[error.code ?? '']?.(port);
      reject(sentence ? new Refusal(sentence) : error);
    });
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const chosen = typeof address === 'object' && address ? address.port : port;
  return {
    url: `mongodb://${host}:${chosen}/?directConnection=true`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const one of open) one.destroy();
      }),
  };
}
