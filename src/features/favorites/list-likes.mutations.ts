import { callOf } from '#contract/endpoint.ts';
import { shownName } from '#contract/folder-name.ts';
import type { Id } from '#contract/ids.ts';
import type { ListLikeState, likeList, unlikeList } from '#contract/lists.ts';
import { t } from '#contract/texts.ts';
import type { CacheView } from '#src/cache/cached.ts';
import { listLike } from '#src/cache/values/list-likes.ts';
import { byKind, defineMutation } from '#src/outbox/define-mutation.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';

/** A shared folder. */
export type NamedList = { shareId: string; name: string };

const planOf = ({ shareId, name }: NamedList, userId: Id) => ({
  params: { shareId },
  subject: { kind: 'folder' as const, id: shareId, title: name, picture: null },
  scope: `list:${shareId}`,
  // A later like or unlike replaces one that has not been sent.
  replaces: `list:${userId}:${shareId}`,
});

/** Sets the like and updates the count. The server's count overrides the local one. */
const setLiked = (cache: CacheView, shareId: string, liked: boolean, reply: ListLikeState | null | undefined) =>
  cache.update(listLike, shareId, (before) => {
    const change = Number(liked) - Number(before.liked);
    return { ...before, liked, likes: reply?.likes ?? Math.max(0, before.likes + change) };
  });

const listOf = ({ targetId: shareId, subject }: Pick<QueuedMutation, 'targetId' | 'subject'>): NamedList => ({
  shareId,
  name: subject.title,
});

export const likeListMutation = defineMutation({
  kind: 'list.like',
  endpoint: callOf<typeof likeList>('PUT', '/favorites/:shareId/like'),
  labels: {
    title: ({ title }) => t`Like ${shownName(title)}`,
    done: (ago) => t`Liked ${ago}.`,
    waitsFor: t`Waiting for its folder`,
  },
  queue: planOf,
  apply: (cache, { targetId }, reply) => setLiked(cache, targetId, true, reply),
  inverse: (row): QueuedMutation[] => [unlikeListMutation.create(listOf(row), row.userId)],
});

export const unlikeListMutation = defineMutation({
  kind: 'list.unlike',
  endpoint: callOf<typeof unlikeList>('DELETE', '/favorites/:shareId/like'),
  labels: {
    title: ({ title }) => t`Remove like from ${shownName(title)}`,
    done: (ago) => t`Removed ${ago}.`,
    waitsFor: t`Waiting for its folder`,
  },
  queue: planOf,
  apply: (cache, { targetId }, reply) => setLiked(cache, targetId, false, reply),
  inverse: (row): QueuedMutation[] => [likeListMutation.create(listOf(row), row.userId)],
});

export const mutations = byKind(likeListMutation, unlikeListMutation);
