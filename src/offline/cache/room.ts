import { isFull } from '../storage.ts';
import { inCache } from './db.ts';
import { dropImages } from './images.ts';

/** Changes the cache in one transaction. A full device loses photos first, then the change itself. */
export async function keep(work: () => Promise<void>): Promise<void> {
  try {
    await inCache(work);
  } catch (error) {
    if (!isFull(error)) throw error;
    await dropImages();
    await inCache(work).catch(() => undefined);
  }
}
