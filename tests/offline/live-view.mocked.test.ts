import 'fake-indexeddb/auto';
import '#src/registry.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { saveViewerState, viewerState } from '#src/cache/values/viewer-state.ts';
import { sendMessageMutation } from '#src/features/conversations/conversations.mutations.ts';
import { likeBikeMutation } from '#src/features/likes/likes.mutations.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { userDb } from '#src/storage/user-db.ts';
import { watch } from '#src/storage/watch.ts';
import { ana, bert } from '#tests/kit/harness/people.ts';
import { until } from '#tests/kit/until.ts';

const idOf = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const subject = (n: number) => ({ kind: 'bike', id: idOf(n), title: 'A bike', picture: null });
let stop = () => {};
afterEach(() => stop());

/** Watches the optimistic like of a bike. Likes it in the cache once it was seen as not liked. */
async function followsTheCache(bikeId: string, queued: QueuedMutation[]): Promise<void> {
  await userDb.outbox.clear();
  await userDb.outbox.putAll(queued);
  const results: boolean[] = [];
  stop = watch(
    async () => (await (await optimisticView(ana.id)).read(viewerState, bikeId)).liked,
    (liked) => results.push(liked),
  );
  await until(async () => expect(results).toEqual([false]));
  await saveViewerState(ana.id, bikeId, { liked: true });
  await until(async () => expect(results).toEqual([false, true]));
}

test('a screen opened before the definitions were loaded follows later cache changes', async () => {
  const row = likeBikeMutation.create(subject(1), ana.id);
  expect(() => definitionOf(row)).toThrow('not loaded');
  await followsTheCache(idOf(2), [row]);
  expect(definitionOf(row).action).toBe('BikeLike');
});

test('a screen with hundreds of queued mutations follows later cache changes', async () => {
  const rows = Array.from({ length: 300 }, (_, n) =>
    sendMessageMutation.create({ person: bert, messageId: idOf(n), text: 'Hello.' }, ana.id),
  );
  await followsTheCache(
    idOf(3),
    rows.map((row, seq) => ({ ...row, seq })),
  );
});

test('while changes follow each other, a slow live query takes a tenth of the time, and ends with the last change', async () => {
  const seqs = Array.from({ length: 200 }, (_, n) => n);
  const one = likeBikeMutation.create(subject(4), ana.id);
  const seen: number[] = [];
  let spentMs = 0;
  await userDb.outbox.clear();
  await userDb.outbox.put({ ...one, seq: -1 });
  stop = watch(
    async () => {
      const begunAt = performance.now();
      const [row] = await userDb.outbox.where('userId', ana.id);
      while (performance.now() - begunAt < 10);
      spentMs += performance.now() - begunAt;
      return row?.seq ?? 0;
    },
    (seq) => seen.push(seq),
  );
  await until(async () => expect(seen).toEqual([-1]));
  const begunAt = performance.now();
  spentMs = 0;
  for (const seq of seqs) await userDb.outbox.put({ ...one, seq });
  const elapsedMs = performance.now() - begunAt;
  const duringMs = spentMs;
  await until(async () => expect(seen.at(-1)).toBe(199));
  // Six runs of 10 ms do not rest.
  expect(duringMs).toBeLessThan(elapsedMs / 4 + 80);
  expect(seen.length).toBeGreaterThan(2);
});

test('a live query rests again after its longest rest, while changes go on', async () => {
  const one = likeBikeMutation.create(subject(4), ana.id);
  const begun: number[] = [];
  await userDb.outbox.clear();
  stop = watch(
    async () => {
      const begunAt = performance.now();
      begun.push(begunAt);
      await userDb.outbox.where('userId', ana.id);
      while (performance.now() - begunAt < 120);
    },
    () => undefined,
  );
  // Six runs do not rest.
  for (let seq = 0; begun.length < 9; seq++) {
    await userDb.outbox.put({ ...one, seq });
    // The timers of a busy page are late.
    const writtenAt = performance.now();
    while (performance.now() - writtenAt < 20);
  }
  const pauses = begun.slice(1).map((at, place) => at - (begun[place] ?? 0));
  expect(Math.min(...pauses.slice(6, 8))).toBeGreaterThan(1_000);
});

test('an overtaken result that comes late does not replace a newer one', async () => {
  const one = likeBikeMutation.create(subject(4), ana.id);
  const seen: number[] = [];
  const late: (() => void)[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let hasRead = false;
  await userDb.outbox.clear();
  await userDb.outbox.put({ ...one, seq: 0 });
  stop = watch(
    async () => {
      const [row] = await userDb.outbox.where('userId', ana.id);
      if (row?.seq === 1) {
        hasRead = true;
        await promise;
      }
      return row?.seq ?? 0;
    },
    (seq) => seen.push(seq),
  );
  await until(async () => expect(seen).toEqual([0]));
  // Timers are late on a busy page.
  const { setTimeout: inTime } = globalThis;
  const timers = vi
    .spyOn(globalThis, 'setTimeout')
    .mockImplementation(((run: () => void, delay?: number) =>
      delay === undefined ? late.push(run) : inTime(run, delay)) as typeof setTimeout);
  await userDb.outbox.put({ ...one, seq: 1 });
  await until(async () => expect(hasRead).toBe(true));
  // The call that overtakes has begun when another query has seen its change.
  let newest = 0;
  const stopOther = watch(
    async () => (await userDb.outbox.where('userId', ana.id))[0]?.seq ?? 0,
    (seq) => {
      newest = seq;
    },
  );
  await until(async () => expect(newest).toBe(1));
  await userDb.outbox.put({ ...one, seq: 2 });
  await until(async () => expect(newest).toBe(2));
  stopOther();
  resolve();
  await until(async () => expect(seen.at(-1)).toBe(2));
  timers.mockRestore();
  expect(late.length).toBeGreaterThan(0);
  for (const run of late) run();
  expect(seen.at(-1)).toBe(2);
});
