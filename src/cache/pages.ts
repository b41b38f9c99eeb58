import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';

/** The end of a loaded page: the number of items up to it and the cursor of the next page; null on the last page. */
type End = { at: number; next: string | null };

/** The loaded pages of a list, joined. */
export type Pages<T> = { items: T[]; ends: End[] };
type Item = { id: Id };

/** The cursor of the next page; null when all pages are loaded. */
export const nextOf = ({ ends }: Pages<unknown>): string | null => ends.at(-1)?.next ?? null;

/** Pages from items and the last cursor alone, as older builds stored them. */
export const pagesFrom = <T>(items: T[], next: string | null): Pages<T> => ({
  items,
  ends: [{ at: items.length, next }],
});

/** Truncates at the end of a page, so that the cursor continues exactly where the items stop. Keeps the first page. */
export function truncate<T>({ items, ends }: Pages<T>, maxItems: number): Pages<T> {
  const remaining = ends.filter((end, place) => place === 0 || end.at <= maxItems);
  return { items: items.slice(0, remaining.at(-1)?.at), ends: remaining };
}

/**
 * Replaces the first page, and keeps the further pages that still join it: a list does not shrink under its reader.
 * @param maxItems maximum number of items, rounded down to whole pages
 */
export function refreshed<T extends Item>(before: Pages<T> | undefined, page: Page<T>, maxItems: number): Pages<T> {
  const fresh = pagesFrom(page.items, page.next);
  const ids = new Set(page.items.map((item) => item.id));
  const joint = page.next === null ? -1 : (before?.items.findLastIndex((item) => ids.has(item.id)) ?? -1);
  if (!before || joint < 0) return fresh;
  const shift = page.items.length - joint - 1;
  const ends = before.ends.filter((end) => end.at > joint + 1).map((end) => ({ ...end, at: end.at + shift }));
  return truncate(
    { items: [...page.items, ...before.items.slice(joint + 1)], ends: [...fresh.ends, ...ends] },
    maxItems,
  );
}

/** Appends a page, without items that are already there. */
export function extended<T extends Item>(before: Pages<T>, page: Page<T>): Pages<T> {
  const known = new Set(before.items.map((item) => item.id));
  const items = [...before.items, ...page.items.filter((item) => !known.has(item.id))];
  return { items, ends: [...before.ends, { at: items.length, next: page.next }] };
}

/** Removes an item; the cursors stay where they were. */
export function withoutItem<T extends Item>({ items, ends }: Pages<T>, id: Id): Pages<T> {
  const at = items.findIndex((item) => item.id === id);
  if (at < 0) return { items, ends };
  return { items: items.toSpliced(at, 1), ends: ends.map((end) => (end.at > at ? { ...end, at: end.at - 1 } : end)) };
}

/** Changes the items. Each cursor stays before the same items as it was, except those that moved up. */
export function changed<T extends Item>({ items, ends }: Pages<T>, to: (items: T[]) => T[]): Pages<T> {
  const after = to(items);
  const endOf = (at: number): number => {
    const further = new Set(items.slice(at).map(({ id }) => id));
    return after.findLastIndex(({ id }) => !further.has(id)) + 1;
  };
  return { items: after, ends: ends.map((end) => ({ ...end, at: endOf(end.at) })) };
}
