import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';

/** Where a page that was loaded ends: after how many items, and the cursor of the next one; null on the last page. */
type End = { at: number; next: string | null };

/** The pages of a list that are here, joined. */
export type Pages<T> = { items: T[]; ends: End[] };
type Item = { id: Id };

/** The cursor that goes on after what is here; null when that is all. */
export const nextOf = ({ ends }: Pages<unknown>): string | null => ends.at(-1)?.next ?? null;

/** Pages as an older build kept them, with the last cursor alone. */
export const pagesFrom = <T>(items: T[], next: string | null): Pages<T> => ({
  items,
  ends: [{ at: items.length, next }],
});

/** Cuts where a page ends, so that the cursor goes on exactly where the items stop. */
function cut<T>({ items, ends }: Pages<T>, most: number): Pages<T> {
  const kept = ends.filter((end, place) => place === 0 || end.at <= most);
  return { items: items.slice(0, kept.at(-1)?.at), ends: kept };
}

/**
 * The first page as it was just answered, with the further pages that were loaded before where it still joins them: a
 * list does not shrink under its reader.
 * @param most how many items are kept, rounded down to whole pages
 */
export function refreshed<T extends Item>(before: Pages<T> | undefined, page: Page<T>, most: number): Pages<T> {
  const fresh = pagesFrom(page.items, page.next);
  const ids = new Set(page.items.map((item) => item.id));
  const joint = page.next === null ? -1 : (before?.items.findLastIndex((item) => ids.has(item.id)) ?? -1);
  if (!before || joint < 0) return fresh;
  const shift = page.items.length - joint - 1;
  const ends = before.ends.filter((end) => end.at > joint + 1).map((end) => ({ ...end, at: end.at + shift }));
  return cut({ items: [...page.items, ...before.items.slice(joint + 1)], ends: [...fresh.ends, ...ends] }, most);
}

/** What is here with a further page behind it. */
export function extended<T extends Item>(before: Pages<T>, page: Page<T>): Pages<T> {
  const known = new Set(before.items.map((item) => item.id));
  const items = [...before.items, ...page.items.filter((item) => !known.has(item.id))];
  return { items, ends: [...before.ends, { at: items.length, next: page.next }] };
}

/** Without an item; the cursors go on where they did. */
export function withoutItem<T extends Item>({ items, ends }: Pages<T>, id: Id): Pages<T> {
  const at = items.findIndex((item) => item.id === id);
  if (at < 0) return { items, ends };
  return { items: items.toSpliced(at, 1), ends: ends.map((end) => (end.at > at ? { ...end, at: end.at - 1 } : end)) };
}

/** With the items changed; each cursor goes on before the same items as it did, less those that were moved up. */
export function changed<T extends Item>({ items, ends }: Pages<T>, to: (items: T[]) => T[]): Pages<T> {
  const after = to(items);
  const endOf = (at: number): number => {
    const further = new Set(items.slice(at).map(({ id }) => id));
    return after.findLastIndex(({ id }) => !further.has(id)) + 1;
  };
  return { items: after, ends: ends.map((end) => ({ ...end, at: endOf(end.at) })) };
}
