import type { MiddlewareHandler } from 'hono';
import { Problem } from '#contract/problems.ts';
import { bearerOf } from './programs.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses cross-site writes (OWASP, Cross-Site Request Forgery Prevention). A request with a personal token comes from a
 * program: no page of another site can add the header without asking first, and `eitherTokenOrSession` lets no session
 * pass with it.
 * @throws cross_origin
 */
export const sameOrigin =
  (publicOrigin: string): MiddlewareHandler =>
  async (c, next) => {
    const site = c.req.header('sec-fetch-site');
    const own = site ? site === 'same-origin' : c.req.header('origin') === publicOrigin;
    if (!safe.has(c.req.method) && !own && bearerOf(c) === null) throw new Problem('cross_origin');
    await next();
  };
