import { CacheableResponsePlugin } from 'workbox-cacheable-response';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { StaleWhileRevalidate } from 'workbox-strategies';
import { photoOfPath, photoPath, photoWidths } from '#contract/photos.ts';
import { keepImage, noteImageUse } from './image-shelf.ts';

/** The largest size kept of a photo, whatever size was asked for. */
async function largestKept(photoId: string): Promise<Response | undefined> {
  for (const width of photoWidths.toReversed()) {
    const kept = await caches.match(photoPath(photoId, width));
    if (kept) return kept;
  }
  return undefined;
}

async function answerPhoto(request: Request, path: string, later: (work: Promise<unknown>) => void): Promise<Response> {
  const place = photoOfPath(path);
  if (!place) return fetch(request);
  const kept = await caches.match(path);
  if (kept) {
    later(noteImageUse(path));
    return kept;
  }
  const response = await fetch(request).catch(() => null);
  // Opaque answers cost megabytes of quota each, and an error must not be kept for ever.
  if (response?.status === 200 && response.type === 'basic') {
    later(keepImage(path, place, response.clone()));
    return response;
  }
  if (response && response.status < 500) return response;
  return (await largestKept(place.id)) ?? response ?? Response.error();
}

/** Answers photos from this device first, and keeps those that pass through. */
export function serveImages(): void {
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && photoOfPath(url.pathname) !== null,
    ({ request, url, event }) => answerPhoto(request, url.pathname, (work) => event.waitUntil(work)),
  );
  registerRoute(
    ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/images/users/'),
    new StaleWhileRevalidate({
      cacheName: 'avatars',
      plugins: [new CacheableResponsePlugin({ statuses: [200] }), new ExpirationPlugin({ maxEntries: 300 })],
    }),
  );
}
