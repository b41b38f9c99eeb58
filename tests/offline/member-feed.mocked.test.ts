import 'fake-indexeddb/auto';
import '#src/registry.ts';
import { beforeEach, expect, test } from 'vitest';
import type { FeedEntry } from '#contract/feed.ts';
import { purgePrivate } from '#src/cache/purge.ts';
import { changeCounts, forgetBike } from '#src/cache/values/bikes.ts';
import {
  extendMemberFeed,
  keptEntries,
  memberFeed,
  memberFeedOf,
  photosOfMemberFeed,
  saveMemberFeed,
  trimMemberFeed,
} from '#src/cache/values/member-feed.ts';
import { unfollowThingMutation } from '#src/features/follows/follows.mutations.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { userDb } from '#src/storage/user-db.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana, bert } from '#tests/kit/harness/people.ts';

const photo = (id: string) => ({
  id,
  width: 4,
  height: 3,
  thumbhash: '',
  kind: 'Other' as const,
  caption: '',
  alt: '',
});
const entryOf = (n: number, more: Partial<FeedEntry> = {}): FeedEntry => ({
  id: `${n}`,
  kind: 'bike',
  at: new Date(1_000_000 - n).toISOString(),
  bike: { ...cardNumber(n % 90), cover: photo(`cover ${n % 90}`) },
  because: [{ kind: 'member', key: bert.id }],
  ...more,
});
const entries = (from: number, count: number) => Array.from({ length: count }, (_, i) => entryOf(from + i));
const idsOf = async (userId = ana.id) => (await memberFeedOf(userId))?.entries.map(({ id }) => Number(id));
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

beforeEach(async () => {
  await userDb.outbox.clear();
  await purgePrivate();
});

test('the last hundred entries stay with what they show, and the list continues after them', async () => {
  await saveMemberFeed(ana.id, { items: entries(0, 50), next: 'a' });
  await extendMemberFeed(ana.id, { items: entries(50, 50), next: 'b' });
  await extendMemberFeed(ana.id, { items: entries(100, 50), next: 'c' });
  // A refresh does not shorten the list under its reader.
  await saveMemberFeed(ana.id, { items: entries(0, 50), next: 'a' });
  expect(await idsOf()).toEqual(range(0, 150));
  await trimMemberFeed(ana.id);
  expect(await idsOf()).toEqual(range(0, keptEntries));
  expect((await memberFeedOf(ana.id))?.next).toBe('b');
  expect((await memberFeedOf(ana.id))?.entries[7]).toEqual(entryOf(7));
  expect((await photosOfMemberFeed(ana.id)).length).toBe(90);
});

test('new entries that join the cached ones keep them, and others replace them', async () => {
  await saveMemberFeed(ana.id, { items: entries(10, 10), next: 'a' });
  await saveMemberFeed(ana.id, { items: entries(5, 10), next: 'b' });
  expect(await idsOf()).toEqual(range(5, 20));
  await saveMemberFeed(ana.id, { items: entries(60, 5), next: 'c' });
  expect(await idsOf()).toEqual(range(60, 65));
});

test('photos of an entry are kept in place of the cover', async () => {
  const items = [entryOf(1, { kind: 'photos', photos: [photo('one'), photo('two')] }), entryOf(2)];
  await saveMemberFeed(ana.id, { items, next: null });
  expect(await photosOfMemberFeed(ana.id)).toEqual(['one', 'two', 'cover 2']);
});

test('another member on the device has nothing of it, and a log-out deletes it', async () => {
  await saveMemberFeed(ana.id, { items: entries(0, 3), next: null });
  expect(await idsOf(bert.id)).toBeUndefined();
  await saveMemberFeed(bert.id, { items: entries(5, 1), next: null });
  expect([await idsOf(), await idsOf(bert.id)]).toEqual([[0, 1, 2], [5]]);
  await purgePrivate();
  expect([await idsOf(), await idsOf(bert.id)]).toEqual([undefined, undefined]);
});

test('a bike that is gone takes its entries along, and changes of a bike reach them', async () => {
  const items = [entryOf(1), entryOf(2), entryOf(1, { id: '3', kind: 'update', title: 'New wheels' })];
  await saveMemberFeed(ana.id, { items, next: null });
  await changeCounts(cardNumber(2).id, (counts) => ({ ...counts, likes: 77 }));
  expect((await memberFeedOf(ana.id))?.entries[1]?.bike.counts.likes).toBe(77);
  await forgetBike(cardNumber(1).id);
  expect(await idsOf()).toEqual([2]);
});

test('an unfollow that waits takes out what only it was the reason of', async () => {
  const because = [
    { kind: 'member' as const, key: bert.id },
    { kind: 'tag' as const, key: 'lugged' },
  ];
  await saveMemberFeed(ana.id, { items: [entryOf(1), entryOf(2, { because })], next: null });
  const row = unfollowThingMutation.create({ kind: 'member', key: bert.id, name: '' }, ana.id);
  await userDb.outbox.putAll([{ ...row, seq: 1 }]);
  const shown = await (await optimisticView(ana.id)).get(memberFeed, 'all');
  expect(shown?.map((entry) => [entry.id, entry.because.map(({ kind }) => kind)])).toEqual([['2', ['tag']]]);
  expect(await idsOf()).toEqual([1, 2]);
});
