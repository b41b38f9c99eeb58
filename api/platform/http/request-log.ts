import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Log } from '../logs.ts';
import type { Visitor } from './kit.ts';

/**
 * Gives each request an id and a logger. Logs each response with the sender and the route pattern instead of the path.
 */
export const requestLog =
  (log: Log): MiddlewareHandler<Visitor> =>
  async (c, next) => {
    const start = performance.now();
    const requestId = randomUUID();
    c.set('requestId', requestId);
    c.set('log', log.child({ requestId }));
    await next();
    const { status } = c.res;
    const level = status >= 500 && !c.get('isReadOnly') ? 'error' : 'debug';
    if (!log.isLevelEnabled(level)) return;
    const ms = Math.round(performance.now() - start);
    log[level](
      { requestId, client: c.get('client'), method: c.req.method, route: routePath(c), status, ms },
      'request',
    );
  };
