import { cacheNames } from 'workbox-core';

/** A file of this build: the address that it is kept under, and what its bytes must hash to (`sha256-…`, W3C SRI). */
type BuiltFile = { url: string; integrity?: string };

async function isRight(kept: Response, integrity: string): Promise<boolean> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await kept.arrayBuffer()));
  return `sha256-${btoa(String.fromCharCode(...hash))}` === integrity;
}

/**
 * Drops what is wrong of the kept files, and says which of them are missing then. Files go missing when the browser
 * clears its storage; a wrong one is another network's page that an earlier version of this worker kept.
 */
export async function missingFiles<File extends BuiltFile>(files: readonly File[]): Promise<File[]> {
  const cache = await caches.open(cacheNames.precache);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing: File[] = [];
  for (const file of files) {
    const here = kept.has(new URL(file.url, location.href).href) ? await cache.match(file.url) : undefined;
    if (here && (file.integrity === undefined || (await isRight(here, file.integrity)))) continue;
    if (here) await cache.delete(file.url);
    missing.push(file);
  }
  return missing;
}

/** Makes the kept files those of the build again. What cannot be fetched now is left for the next time. */
export async function mendFiles(files: readonly BuiltFile[]): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  for (const { url, integrity } of await missingFiles(files)) {
    // Past the browser's own cache, which may hold the same wrong page.
    const answer = await fetch(url, { integrity, cache: 'reload' }).catch(() => null);
    if (answer?.ok) await cache.put(url, answer);
  }
}
