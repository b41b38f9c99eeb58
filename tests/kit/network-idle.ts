import type { BrowserContext, Page, Request } from 'playwright-core';
import { until } from './until.ts';

const underWay = new WeakMap<Page, Set<Request>>();

/** Pending requests of a page; null for requests of a worker. */
function requestsOf(request: Request): Set<Request> | null {
  if (request.serviceWorker()) return null;
  const page = request.frame().page();
  const known = underWay.get(page) ?? new Set();
  underWay.set(page, known);
  return known;
}

/** Tracks the requests of a context's pages for {@link untilIdle}. */
export function watchRequests(context: BrowserContext): void {
  context.on('request', (request) => requestsOf(request)?.add(request));
  context.on('requestfinished', (request) => requestsOf(request)?.delete(request));
  context.on('requestfailed', (request) => requestsOf(request)?.delete(request));
}

/** Runs in a page: waits until requests that a response triggers have started. */
const frames = () =>
  new Promise<void>((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/**
 * Waits until a page has no pending requests and no further ones follow.
 * @param hasScript whether scripts run; without them no requests follow
 */
export async function untilIdle(page: Page, hasScript = true): Promise<void> {
  const open = () => [...(underWay.get(page) ?? [])].map((request) => request.url());
  await page.waitForLoadState('load');
  await until(async () => {
    if (open().length === 0 && hasScript) await page.evaluate(frames);
    if (open().length > 0) throw new Error(`Still under way: ${open().join(' ')}`);
  });
}
