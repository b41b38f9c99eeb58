import type { Person } from '#contract/people.ts';

/** What one kind of document holds of a member. */
export interface Eraser {
  /**
   * Erases all of it for good. May be stopped at any step, done twice, and done by two processes at once.
   * @param stopping ends it early: what is left waits for the next start
   * @throws when some of it could not be erased
   */
  erase(member: Pick<Person, 'id'>, stopping: AbortSignal): Promise<void>;
}

const tries = 5;

/**
 * Works through a list whose items leave it once they are done, a batch at a time.
 * @throws when the same batch comes again and again: nothing of it can be done
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
