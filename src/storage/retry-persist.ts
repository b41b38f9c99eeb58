import { getDefaultStore } from 'jotai/vanilla';
import { cacheOverlay, flushCache } from './cache-db.ts';
import { noteRoom, storageStateAtom } from './storage-state.ts';
import { flushUserDb, hasReserve, makeReserve } from './user-db.ts';

const store = getDefaultStore();

/** Stores half of the evicted bikes, last opened first: the rest of the space is for what is written next. */
async function restoreBikes(): Promise<void> {
  const overlay = cacheOverlay();
  if (overlay.shut) return;
  const bikes = [...overlay.over('bikes')].flatMap(([key, row]) => (row ? [{ key, row }] : []));
  const usedAt = ({ row }: { row: object }) => (row as { usedAt: number }).usedAt;
  bikes.sort((a, b) => usedAt(b) - usedAt(a));
  for (const { key, row } of bikes.slice(0, Math.ceil(bikes.length / 2))) await overlay.flushRow('bikes', key, row);
}

/** On a full device, tries to store the rows in memory. Clears the `full` state when that succeeds. */
export async function retryPersist(): Promise<void> {
  if (store.get(storageStateAtom) !== 'full') return;
  try {
    await makeReserve();
    await flushUserDb();
    await flushCache().catch(async (error: unknown) => {
      await restoreBikes();
      throw error;
    });
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
