import type { Comment, CommentPage } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import { changed, extended, nextOf, type Pages, pagesFrom, refreshed } from '#src/cache/pages.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

/** The comments of a bike, the newest first. */
type KeptThread = Pages<Comment> & { bikeId: Id; savedAt: number };
type OldThread = { bikeId: Id; comments: Comment[]; next: string | null; savedAt: number };

const mostComments = 200;
const threads = cacheTable<KeptThread>('threads', 'bikeId', (kept) => {
  if (kept.ends) return kept;
  const { bikeId, comments, next, savedAt } = kept as unknown as OldThread;
  return { bikeId, ...pagesFrom(comments, next), savedAt };
});

/** The comments beside an older one, apart from the newest. `newer`: where those go on that follow; null at the newest. */
type KeptAside = KeptThread & { newer: string | null };
const asides = cacheTable<KeptAside>('threads', 'bikeId');
/** Of each bike the last one is kept, beside its thread, with which it goes. */
const asideKey = (bikeId: Id): Id => `${bikeId} aside`;
const has = ({ items }: Pages<Comment>, id: Id): boolean => items.some((one) => one.id === id);

/** The comments beside an older one, where they are kept. */
export async function asideOf(bikeId: Id, commentId: Id): Promise<KeptAside | undefined> {
  const kept = await asides.get(asideKey(bikeId));
  return kept && has(kept, commentId) ? kept : undefined;
}

const changeAside = (bikeId: Id, work: (aside: KeptAside) => Partial<KeptAside>): Promise<void> =>
  keep(async () => {
    const kept = await asides.get(asideKey(bikeId));
    if (kept) await asides.put({ ...kept, ...work(kept) });
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

/** Those around an older comment, whichever it is. */
export const windowOf = (bikeId: Id): Promise<KeptAside | undefined> => asides.get(asideKey(bikeId));

/** Changes the comments of a bike that are kept: the newest, or those around an older one. */
export const changeThreads = (
  bikeId: Id,
  to: {
    newest?: (items: Comment[]) => Comment[];
    around?: (items: Comment[], newer: string | null) => Comment[];
  },
): Promise<void> =>
  keep(async () => {
    const { newest, around } = to;
    if (newest) await change(bikeId, (pages) => changed(pages, newest));
    if (around) await changeAside(bikeId, (aside) => changed(aside, (items) => around(items, aside.newer)));
  });

/** Those beside an older comment as they were just answered, instead of those beside another one. */
export const saveAside = (bikeId: Id, { items, next, newer = null }: CommentPage): Promise<void> =>
  keep(() => asides.put({ bikeId: asideKey(bikeId), ...pagesFrom(items, next), newer, savedAt: Date.now() }));

/** Adds those before what is kept beside an older comment. */
export const extendAside = (bikeId: Id, page: Page<Comment>): Promise<void> =>
  changeAside(bikeId, (pages) => extended(pages, page));

/** Adds those that follow. */
export const continueAside = (bikeId: Id, { items, newer = null }: CommentPage): Promise<void> =>
  changeAside(bikeId, (aside) => {
    const fresh = items.filter(({ id }) => !has(aside, id));
    const ends = aside.ends.map((end) => ({ ...end, at: end.at + fresh.length }));
    return { items: [...fresh, ...aside.items], ends, newer };
  });

export const forgetThreads = (...bikeIds: Id[]): Promise<void> => threads.remove(...bikeIds, ...bikeIds.map(asideKey));

/** Forgets the comments of every bike. */
export const forgetAllThreads = (): Promise<void> => keep(() => threads.clear());
