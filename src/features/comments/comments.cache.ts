import type { Comment } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import type { Cached } from '#src/cache/cached.ts';
import { bikeOf, changeBike } from '#src/cache/values/bikes.ts';
import { aboutOf, changeThreads, threadOf, windowOf } from '#src/cache/values/threads.ts';

/** Newest comments of a bike, latest first, by bike id. */
export const newestComments: Cached<Comment[], Id> = {
  read: async (_, bikeId) => (await threadOf(bikeId))?.items ?? null,
  empty: () => [],
  change: (_, bikeId, to) => changeThreads(bikeId, { newest: to }),
};

/** Pinned comments of a bike, the latest pin first, by bike id. */
export const pinnedComments: Cached<Comment[], Id> = {
  read: async (_, bikeId) => (await threadOf(bikeId))?.pinned ?? null,
  empty: () => [],
  change: (_, bikeId, to) => changeThreads(bikeId, { pinned: to }),
};

/** Page of older comments. `newer` is the cursor of the following ones; null if the page ends with the newest. */
export type CommentWindow = { items: Comment[]; newer: string | null };

/** Page of older comments by bike id; null if none is cached. */
export const commentWindow: Cached<CommentWindow | null, Id> = {
  read: async (_, bikeId) => (await windowOf(bikeId)) ?? null,
  empty: () => null,
  change: (_, bikeId, to) => changeThreads(bikeId, { around: (items, newer) => to({ items, newer })?.items ?? items }),
};

/** The comments about an update of a bike, by bike id: those that were shown last; null if none are cached. */
export const commentsAbout: Cached<{ updateId: Id; items: Comment[] } | null, Id> = {
  read: async (_, bikeId) => (await aboutOf(bikeId)) ?? null,
  empty: () => null,
  change: (_, bikeId, to) =>
    changeThreads(bikeId, { about: (items, updateId) => to({ updateId, items })?.items ?? items }),
};

/** Whether the comments of a bike are closed. */
export const commentsClosed: Cached<boolean, Id> = {
  read: async (_, bikeId) => (await bikeOf(bikeId))?.bike.commentsClosed ?? null,
  empty: () => false,
  change: (_, bikeId, to) =>
    changeBike(bikeId, (bike) => ({ ...bike, commentsClosed: to(bike.commentsClosed ?? false) })),
};
