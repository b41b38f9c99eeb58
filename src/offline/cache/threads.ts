import type { Comment } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import { cacheShelf } from './db.ts';
import { extended, nextOf, type Pages, pagesFrom, refreshed, withItem, withoutItem } from './pages.ts';
import { keep } from './room.ts';

/** The comments of a bike, the newest first. */
type KeptThread = Pages<Comment> & { bikeId: Id; savedAt: number };
type OldThread = { bikeId: Id; comments: Comment[]; next: string | null; savedAt: number };

const mostComments = 200;
const threads = cacheShelf<KeptThread>('threads', 'bikeId', (kept) => {
  if (kept.ends) return kept;
  const { bikeId, comments, next, savedAt } = kept as unknown as OldThread;
  return { bikeId, ...pagesFrom(comments, next), savedAt };
});

export const threadOf = (bikeId: Id): Promise<KeptThread | undefined> => threads.get(bikeId);

/** The comments before others, by the cursor that they were asked with. */
export type Earlier = { cursor: string; page: Page<Comment> };

/** Keeps the newest comments of a bike, and of the earlier ones what still joins them. */
export const saveThread = (bikeId: Id, page: Page<Comment>, earlier?: Earlier): Promise<void> =>
  keep(async () => {
    const newest = refreshed(await threads.get(bikeId), page, mostComments);
    const pages = earlier && nextOf(newest) === earlier.cursor ? extended(newest, earlier.page) : newest;
    await threads.put({ bikeId, ...pages, savedAt: Date.now() });
  });

const change = (bikeId: Id, work: (pages: Pages<Comment>) => Pages<Comment>): Promise<void> =>
  keep(async () => {
    const kept = await threads.get(bikeId);
    if (kept) await threads.put({ ...kept, ...work(kept) });
  });

/** Adds earlier comments to those that are kept. */
export const extendThread = (bikeId: Id, page: Page<Comment>): Promise<void> =>
  change(bikeId, (pages) => extended(pages, page));

/** Keeps one comment, new or changed. */
export const keepComment = (bikeId: Id, comment: Comment): Promise<void> =>
  change(bikeId, (pages) => withItem(pages, comment));

export const forgetComment = (bikeId: Id, commentId: Id): Promise<void> =>
  change(bikeId, (pages) => withoutItem(pages, commentId));

export const forgetThreads = (...bikeIds: Id[]): Promise<void> => threads.remove(...bikeIds);
