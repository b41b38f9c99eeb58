import { cacheNames } from 'workbox-core';

/** A file of this build: the address that it is kept under, and what its bytes must hash to (`sha256-…`, W3C SRI). */
type BuiltFile = { url: string; integrity?: string };

async function hashOf(response: Response): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await response.arrayBuffer()));
  return `sha256-${btoa(String.fromCharCode(...hash))}`;
}

/**
 * Makes the kept files those of the build again: what is wrong goes, what is missing is fetched. Files go missing when
 * the browser clears its storage; a wrong one is another network's page that an earlier version of this worker kept.
 * What cannot be fetched now is left for the next time.
 */
export async function mendFiles(files: readonly BuiltFile[]): Promise<void> {
  const cache = await caches.open(cacheNames.precache);
  for (const { url, integrity } of files) {
    const kept = await cache.match(url);
    if (kept && (integrity === undefined || (await hashOf(kept)) === integrity)) continue;
    await cache.delete(url);
    // Past the browser's own cache, which may hold the same wrong page.
    const answer = await fetch(url, { integrity, cache: 'reload' }).catch(() => null);
    if (answer?.ok) await cache.put(url, answer);
  }
}
