import type { FolderBike, SharedFolder } from '#contract/favorites.ts';
import type { Page } from '#contract/paging.ts';
import type { Cached } from '#src/cache/cached.ts';
import { openedPages } from '#src/cache/opened-pages.ts';
import { changed, extended, nextOf, refreshed } from '#src/cache/pages.ts';

type Head = Omit<SharedFolder, 'items' | 'next'>;

const maxBikes = 500;
const pages = openedPages<{ head: Head }, FolderBike>('shared', 30);

/** Caches the first page of a shared folder, and keeps the further pages that still join it. */
export const saveShared = (shareId: string, { items, next, ...head }: SharedFolder, now?: number): Promise<void> =>
  pages.save(shareId, (before) => ({ head, ...refreshed(before, { items, next }, maxBikes) }), now);

/** Adds a further page. */
export const extendShared = (shareId: string, page: Page<FolderBike>): Promise<void> =>
  pages.change(shareId, (cached) => ({ head: cached.head, ...extended(cached, page) }));

/** The cached folder with the bikes of all cached pages. */
export async function sharedAs(shareId: string): Promise<{ folder: SharedFolder; savedAt: number } | null> {
  const cached = await pages.get(shareId);
  return cached
    ? { folder: { ...cached.head, items: cached.items, next: nextOf(cached) }, savedAt: cached.savedAt }
    : null;
}

/** The text and the cached bikes of a shared folder, by the id of its link. */
export const sharedContent: Cached<{ text: string; items: FolderBike[] }> = {
  read: async (_, shareId) => {
    const cached = await pages.get(shareId);
    return cached ? { text: cached.head.text, items: cached.items } : null;
  },
  empty: () => ({ text: '', items: [] }),
  change: (_, shareId, to) =>
    pages.change(shareId, (cached) => {
      const { text, items } = to({ text: cached.head.text, items: cached.items });
      return { head: { ...cached.head, text }, ...changed(cached, () => items) };
    }),
};

/** Deletes a folder that is no longer shared. Call it inside a transaction. */
export const forgetShared = (shareId: string): Promise<void> => pages.remove(shareId);
