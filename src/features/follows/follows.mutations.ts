import { callOf } from '#contract/endpoint.ts';
import type { followThing, unfollowThing } from '#contract/follows.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { following, withFollowed, withoutFollowed } from '#src/cache/values/following.ts';
import { byKind, defineMutation } from '#src/outbox/define-mutation.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { type Followable, followedTitle } from './followed-title.ts';

const planOf = (thing: Followable, userId: Id) => {
  const { kind, key, bike } = thing;
  const of = `follow:${userId}:${kind}:${key}`;
  return {
    params: { kind, key },
    subject: {
      kind: kind === 'member' ? 'person' : kind,
      id: key,
      title: followedTitle(thing),
      picture: bike?.cover ? { id: bike.cover.id, here: false } : null,
    },
    part: thing,
    scope: of,
    // A later choice replaces one that has not been sent.
    replaces: of,
    needs: kind === 'bike' ? [key] : [],
  };
};

export const followThingMutation = defineMutation({
  kind: 'follow.put',
  endpoint: callOf<typeof followThing>('PUT', '/user/following/:kind/:key'),
  labels: {
    title: ({ title }) => t`Follow ${title}`,
    done: (ago) => t`Followed ${ago}.`,
    waitsFor: t`Waiting for its bike`,
  },
  queue: (thing: Followable, userId) => ({ ...planOf(thing, userId), body: { name: thing.name } }),
  apply: (cache, { part }) => {
    const followed = { ...part, at: new Date(cache.now).toISOString() };
    return cache.update(following, 'all', (items) => withFollowed(items, followed));
  },
  inverse: ({ part, userId }): QueuedMutation[] => [unfollowThingMutation.create(part, userId)],
});

export const unfollowThingMutation = defineMutation({
  kind: 'follow.delete',
  endpoint: callOf<typeof unfollowThing>('DELETE', '/user/following/:kind/:key'),
  labels: {
    title: ({ title }) => t`Stop following ${title}`,
    done: (ago) => t`Stopped ${ago}.`,
    waitsFor: t`Waiting for its bike`,
  },
  queue: planOf,
  apply: (cache, { part }) => cache.update(following, 'all', (items) => withoutFollowed(items, part)),
  inverse: ({ part, userId }): QueuedMutation[] => [followThingMutation.create(part, userId)],
});

export const mutations = byKind(followThingMutation, unfollowThingMutation);
