import Dexie from 'dexie';
import {
  createDeviceTable,
  type DeviceTable,
  evictToMemory,
  flushOverlay,
  inMemory,
  isInside,
  overlayOf,
  together,
} from './table.ts';

const db = new Dexie('cache');
db.version(1).stores({
  bikes: '&id',
  threads: '&bikeId',
  feeds: '&key, userId',
  marks: '&key, userId, bikeId',
  lists: '&key',
  images: '&url, photoId',
});

type Name = 'bikes' | 'threads' | 'feeds' | 'marks' | 'lists' | 'images';

/**
 * A table of the cache: nothing here is anybody's only copy.
 * @param from makes of what an older build kept what is kept now
 */
export const cacheTable = <T extends object>(
  name: Name,
  key: keyof T & string,
  from?: (kept: T) => T,
): DeviceTable<T> => createDeviceTable<T>(db, name, key, from);

/** One transaction over the cache: what is read in it is what is changed. Await nothing but the cache inside. */
export const inCache = <R>(work: () => Promise<R>): Promise<R> => together(db, work);

/** Whether the calling code runs in such a transaction. */
export const isInsideCache = (): boolean => isInside(db);

/** The same in memory, for this tab. */
export const holdCache = <R>(work: () => Promise<R>) => inMemory(db, work);

/** Gives the room of the whole cache back to the device; this tab goes on with what was in it. */
export const evictCacheToMemory = (): Promise<boolean> => evictToMemory(db);

/** Keeps what is held in memory. @throws when there is still no room */
export const flushCache = (): Promise<void> => flushOverlay(db);

/** What stands over the cache in this tab, for `rejoin.ts` alone. */
export const cacheOverlay = () => overlayOf(db);
