import { flushCache } from './cache-db.ts';
import { noteRoom, storageState } from './storage-state.ts';
import { flushUserDb, hasReserve, makeReserve } from './user-db.ts';

/** Looks whether a full device has room again: then what this tab holds in memory is kept. */
export async function retryPersist(): Promise<void> {
  if (storageState.get() !== 'full') return;
  try {
    await makeReserve();
    await flushUserDb();
    await flushCache();
    noteRoom();
  } catch {
    // It is as full as before.
  }
}

/** Puts room aside for the outbox's notes as soon as there is some. */
export async function keepReserve(): Promise<void> {
  if (storageState.get() !== 'kept') return retryPersist();
  try {
    if (!(await hasReserve())) await makeReserve();
  } catch {
    // Notes then take the cache's place.
  }
}
