import type { Person } from '#contract/people.ts';

/** Erases a member's data from one kind of document. */
export interface Eraser {
  /**
   * Deletes all of the member's data. May be interrupted, repeated and run by two processes at once.
   * @param stopping aborts early: the rest is erased after the next start
   * @throws when some of it could not be erased
   */
  erase(member: Pick<Person, 'id'>, stopping: AbortSignal): Promise<void>;
}

const tries = 5;

/**
 * Works through a list whose items leave it once they are done, a batch at a time.
 * @throws when the same batch is read `tries` times in a row, because none of it can be done
 */
export async function emptied<T extends { id: string }>(
  batch: () => Promise<T[]>,
  work: (item: T) => Promise<unknown>,
  stopping: AbortSignal,
): Promise<void> {
  let before = '';
  let repeated = 0;
  for (let items = await batch(); items.length > 0; items = await batch()) {
    const ids = items.map(({ id }) => id).join();
    repeated = ids === before ? repeated + 1 : 0;
    if (repeated === tries) throw new Error(`${items.length} things could not be erased.`);
    before = ids;
    for (const item of items) {
      if (stopping.aborted) return;
      await work(item);
    }
  }
}
