import 'fake-indexeddb/auto';
import '#src/registry.ts';
import { expect, test, vi } from 'vitest';
import { viewerState } from '#src/cache/values/viewer-state.ts';
import { likeBikeMutation } from '#src/features/likes/likes.mutations.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { userDb } from '#src/storage/user-db.ts';
import { ana } from '#tests/kit/harness/people.ts';

vi.mock('#src/registry.mutations.ts', () => {
  throw new Error('Failed to fetch dynamically imported module');
});

test('while the definitions cannot be loaded, the cache is shown unchanged', async () => {
  const row = likeBikeMutation.create({ kind: 'bike', id: ana.id, title: 'A bike', picture: null }, ana.id);
  await userDb.outbox.put(row);
  const view = await optimisticView(ana.id);
  expect([view.queued, (await view.read(viewerState, row.targetId)).liked]).toEqual([[], false]);
});
