import type { BlockList } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { clientOf } from '../proxies.ts';
import type { Visitor } from './kit.ts';

/** The address that opened the connection. Requests that tests make without a socket have none. */
export const peerOf = (c: Context): string =>
  (c.env?.incoming ? getConnInfo(c).remote.address : undefined) ?? '127.0.0.1';

/** Sets `client` to the sender's address. @param trusted the proxies whose X-Forwarded-For is believed */
export const clientAddress =
  (trusted: BlockList): MiddlewareHandler<Visitor> =>
  async (c, next) => {
    c.set('client', clientOf(peerOf(c), c.req.header('x-forwarded-for'), trusted));
    await next();
  };
