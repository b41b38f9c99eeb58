import type { BlockList } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';
import { clientOf } from '../addresses/proxies.ts';
import type { Visitor } from './kit.ts';

/** Returns the address that opened the connection. Requests that tests make without a socket have none. */
export const peerOf = (env: unknown): string =>
  (env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? '127.0.0.1';

/** Sets `client` to the sender's address. @param trusted the proxies whose X-Forwarded-For is believed */
export const clientAddress =
  (trusted: BlockList): MiddlewareHandler<Visitor> =>
  async (c, next) => {
    c.set('client', clientOf(peerOf(c.env), c.req.header('x-forwarded-for'), trusted));
    await next();
  };
