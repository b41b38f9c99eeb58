import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';

const prefix = 'length:';

/** Notes how many items of a list are shown, for {@link asLongAsLeft}. */
export function noteLength(list: string, count: number): void {
  try {
    sessionStorage.setItem(prefix + list, String(count));
  } catch {
    // Without storage, Back shows the first page.
  }
}

/** How many items a list had that its reader comes back to; 0 for everybody else. */
function lengthLeft(list: string): number {
  if (!document.documentElement.hasAttribute('data-returned')) return 0;
  try {
    return Number(sessionStorage.getItem(prefix + list));
  } catch {
    return 0;
  }
}

/** Whether a list was longer than its first page when its reader left it, and they come back to it. */
export const isToRestore = (list: string): boolean => lengthLeft(list) > 0;

/** A list with a further page behind it, without what it has already. */
export function longer<P extends Page<{ id: Id }>>(before: P, page: Page<P['items'][number]>): P {
  const known = new Set(before.items.map(({ id }) => id));
  return { ...before, items: [...before.items, ...page.items.filter(({ id }) => !known.has(id))], next: page.next };
}

/**
 * The first page of a list that no cache keeps; after Back or a reload with as many further pages as were shown. Where one
 * of these fails, what came is all.
 * @throws ApiFailure when the first page fails
 */
export async function asLongAsLeft<P extends Page<{ id: Id }>>(
  list: string,
  ask: (cursor?: string) => Promise<P>,
): Promise<P> {
  const count = lengthLeft(list);
  let whole = await ask();
  try {
    while (whole.next && whole.items.length < count) whole = longer(whole, await ask(whole.next));
  } catch {
    // The list goes on where it stops now.
  }
  return whole;
}
