import type { MakerPage } from '#contract/makers.ts';
import { openedPages } from '#src/cache/opened-pages.ts';
import { pagesFrom } from '#src/cache/pages.ts';
import type { FeedKey } from '#src/cache/values/feeds.ts';

/** The path of a page, such as `/part/brooks/b17`. */
export type MakerPath = FeedKey & `/${string}`;

const pages = openedPages<{ page: Omit<MakerPage, 'liked'> }>('maker', 60, (path) => [path as MakerPath]);

/** Deletes a page with its list of bikes. Call it inside a transaction. */
export const forgetMaker = (path: MakerPath): Promise<void> => pages.remove(path);

/** Caches a page as the server sent it. */
export const saveMaker = (path: MakerPath, { liked, ...page }: MakerPage, now?: number): Promise<void> =>
  pages.save(path, { page, ...pagesFrom(liked, null) }, now);

/** The cached page. */
export async function makerFor(path: MakerPath): Promise<{ page: MakerPage; savedAt: number } | null> {
  const cached = await pages.get(path);
  return cached ? { page: { ...cached.page, liked: cached.items }, savedAt: cached.savedAt } : null;
}
