import { photoOfPath } from '#contract/photos.ts';
import { idle } from '#src/lib/idle.ts';
import { savesData } from '#src/ui/viewer.ts';

/** Milliseconds: what the page itself asks for comes first. */
const quietAfter = 3_000;

/**
 * Photos that were loaded before the worker was there pass through it once more, from the browser's own cache: one by
 * one, while the page has nothing better to do.
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

/** Has the worker keep the page that the next visit begins with, once in a visit; not for who wants to save data. */
export async function keepFirstPage(): Promise<void> {
  if (savesData()) return;
  await new Promise((resolve) => setTimeout(resolve, quietAfter));
  await idle();
  navigator.serviceWorker.controller?.postMessage({ type: 'KEEP_PAGE' });
}
