import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that a system gives by itself, to connections and listeners: none of these is given away meanwhile. */
const [first, beyond] = [20_000, 32_000];

/** A port of the loopback address at which nobody listens. */
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
