import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems assign automatically, so none of these is taken meanwhile. */
const [first, beyond] = [20_000, 32_000];

/** Returns a free port of the loopback address. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(first, beyond);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
