import { callOf } from '#contract/endpoint.ts';
import type { followThing, lookAtSearch, unfollowThing } from '#contract/follows.ts';
import type { Id } from '#contract/ids.ts';
import { t } from '#contract/texts.ts';
import { following, withFollowed, withLook, withoutFollowed } from '#src/cache/values/following.ts';
import { keptSearch } from '#src/cache/values/kept-searches.ts';
import { memberFeed, withoutReason } from '#src/cache/values/member-feed.ts';
import { byKind, defineMutation } from '#src/outbox/define-mutation.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { type Followable, followedTitle } from './followed-title.ts';

/** What is followed. `before`: the same as it was, if it is followed already. */
type Following = Followable & { before?: Followable };

const scopeOf = ({ kind, key }: Pick<Followable, 'kind' | 'key'>, userId: Id) => `follow:${userId}:${kind}:${key}`;

const planOf = (thing: Following, userId: Id) => {
  const { kind, key, bike } = thing;
  const of = scopeOf(thing, userId);
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
  queue: (thing: Following, userId) => ({ ...planOf(thing, userId), body: { name: thing.name, tells: thing.tells } }),
  apply: (cache, { part }) => {
    const at = new Date(cache.now).toISOString();
    const { before: _, ...thing } = part;
    const search = thing.kind === 'search' && { tells: thing.tells ?? ('feed' as const), lookedAt: at, newCount: 0 };
    const followed = { ...search, ...thing, at };
    return cache.update(following, 'all', (items) => withFollowed(items, followed));
  },
  inverse: ({ part, userId }): QueuedMutation[] => [
    part.before
      ? followThingMutation.create({ ...part.before, before: part }, userId)
      : unfollowThingMutation.create(part, userId),
  ],
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
  apply: async (cache, { part }) => {
    await cache.update(following, 'all', (items) => withoutFollowed(items, part));
    if (part.kind === 'search') await cache.remove(keptSearch, part.key);
    await cache.update(memberFeed, 'all', (entries) => withoutReason(entries, part));
  },
  inverse: ({ part, userId }): QueuedMutation[] => [followThingMutation.create(part, userId)],
});

export const lookAtSearchMutation = defineMutation({
  kind: 'search.look',
  endpoint: callOf<typeof lookAtSearch>('PUT', '/user/searches/:key/looked'),
  labels: { title: () => '', waitsFor: '' },
  isHarmless: true,
  queue: ({ key, at }: { key: string; at: string }, userId) => ({
    params: { key },
    body: { at },
    subject: { kind: 'search', id: key, title: '', picture: null },
    // It waits for its follow.
    scope: scopeOf({ kind: 'search', key }, userId),
    replaces: `look:${userId}:${key}`,
  }),
  apply: (cache, { targetId, body }) => cache.update(following, 'all', (items) => withLook(items, targetId, body.at)),
});

export const mutations = byKind(followThingMutation, unfollowThingMutation, lookAtSearchMutation);
