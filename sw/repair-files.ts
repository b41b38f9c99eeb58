import { cacheNames } from 'workbox-core';

/** A precached file: its cache key and the hash of its bytes (`sha256-…`, W3C SRI). */
type BuiltFile = { url: string; integrity?: string };

async function isIntact(cachedUrls: Response, integrity: string): Promise<boolean> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await cachedUrls.arrayBuffer()));
  return `sha256-${btoa(String.fromCharCode(...hash))}` === integrity;
}

/**
 * Evicts damaged files and returns the missing ones. Files go missing when the browser clears its storage; a damaged
 * one is another network's page that an earlier version of this worker cached.
 */
export async function missingFiles<File extends BuiltFile>(files: readonly File[]): Promise<File[]> {
  const cache = await caches.open(cacheNames.precache);
  const cachedUrls = new Set((await cache.keys()).map(({ url }) => url));
  const missing: File[] = [];
  for (const file of files) {
    const cachedFile = cachedUrls.has(new URL(file.url, location.href).href) ? await cache.match(file.url) : undefined;
    if (cachedFile && (file.integrity === undefined || (await isIntact(cachedFile, file.integrity)))) continue;
    if (cachedFile) await cache.delete(file.url);
    missing.push(file);
  }
  return missing;
}

/** Restores missing and damaged precached files. Failed downloads are left for the next run. */
export async function repairFiles(files: readonly BuiltFile[]): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  for (const { url, integrity } of await missingFiles(files)) {
    // `reload` bypasses the HTTP cache, which may hold the same wrong page.
    const answer = await fetch(url, { integrity, cache: 'reload' }).catch(() => null);
    if (answer?.ok) await cache.put(url, answer);
  }
}
