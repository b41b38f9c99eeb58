import type { MiddlewareHandler } from 'hono';
import { Problem } from '#contract/problems.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Refuses cross-site writes (OWASP, Cross-Site Request Forgery Prevention). @throws cross_origin */
export const sameOrigin =
  (publicOrigin: string): MiddlewareHandler =>
  async (c, next) => {
    const site = c.req.header('sec-fetch-site');
    const own = site ? site === 'same-origin' : c.req.header('origin') === publicOrigin;
    if (!safe.has(c.req.method) && !own) throw new Problem('cross_origin');
    await next();
  };
