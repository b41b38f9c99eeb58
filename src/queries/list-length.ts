import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';

const prefix = 'length:';

/** Stores how many items of a list are shown, for {@link restoreListLength}. */
export function saveListLength(list: string, count: number): void {
  try {
    sessionStorage.setItem(prefix + list, String(count));
  } catch {
    // Without storage, Back shows the first page.
  }
}

/** The number of items that a list had when its reader left it; 0 unless they come back. */
function storedLength(list: string): number {
  if (!document.documentElement.hasAttribute('data-returned')) return 0;
  try {
    return Number(sessionStorage.getItem(prefix + list));
  } catch {
    return 0;
  }
}

/** Appends a page, without items that are already there. */
export function appendPage<P extends Page<{ id: Id }>>(before: P, page: Page<P['items'][number]>): P {
  const known = new Set(before.items.map(({ id }) => id));
  return { ...before, items: [...before.items, ...page.items.filter(({ id }) => !known.has(id))], next: page.next };
}

/**
 * Fetches the first page of an uncached list and, after Back or a reload, as many further pages as were shown. Stops at
 * a further page that fails.
 * @throws ApiFailure when the first page fails
 */
export async function restoreListLength<P extends Page<{ id: Id }>>(
  list: string,
  fetchPage: (cursor?: string) => Promise<P>,
): Promise<P> {
  const count = storedLength(list);
  let whole = await fetchPage();
  try {
    while (whole.next && whole.items.length < count) whole = appendPage(whole, await fetchPage(whole.next));
  } catch {
    // The list ends with the pages that arrived.
  }
  return whole;
}
