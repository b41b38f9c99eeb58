import type { MiddlewareHandler } from 'hono';
import { appHeader } from '#contract/envelope.ts';

/** Marks every answer as ours, so that a page can tell it from a captive portal's. @param version the build's */
export const appMark =
  (version: string): MiddlewareHandler =>
  async (c, next) => {
    await next();
    c.res.headers.set(appHeader, version);
  };
