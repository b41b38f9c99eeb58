import { registerRoute } from 'workbox-routing';
import { appHeader } from '#contract/envelope.ts';
import { guidePicture, guideRules, guideSides } from '#contract/photo-guide.ts';
import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

const cacheName = 'pages';
const pictures = guideRules.flatMap((rule) => guideSides.map((side) => guidePicture(rule, side)));

/** Fetches and caches a picture. Another network's page also comes with status 200. */
async function fetchPicture(path: string): Promise<Response> {
  const answer = await fetch(path, { cache: 'no-cache' });
  const isOurs = answer.status === 200 && answer.headers.has(appHeader);
  if (isOurs && answer.headers.get('content-type')?.startsWith('image/')) {
    // If storage is full the guide shows only text offline.
    await caches
      .open(cacheName)
      .then((cache) => cache.put(path, answer.clone()))
      .catch(() => undefined);
  }
  return answer;
}

async function cacheAll(): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const path of pictures) if (!(await cache.match(path))) await fetchPicture(path);
}

/** Evicts pictures of other editions of the guide. */
async function evictOthers(): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) {
    if (!pictures.includes(new URL(request.url).pathname)) await cache.delete(request);
  }
}

/** Caches the photo guide's pictures when a page asks for it, which it does when idle. */
export function keepGuidePictures(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && pictures.includes(url.pathname),
    async ({ url }) => (await caches.match(url.pathname, { cacheName })) ?? fetchPicture(url.pathname),
  );
  self.addEventListener('message', (event) => {
    if ((event.data as { type?: string } | null)?.type === 'KEEP_PAGE')
      event.waitUntil(cacheAll().catch(() => undefined));
  });
  self.addEventListener('activate', (event) => event.waitUntil(evictOthers().catch(() => undefined)));
}
