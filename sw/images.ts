import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';
import { appHeader } from '#contract/envelope.ts';
import { photoOfPath, photoPath, photoWidths } from '#contract/photo-paths.ts';
import { forgetImage } from '#src/storage/cached-images.ts';
import { cacheImage, noteImageUse } from './image-cache.ts';

const isPicture = (response: Response) => response.headers.get('content-type')?.startsWith('image/') ?? false;

/** Whether a response is a picture of this site. Another network's page also comes with status 200. */
const isOurPicture = (response: Response): boolean =>
  response.status === 200 && response.type === 'basic' && response.headers.has(appHeader) && isPicture(response);

const isPrivate = (response: Response): boolean => response.headers.get('cache-control')?.includes('no-store') ?? false;

/** Returns a cached picture. Evicts an entry that is no picture: earlier versions cached those. */
async function cachedPicture(path: string): Promise<Response | undefined> {
  const cached = await caches.match(path);
  if (!cached || isPicture(cached)) return cached;
  await forgetImage(path);
}

/** Returns the largest cached size of a photo. */
async function largestCached(photoId: string): Promise<Response | undefined> {
  for (const width of photoWidths.toReversed()) {
    const cached = await cachedPicture(photoPath(photoId, width));
    if (cached) return cached;
  }
  return undefined;
}

async function answerPhoto(
  request: Request,
  path: string,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Response> {
  const place = photoOfPath(path);
  if (!place) return fetch(request);
  const cached = await cachedPicture(path);
  if (cached) {
    waitUntil(noteImageUse(path));
    return cached;
  }
  const response = await fetch(request).catch(() => null);
  if (response && isOurPicture(response)) {
    // Private photos are not cached: another member may use this device next.
    if (!isPrivate(response)) waitUntil(cacheImage(path, place, response.clone()));
    return response;
  }
  // A 4xx from our server is its answer; anything else did not come from our server.
  if (response?.headers.has(appHeader) && response.status >= 400 && response.status < 500) return response;
  return (await largestCached(place.id)) ?? Response.error();
}

/** Serves photos cache first and caches those that it fetches. */
export function serveImages(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && photoOfPath(url.pathname) !== null,
    ({ request, url, event }) => answerPhoto(request, url.pathname, (work) => event.waitUntil(work)),
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/images/users/'),
    new StaleWhileRevalidate({
      cacheName: 'avatars',
      plugins: [
        { cacheWillUpdate: async ({ response }) => (isOurPicture(response) ? response : null) },
        new ExpirationPlugin({ maxEntries: 300 }),
      ],
    }),
  );
}
