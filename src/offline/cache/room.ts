import Dexie from 'dexie';
import { isFull } from '../storage.ts';
import { inCache } from './db.ts';
import { dropImages } from './images.ts';

/** Changes the cache in one transaction. A full device loses photos first, then the change itself. */
export async function keep(work: () => Promise<void>): Promise<void> {
  // A part of a change makes no room: nothing but the cache may be awaited inside.
  if (Dexie.currentTransaction) return work();
  try {
    await inCache(work);
  } catch (error) {
    if (!isFull(error)) throw error;
    await dropImages();
    await inCache(work).catch(() => undefined);
  }
}
