import type { Comment } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import { cacheShelf } from './db.ts';
import { extended, type Pages, pagesFrom, refreshed, withItem, withoutItem } from './pages.ts';
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

/** Keeps the newest comments of a bike, and of the earlier ones what still joins them. */
export const saveThread = (bikeId: Id, page: Page<Comment>, now = Date.now()): Promise<void> =>
  keep(async () => {
    await threads.put({ bikeId, ...refreshed(await threads.get(bikeId), page, mostComments), savedAt: now });
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
