import type { Comment } from '#contract/comments.ts';
import type { Id } from '#contract/ids.ts';
import { changeBike } from '#src/cache/values/bike-changes.ts';
import { bikeOf } from '#src/cache/values/bikes.ts';
import { changeThreads, threadOf, windowOf } from '#src/cache/values/threads.ts';
import type { Cached } from '#src/outbox/cached.ts';

/** The newest comments of a bike, the newest first, by the bike's id. */
export const newestComments: Cached<Comment[], Id> = {
  read: async (_, bikeId) => (await threadOf(bikeId))?.items ?? null,
  empty: () => [],
  change: (_, bikeId, to) => changeThreads(bikeId, { newest: to }),
};

/** The comments around an older one. `newer`: where those go on that follow; null if they end with the newest. */
export type CommentWindow = { items: Comment[]; newer: string | null };

/** The same by the bike's id; null where there are none. */
export const commentWindow: Cached<CommentWindow | null, Id> = {
  read: async (_, bikeId) => (await windowOf(bikeId)) ?? null,
  empty: () => null,
  change: (_, bikeId, to) => changeThreads(bikeId, { around: (items, newer) => to({ items, newer })?.items ?? items }),
};

/** Whether a bike takes no more comments. */
export const commentsClosed: Cached<boolean, Id> = {
  read: async (_, bikeId) => (await bikeOf(bikeId))?.bike.commentsClosed ?? null,
  empty: () => false,
  change: (_, bikeId, to) =>
    changeBike(bikeId, (bike) => ({ ...bike, commentsClosed: to(bike.commentsClosed ?? false) })),
};
