import { getDefaultStore } from 'jotai/vanilla';
import { flushCache } from './cache-db.ts';
import { noteRoom, storageStateAtom } from './storage-state.ts';
import { flushUserDb, hasReserve, makeReserve } from './user-db.ts';

const store = getDefaultStore();

/** On a full device, tries to store the rows in memory. Clears the `full` state when that succeeds. */
export async function retryPersist(): Promise<void> {
  if (store.get(storageStateAtom) !== 'full') return;
  try {
    await makeReserve();
    await flushUserDb();
    await flushCache();
    noteRoom();
  } catch {
    // Still full.
  }
}

/** Restores the reserve of the outbox as soon as there is space for it. */
export async function keepReserve(): Promise<void> {
  if (store.get(storageStateAtom) !== 'stored') return retryPersist();
  try {
    if (!(await hasReserve())) await makeReserve();
  } catch {
    // Without a reserve, the cache is evicted when the outbox needs space.
  }
}
