import type { BrowserContext, Page, Request } from 'playwright-core';
import { until } from './until.ts';

const underWay = new WeakMap<Page, Set<Request>>();

/** The requests of a page that are under way; null for those of a worker. */
function requestsOf(request: Request): Set<Request> | null {
  if (request.serviceWorker()) return null;
  const page = request.frame().page();
  const known = underWay.get(page) ?? new Set();
  underWay.set(page, known);
  return known;
}

/** Notes what the pages of a context ask for, so that {@link whenQuiet} can tell. */
export function watchRequests(context: BrowserContext): void {
  context.on('request', (request) => requestsOf(request)?.add(request));
  context.on('requestfinished', (request) => requestsOf(request)?.delete(request));
  context.on('requestfailed', (request) => requestsOf(request)?.delete(request));
}

/** Runs in a page: what an answer sets off has begun after this. */
const frames = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/**
 * Waits until a page has asked for all that it asks for, it is here, and nothing further came of it.
 * @param hasScript without script nothing can come of an answer
 */
export async function whenQuiet(page: Page, hasScript = true): Promise<void> {
  const open = () => [...(underWay.get(page) ?? [])].map((request) => request.url());
  await page.waitForLoadState('load');
  await until(async () => {
    if (open().length === 0 && hasScript) await page.evaluate(frames);
    if (open().length > 0) throw new Error(`Still under way: ${open().join(' ')}`);
  }, 30_000);
}
