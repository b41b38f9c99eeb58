import type { BikeCard } from '#contract/bikes.ts';
import { callOf } from '#contract/endpoint.ts';
import { type FolderBike, favoriteLimits } from '#contract/favorites.ts';
import { shownName } from '#contract/folder-name.ts';
import type { Id } from '#contract/ids.ts';
import type {
  acceptKeeping,
  addToList,
  describeList,
  leaveKeeping,
  noteInList,
  orderList,
  removeFromList,
} from '#contract/keepers.ts';
import type { Person } from '#contract/people.ts';
import { t } from '#contract/texts.ts';
import type { CacheView } from '#src/cache/cached.ts';
import { viewerState } from '#src/cache/values/viewer-state.ts';
import { byKind, defineMutation } from '#src/outbox/define-mutation.ts';
import type { QueuedMutation, Subject } from '#src/outbox/mutation.ts';
import { inOrder, withBike, withoutBike } from './favorites.cache.ts';
import { keepingState, keptLists } from './keepers.cache.ts';
import type { NamedList } from './list-likes.mutations.ts';
import { sharedContent } from './shared-folder.cache.ts';
import { noteProblem, textProblem } from './word-problems.ts';

/** A bike and the kept list that it is added to or removed from. `by`: the keeper. */
type KeptPlacing = { bike: Subject; card: BikeCard; list: NamedList; by: Person };

const waitsFor = t`Waiting for its folder`;

const subjectOf = ({ shareId, name }: NamedList): Subject => ({
  kind: 'folder',
  id: shareId,
  title: name,
  picture: null,
});
/** Mutations of a list are sent in order: a keeper accepts before they fill it. */
const scopeOf = ({ shareId }: NamedList): string => `list:${shareId}`;

const placingOf = ({ bike, card, list, by }: KeptPlacing, userId: Id) => ({
  params: { shareId: list.shareId, bikeId: bike.id },
  subject: bike,
  part: { card, list: { shareId: list.shareId, name: list.name }, by },
  titleValue: list.name,
  scope: scopeOf(list),
  replaces: `kept:${userId}:${list.shareId}:${bike.id}`,
  needs: [bike.id],
});

/** Adds a bike to a kept list or removes it, with the list's count and covers. */
async function place(cache: CacheView, { card, list, by }: Omit<KeptPlacing, 'bike'>, isIn: boolean): Promise<void> {
  const { shareId } = list;
  const { id: bikeId, cover } = card;
  const known = [
    [sharedContent, shareId],
    [viewerState, bikeId],
  ] as const;
  await cache.updateBy(keptLists, 'all', known, (all, content, state) => {
    const there = content?.items.some(({ id }) => id === bikeId) ?? state?.keptListIds?.includes(shareId);
    // If the list's content is not cached, assumes that the mutation changes it.
    const change = Number(isIn) - Number(there ?? !isIn);
    return all.map((one) => {
      if (one.shareId !== shareId || change === 0) return one;
      const others = one.covers.filter(({ id }) => id !== cover?.id);
      const covers = isIn && cover ? [cover, ...others] : others;
      return { ...one, count: Math.max(0, one.count + change), covers: covers.slice(0, favoriteLimits.covers) };
    });
  });
  const added: FolderBike = { ...card, addedBy: by };
  await cache.update(sharedContent, shareId, ({ items, text }) => ({
    text,
    items: isIn ? withBike(items, added) : withoutBike(items, bikeId),
  }));
  await cache.update(viewerState, bikeId, (state) => {
    const others = (state.keptListIds ?? []).filter((id) => id !== shareId);
    return { ...state, keptListIds: isIn ? [...others, shareId] : others };
  });
}

export const addToListMutation = defineMutation({
  kind: 'kept.add',
  endpoint: callOf<typeof addToList>('PUT', '/favorites/:shareId/bikes/:bikeId'),
  labels: {
    title: ({ title }, list) => t`${title} saved to ${shownName(list)}`,
    done: (ago) => t`Saved ${ago}.`,
    waitsFor,
  },
  queue: placingOf,
  apply: (cache, { part }) => place(cache, part, true),
  inverse: ({ subject, part, userId }): QueuedMutation[] => [
    removeFromListMutation.create({ bike: subject, ...part }, userId),
  ],
});

export const removeFromListMutation = defineMutation({
  kind: 'kept.remove',
  endpoint: callOf<typeof removeFromList>('DELETE', '/favorites/:shareId/bikes/:bikeId'),
  labels: {
    title: ({ title }, list) => t`${title} removed from ${shownName(list)}`,
    done: (ago) => t`Removed ${ago}.`,
    waitsFor: t`Waiting for its bike`,
  },
  queue: placingOf,
  apply: (cache, { part }) => place(cache, part, false),
  inverse: ({ subject, part, userId }): QueuedMutation[] => [
    addToListMutation.create({ bike: subject, ...part }, userId),
  ],
});

