import { evictCacheToMemory, holdCache, inCache, isInsideCache } from './cache-db.ts';
import { dropImages } from './cached-images.ts';
import { isFull } from './storage-state.ts';
import { type Reclaimer, withQuotaRetry } from './with-quota-retry.ts';

const pictures: readonly Reclaimer[] = [() => dropImages('photos'), () => dropImages('thumbnails')];

/** What can be fetched again, in the order in which it is given up for what cannot. */
export const cacheReclaimers: readonly Reclaimer[] = [...pictures, evictCacheToMemory];

/** Changes the cache in one transaction. A full device loses photos first, then thumbnails; then memory has to do. */
export async function keep(work: () => Promise<void>): Promise<void> {
  // A part of a change makes no room: nothing but the cache may be awaited inside.
  if (isInsideCache()) return work();
  try {
    await withQuotaRetry(() => inCache(work), pictures);
  } catch (error) {
    if (!isFull(error)) throw error;
    const { sweep } = await holdCache(work);
    await sweep().catch(() => undefined);
  }
}
