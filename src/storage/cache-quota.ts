import { holdCache, inCache, isInsideCache } from './cache-db.ts';
import { dropImages } from './cached-images.ts';
import { isFull } from './storage-state.ts';
import { type Reclaimer, withQuotaRetry } from './with-quota-retry.ts';

/** Frees the space of pictures, which can be fetched again, cheapest loss first. */
export const imageReclaimers: readonly Reclaimer[] = [() => dropImages('photos'), () => dropImages('thumbnails')];

/**
 * Changes the cache in one transaction. A full device loses photos first, then thumbnails. After that the change stays
 * in memory.
 */
export async function writeCache(work: () => Promise<void>): Promise<void> {
  // Inside a transaction nothing but the cache may be awaited, so no space can be freed.
  if (isInsideCache()) return work();
  try {
    await withQuotaRetry(() => inCache(work), imageReclaimers);
  } catch (error) {
    if (!isFull(error)) throw error;
    const { sweep } = await holdCache(work);
    await sweep().catch(() => undefined);
  }
}
