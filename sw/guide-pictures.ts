import { registerRoute } from 'workbox-routing';
import { appHeader } from '#contract/envelope.ts';
import { guidePicture, guideRules, guideSides } from '#contract/photo-guide.ts';
import type { WorkerScope } from './scope.ts';

declare const self: WorkerScope;

const cacheName = 'pages';
const pictures = guideRules.flatMap((rule) => guideSides.map((side) => guidePicture(rule, side)));

/** Asks the site, and keeps its picture. Another network's page also comes with status 200. */
async function fetchPicture(path: string): Promise<Response> {
  const answer = await fetch(path, { cache: 'no-cache' });
  const isOurs = answer.status === 200 && answer.headers.has(appHeader);
  if (isOurs && answer.headers.get('content-type')?.startsWith('image/')) {
    // On a full device the guide has words alone.
    await caches
      .open(cacheName)
      .then((cache) => cache.put(path, answer.clone()))
      .catch(() => undefined);
  }
  return answer;
}

async function keepAll(): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const path of pictures) if (!(await cache.match(path))) await fetchPicture(path);
}

/** Pictures of another edition of the guide. */
async function dropOthers(): Promise<void> {
  const cache = await caches.open(cacheName);
  for (const request of await cache.keys()) {
    if (!pictures.includes(new URL(request.url).pathname)) await cache.delete(request);
  }
}

/** Keeps the photo guide's pictures when a page asks, which it does when it rests. */
export function keepGuidePictures(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && pictures.includes(url.pathname),
    async ({ url }) => (await caches.match(url.pathname, { cacheName })) ?? fetchPicture(url.pathname),
  );
  self.addEventListener('message', (event) => {
    if ((event.data as { type?: string } | null)?.type === 'KEEP_PAGE')
      event.waitUntil(keepAll().catch(() => undefined));
  });
  self.addEventListener('activate', (event) => event.waitUntil(dropOthers().catch(() => undefined)));
}
