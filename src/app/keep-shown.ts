import { photoOfPath } from '#contract/photos.ts';
import { idle } from '#src/lib/idle.ts';
import { savesData } from '#src/ui/viewer.ts';

/** Milliseconds: the page's own requests come first. */
const delayMs = 3_000;

/**
 * Requests photos that were loaded before the worker was active once more, so that it caches them. They come from the
 * HTTP cache, one by one while the browser is idle.
 */
export async function keepPhotosShown(): Promise<void> {
  const names = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
  for (const name of names) {
    const { origin, pathname } = new URL(name);
    if (origin !== location.origin || !photoOfPath(pathname)) continue;
    await idle();
    await fetch(pathname).catch(() => undefined);
  }
}

/** Asks the worker to cache the home page, once a visit; not if the visitor saves data. */
export async function keepFirstPage(): Promise<void> {
  if (savesData()) return;
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  await idle();
  navigator.serviceWorker.controller?.postMessage({ type: 'KEEP_PAGE' });
}
