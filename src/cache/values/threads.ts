import type { Comment, CommentPage } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import { changed, extended, nextOf, type Pages, pagesFrom, refreshed } from '#src/cache/pages.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';
import { updateCountsKey } from './update-counts.ts';

/** The comments of a bike, newest first, and the pinned ones. */
type CachedThread = Pages<Comment> & { bikeId: Id; savedAt: number; pinned?: Comment[] };
type OldThread = { bikeId: Id; comments: Comment[]; next: string | null; savedAt: number };

const maxComments = 200;
const threads = cacheTable<CachedThread>('threads', 'bikeId', (cached) => {
  if (cached.ends) return cached;
  const { bikeId, comments, next, savedAt } = cached as unknown as OldThread;
  return { bikeId, ...pagesFrom(comments, next), savedAt };
});

/**
 * The comments around an older one, stored separately from the newest. `newer`: cursor of the comments that follow; null at
 * the newest.
 */
type StoredInContext = CachedThread & { newer: string | null };
const contexts = cacheTable<StoredInContext>('threads', 'bikeId');
/** Key of the comments around an older one: one window per bike, stored in the same table as its thread. */
const contextKey = (bikeId: Id): Id => `${bikeId} aside`;

/** The comments about one update of a bike: those that were shown last. */
type StoredAbout = CachedThread & { updateId: Id };
const abouts = cacheTable<StoredAbout>('threads', 'bikeId');
const aboutKey = (bikeId: Id): Id => `${bikeId} about`;

const has = ({ items }: Pages<Comment>, id: Id): boolean => items.some((one) => one.id === id);

/** The cached comments around a comment. */
export async function windowAround(bikeId: Id, commentId: Id): Promise<StoredInContext | undefined> {
  const cached = await contexts.get(contextKey(bikeId));
  return cached && has(cached, commentId) ? cached : undefined;
}

const changeContext = (bikeId: Id, work: (inContext: StoredInContext) => Partial<StoredInContext>): Promise<void> =>
  writeCache(async () => {
    const cached = await contexts.get(contextKey(bikeId));
    if (cached) await contexts.put({ ...cached, ...work(cached) });
  });

export const threadOf = (bikeId: Id): Promise<CachedThread | undefined> => threads.get(bikeId);

/** A page of earlier comments and the cursor that it was requested with. */
export type Earlier = { cursor: string; page: Page<Comment> };

/** Caches the newest comments of a bike, and keeps the earlier ones that still join them. */
export const saveThread = (bikeId: Id, page: CommentPage, earlier?: Earlier): Promise<void> =>
  writeCache(async () => {
    const newest = refreshed(await threads.get(bikeId), page, maxComments);
    const pages = earlier && nextOf(newest) === earlier.cursor ? extended(newest, earlier.page) : newest;
    await threads.put({ bikeId, ...pages, pinned: page.pinned ?? [], savedAt: serverNow() });
  });

const change = (bikeId: Id, work: (pages: Pages<Comment>) => Pages<Comment>): Promise<void> =>
  writeCache(async () => {
    const cached = await threads.get(bikeId);
    if (cached) await threads.put({ ...cached, ...work(cached) });
  });

/** Appends earlier comments. */
export const extendThread = (bikeId: Id, page: Page<Comment>): Promise<void> =>
  change(bikeId, (pages) => extended(pages, page));

/** The cached comments around an older comment, whichever it is. */
export const windowOf = (bikeId: Id): Promise<StoredInContext | undefined> => contexts.get(contextKey(bikeId));

/** Changes the cached comments of a bike: the newest, the pinned ones, those around an older one and about an update. */
export const changeThreads = (
  bikeId: Id,
  to: {
    newest?: (items: Comment[]) => Comment[];
    pinned?: (items: Comment[]) => Comment[];
    around?: (items: Comment[], newer: string | null) => Comment[];
    about?: (items: Comment[], updateId: Id) => Comment[];
  },
): Promise<void> =>
  writeCache(async () => {
    const { newest, pinned, around, about } = to;
    if (newest) await change(bikeId, (pages) => changed(pages, newest));
    if (pinned) {
      const cached = await threads.get(bikeId);
      if (cached) await threads.put({ ...cached, pinned: pinned(cached.pinned ?? []) });
    }
    if (around)
      await changeContext(bikeId, (inContext) => changed(inContext, (items) => around(items, inContext.newer)));
    if (about) await changeAbout(bikeId, (known) => changed(known, (items) => about(items, known.updateId)));
  });

/** Caches the comments around an older comment, in place of those around another one. */
export const saveWindow = (bikeId: Id, { items, next, newer = null }: CommentPage): Promise<void> =>
  writeCache(() =>
    contexts.put({ bikeId: contextKey(bikeId), ...pagesFrom(items, next), newer, savedAt: serverNow() }),
  );

/** Appends earlier comments to those around an older one. */
export const extendWindow = (bikeId: Id, page: Page<Comment>): Promise<void> =>
  changeContext(bikeId, (pages) => extended(pages, page));

/** Adds the comments that follow. */
export const continueWindow = (bikeId: Id, { items, newer = null }: CommentPage): Promise<void> =>
  changeContext(bikeId, (inContext) => {
    const added = items.filter(({ id }) => !has(inContext, id));
    const ends = inContext.ends.map((end) => ({ ...end, at: end.at + added.length }));
    return { items: [...added, ...inContext.items], ends, newer };
  });

/** The cached comments about one update, whichever it is. */
export const aboutOf = (bikeId: Id): Promise<StoredAbout | undefined> => abouts.get(aboutKey(bikeId));

/** Caches the newest comments about an update, in place of those about another one. */
export const saveAbout = (bikeId: Id, updateId: Id, page: CommentPage): Promise<void> =>
  writeCache(async () => {
    const known = await aboutOf(bikeId);
    const pages = refreshed(known?.updateId === updateId ? known : undefined, page, maxComments);
    await abouts.put({ bikeId: aboutKey(bikeId), updateId, ...pages, savedAt: serverNow() });
  });

const changeAbout = (bikeId: Id, work: (about: StoredAbout) => Pages<Comment>): Promise<void> =>
  writeCache(async () => {
    const known = await aboutOf(bikeId);
    if (known) await abouts.put({ ...known, ...work(known) });
  });

/** Appends earlier comments to those about an update. */
export const extendAbout = (bikeId: Id, updateId: Id, page: Page<Comment>): Promise<void> =>
  changeAbout(bikeId, (about) => (about.updateId === updateId ? extended(about, page) : about));

export const forgetThreads = (...bikeIds: Id[]): Promise<void> =>
  threads.remove(...bikeIds.flatMap((id) => [id, contextKey(id), aboutKey(id), updateCountsKey(id)]));

/** Deletes the comments of every bike. */
export const forgetAllThreads = (): Promise<void> => writeCache(() => threads.clear());
