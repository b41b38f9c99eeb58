import { photoOfPath } from '#contract/photos.ts';
import { idle } from '#src/ground/idle.ts';

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
