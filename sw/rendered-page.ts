import { getCacheKeyForURL } from 'workbox-precaching';
import { appHeader } from '#contract/envelope.ts';

/** When a page was cached, milliseconds since the epoch. */
const keptAtHeader = 'X-Kept-At';
/** Maximum age of a cached page in milliseconds; the same as for cached bikes. */
const maxAgeMs = 30 * 24 * 3_600_000;

/** Start of the dehydrated answers in a server-rendered page. */
const dehydratedMarker = '<script type="application/json" id="initial-data">{';
/** Scripts and styles. The fonts of other languages are not precached. */
const file = /\/assets\/[\w.-]+\.(?:js|css)\b/g;
/** These describe the response as it was sent, not the stored body. */
const transferHeaders = ['Content-Encoding', 'Content-Length', 'ETag'];

/** Whether a response is a page of this site. Another network's page also comes with status 200. */
const isOurs = (answer: Response): boolean =>
  answer.status === 200 &&
  answer.headers.has(appHeader) &&
  (answer.headers.get('content-type')?.startsWith('text/html') ?? false);

/** Whether a page is rendered and complete, and this worker has each file that it names, so it is of the same build. */
function fits(text: string): boolean {
  const [head = ''] = text.split('</head>', 1);
  const files = head.match(file) ?? [];
  const isWhole = text.includes(dehydratedMarker) && text.trimEnd().endsWith('</html>');
  return isWhole && files.length > 0 && files.every((path) => getCacheKeyForURL(path) !== undefined);
}

/**
 * Returns the page to cache: with its Content-Security-Policy, which fits only this body, and with the time in its
 * dehydrated answers.
 * @returns null if the response is not such a page
 */
export async function pageToCache(answer: Response, now = Date.now()): Promise<Response | null> {
  if (!isOurs(answer)) return null;
  const text = await answer.text();
  if (!fits(text)) return null;
  const headers = new Headers(answer.headers);
  for (const name of transferHeaders) headers.delete(name);
  headers.set(keptAtHeader, String(now));
  return new Response(text.replace(dehydratedMarker, `${dehydratedMarker}"keptAt":${now},`), { headers });
}

/** Whether a cached page may be shown. A clock that was set back does not expire it. */
export const isFresh = (cached: Response, now = Date.now()): boolean =>
  isOurs(cached) && Math.abs(now - Number(cached.headers.get(keptAtHeader))) < maxAgeMs;

/** Whether a cached page is fresh and passes the checks of a new one. */
export const isSound = async (cached: Response): Promise<boolean> => isFresh(cached) && fits(await cached.text());
