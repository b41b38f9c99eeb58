import 'fake-indexeddb/auto';
import '#src/registry.ts';
import { beforeEach, expect, test } from 'vitest';
import { bikeSubject } from '#src/actions/subjects.ts';
import { purgePrivate } from '#src/cache/purge.ts';
import { saveViewerState } from '#src/cache/values/viewer-state.ts';
import { favoritedBikes } from '#src/features/favorites/favorited.queries.ts';
import { addFavoriteMutation, removeFavoriteMutation } from '#src/features/favorites/favorites.mutations.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { userDb } from '#src/storage/user-db.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana, bert } from '#tests/kit/harness/people.ts';

const [known, saved, removed] = [cardNumber(1), cardNumber(2), cardNumber(3)];
const folder = { id: ana.id, name: 'Favorites' };
const queue = (
  mutation: typeof addFavoriteMutation | typeof removeFavoriteMutation,
  card: typeof known,
): QueuedMutation => mutation.create({ bike: bikeSubject(card), card, folder }, ana.id);
beforeEach(async () => {
  await userDb.outbox.clear();
  await purgePrivate();
  for (const { id } of [known, removed])
    await saveViewerState(ana.id, id, { liked: false, favoritedFolderIds: [ana.id] });
});

test('the cards show what the cache and the queue know of favorites', async () => {
  expect(await favoritedBikes(ana.id)).toEqual(new Set([known.id, removed.id]));
  const rows = [queue(addFavoriteMutation, saved), queue(removeFavoriteMutation, removed)];
  await userDb.outbox.putAll(rows.map((row, seq) => ({ ...row, seq })));
  expect(await favoritedBikes(ana.id)).toEqual(new Set([known.id, saved.id]));
});

test("the cards show nothing of another member's favorites on the same device", async () => {
  expect(await favoritedBikes(bert.id)).toEqual(new Set());
});
