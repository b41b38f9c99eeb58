import Dexie from 'dexie';
import {
  createDeviceTable,
  type DeviceTable,
  evictToMemory,
  flushOverlay,
  inMemory,
  inTransaction,
  isInside,
  overlayOf,
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
 * A table of the cache. Nothing in it is the only copy.
 * @param from upgrades a row that an older build stored
 */
export const cacheTable = <T extends object>(
  name: Name,
  key: keyof T & string,
  from?: (stored: T) => T,
): DeviceTable<T> => createDeviceTable<T>(db, name, key, from);

/** Runs `work` in one transaction over the cache. Await nothing but the cache inside. */
export const inCache = <R>(work: () => Promise<R>): Promise<R> => inTransaction(db, work);

/** Whether the calling code runs in a transaction over the cache. */
export const isInsideCache = (): boolean => isInside(db);

/** Runs `work` like {@link inCache}, but writes to the memory overlay of this tab only. */
export const holdCache = <R>(work: () => Promise<R>) => inMemory(db, work);

/** Deletes the whole cache from the device to free its space. This tab keeps its rows in memory. */
export const evictCacheToMemory = (): Promise<boolean> => evictToMemory(db);

/** Writes the memory overlay to the device. @throws when there is still no space */
export const flushCache = (): Promise<void> => flushOverlay(db);

/** The memory overlay of the cache in this tab. */
export const cacheOverlay = () => overlayOf(db);