export const noteInListMutation = defineMutation({
  kind: 'kept.note',
  endpoint: callOf<typeof noteInList>('PUT', '/favorites/:shareId/bikes/:bikeId/note'),
  labels: {
    title: ({ title }, list) => t`Note on ${title} in ${shownName(list)}`,
    done: (ago) => t`Written ${ago}.`,
    waitsFor,
  },
  appliesWhenRefused: true,
  queue: ({ bike, list, note }: { bike: Subject; list: NamedList; note: string }) => ({
    params: { shareId: list.shareId, bikeId: bike.id },
    body: { note },
    subject: bike,
    part: { shareId: list.shareId, name: list.name },
    titleValue: list.name,
    scope: scopeOf(list),
    replaces: `kept-note:${list.shareId}:${bike.id}`,
    needs: [bike.id],
  }),
  apply: (cache, { targetId, part: { shareId }, body: { note = '' } }) =>
    cache.update(sharedContent, shareId, ({ items, text }) => ({
      text,
      items: items.map((card) => (card.id === targetId ? { ...card, note: note || undefined } : card)),
    })),
  text: {
    label: t.as('list')`Note`,
    of: ({ body: { note = '' } }) => note,
    problem: noteProblem,
    into: (_, note) => ({ note }),
  },
});

export const orderListMutation = defineMutation({
  kind: 'kept.sort',
  endpoint: callOf<typeof orderList>('PUT', '/favorites/:shareId/bikes'),
  labels: {
    title: ({ title }) => t`Sort ${shownName(title)}`,
    done: (ago) => t`Sorted ${ago}.`,
    waitsFor,
  },
  queue: ({ list, order }: { list: NamedList; order: Id[] }) => ({
    params: { shareId: list.shareId },
    body: { order },
    subject: subjectOf(list),
    scope: scopeOf(list),
    replaces: `kept-sort:${list.shareId}`,
  }),
  apply: (cache, { targetId, body: { order } }) =>
    cache.update(sharedContent, targetId, ({ items, text }) => ({ text, items: inOrder(items, order) })),
});

export const describeListMutation = defineMutation({
  kind: 'kept.text',
  endpoint: callOf<typeof describeList>('PUT', '/favorites/:shareId/text'),
  labels: {
    title: ({ title }) => t`Text of ${shownName(title)}`,
    done: (ago) => t`Written ${ago}.`,
    waitsFor,
  },
  appliesWhenRefused: true,
  queue: ({ list, text }: { list: NamedList; text: string }) => ({
    params: { shareId: list.shareId },
    body: { text },
    subject: subjectOf(list),
    scope: scopeOf(list),
    replaces: `kept-text:${list.shareId}`,
  }),
  apply: (cache, { targetId, body: { text = '' } }) =>
    cache.update(sharedContent, targetId, ({ items }) => ({ text, items })),
  text: {
    label: t`Text`,
    of: ({ body: { text = '' } }) => text,
    problem: textProblem,
    into: (_, text) => ({ text }),
  },
});

const keepingPlanOf = (list: NamedList, userId: Id) => ({
  params: { shareId: list.shareId },
  subject: subjectOf(list),
  scope: scopeOf(list),
  // A later answer replaces one that has not been sent.
  replaces: `keeping:${userId}:${list.shareId}`,
});

export const acceptKeepingMutation = defineMutation({
  kind: 'keeping.accept',
  endpoint: callOf<typeof acceptKeeping>('PUT', '/favorites/:shareId/keeping'),
  labels: {
    title: ({ title }) => t`Keep ${shownName(title)}`,
    done: (ago) => t`Accepted ${ago}.`,
    waitsFor,
  },
  queue: keepingPlanOf,
  apply: async (cache, { targetId }) => {
    await cache.update(keptLists, 'all', (all) =>
      all.map((one) => (one.shareId === targetId && one.state === 'Invited' ? { ...one, state: 'Keeper' } : one)),
    );
    await cache.update(keepingState, targetId, ({ role, keepers }) => ({
      role: role === 'Invited' ? 'Keeper' : role,
      // Members see no other invitation than their own.
      keepers: keepers.map((one) => (one.state === 'Invited' ? { ...one, state: 'Keeper' as const } : one)),
    }));
  },
});

export const leaveKeepingMutation = defineMutation({
  kind: 'keeping.leave',
  endpoint: callOf<typeof leaveKeeping>('DELETE', '/favorites/:shareId/keeping'),
  labels: {
    title: ({ title }) => t`Leave ${shownName(title)}`,
    done: (ago) => t`Left ${ago}.`,
    waitsFor,
  },
  queue: keepingPlanOf,
  apply: async (cache, { targetId }) => {
    await cache.update(keptLists, 'all', (all) => all.filter(({ shareId }) => shareId !== targetId));
    await cache.update(keepingState, targetId, ({ keepers }) => ({ role: null, keepers }));
  },
});

export const mutations = byKind(
  addToListMutation,
  removeFromListMutation,
  noteInListMutation,
  orderListMutation,
  describeListMutation,
  acceptKeepingMutation,
  leaveKeepingMutation,
);
