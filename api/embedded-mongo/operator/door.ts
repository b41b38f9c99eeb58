import { connect, createServer, type Socket } from 'node:net';
import { encode } from '../bson/codec.ts';
import { Refusal } from './refusal.ts';

const host = '127.0.0.1';
const opMessage = 2013;
const moreToCome = 2;

/** Builds the first message of a guest connection, which wants no reply. */
function guestMark(): Buffer {
  const body = encode({ embeddedGuest: 1, $db: 'admin' });
  const head = Buffer.alloc(21);
  head.writeInt32LE(head.length + body.length, 0);
  head.writeInt32LE(opMessage, 12);
  head.writeInt32LE(moreToCome, 16);
  return Buffer.concat([head, body]);
}

export interface Door {
  /** The URL for clients. */
  url: string;
  /** Closes the port and its connections. */
  close(): Promise<void>;
}

const sentences: Record<string, (port: number) => string> = {
  EADDRINUSE: (port) => `Port ${port} of ${host} is in use. Choose another one.`,
  EACCES: (port) => `This account may not listen on port ${port}. Choose one above 1023.`,
};

/**
 * Opens a port of the loopback address that forwards to the database's socket.
 * `socket` is called for each connection, because the database may have been restarted. Port 0 lets the system choose.
 */
export async function openDoor(socket: () => Promise<string | null>, port: number): Promise<Door> {
  const open = new Set<Socket>();
  const track = (one: Socket, other?: Socket): void => {
    open.add(one);
    one.setNoDelay(true);
    one.on('error', () => one.destroy());
    one.on('close', () => {
      open.delete(one);
      other?.destroy();
    });
  };
  const server = createServer({ pauseOnConnect: true }, async (client) => {
    track(client);
    const path = await socket();
    if (!path || client.destroyed) return void client.destroy();
    const inner = connect(path);
    track(inner, client);
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
