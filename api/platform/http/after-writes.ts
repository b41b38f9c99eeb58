import type { MiddlewareHandler } from 'hono';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Calls `work` after each request that may have changed something, before its answer goes out. */
export const afterWrites =
  (work: () => void): MiddlewareHandler =>
  async (c, next) => {
    await next();
    if (!safe.has(c.req.method)) work();
  };
