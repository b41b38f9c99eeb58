import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';

const idleSweepMs = 100;
const closeTimeoutMs = 10_000;
/**
 * Longer than nginx (60 s), load balancers (60 s) and Caddy (120 s) keep an idle connection: a request that crosses the
 * closing of its connection is lost, so the proxy must be the one that closes.
 */
const keepAliveMs = 125_000;

export type Listening = {
  port: number;
  /** Stops accepting connections, lets running requests end and cuts the rest after ten seconds. */
  close(): Promise<void>;
};

/** Its message is one sentence for the operator, shown instead of a stack trace. */
export class CannotListen extends Error {}

const sentences: Record<string, (address: string, prefix: string) => string> = {
  EADDRINUSE: (address, prefix) =>
    `${address} is in use. Stop the other program or set ${prefix}PORT to another number.`,
  EACCES: (address, prefix) =>
    `This user isn't allowed to listen on ${address}. Set ${prefix}PORT to a number above 1023.`,
  EADDRNOTAVAIL: (address, prefix) => `${address} is not an address of this machine. Set ${prefix}HOST to one that is.`,
};

type Fetchable = { fetch(request: Request, env: unknown): Response | Promise<Response> };

/** Serves an app. @param prefix of the settings that name host and port @throws CannotListen */
export async function listen(app: Fetchable, host: string, port: number, prefix = ''): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.keepAliveTimeout = keepAliveMs;
  let draining = false;
  server.prependListener('request', (_, response) => {
    if (draining) response.setHeader('Connection', 'close');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const address = `${host}:${port}`;
      const sentence =
        sentences[error.code ?? '']?.(address, prefix) ?? `Cannot listen on ${address}: ${error.message}.`;
      reject(new CannotListen(sentence));
    });
    server.listen(port, host, resolve);
  });

  const close = () =>
    new Promise<void>((resolve) => {
      draining = true;
      const idle = setInterval(() => server.closeIdleConnections(), idleSweepMs);
      const force = setTimeout(() => server.closeAllConnections(), closeTimeoutMs);
      server.close(() => {
        clearInterval(idle);
        clearTimeout(force);
        resolve();
      });
      server.closeIdleConnections();
    });
  return { port: (server.address() as AddressInfo).port, close };
}
