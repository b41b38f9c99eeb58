import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ana, Harness } from '#tests/kit/harness/harness.ts';
import { storeUserDb } from '#tests/kit/harness/stored-user-db.ts';

type StoredRow = { id: string } & Record<string, unknown>;
/** The rows that version 1 stored on an offline device; times and bytes are filled in. */
type Version1 = Record<'drafts' | 'draftPhotoInfo' | 'outbox' | 'sent', StoredRow[]>;

let h: Harness;
let version1: Version1;
beforeAll(async () => {
  version1 = JSON.parse(await readFile(join(import.meta.dirname, 'version-1.json'), 'utf8'));
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => void (await h.fresh()));

/** Replaces `userDb` by one of version 1, with its own schema. */
async function createVersion1(): Promise<void> {
  const now = Date.now();
  const outbox = version1.outbox.map((row) => ({ ...row, createdAt: now, wantedAt: now }));
  const sent = version1.sent.map((line) => ({ ...line, sentAt: now }));
  const meta = [{ key: 'seq', value: 8 }];
  await storeUserDb(h, 1, { ...version1, outbox, sent, meta });
}

/** Writes to the database directly, as a worker of an older or newer build does. */
const writeRaw = (store: string, row: StoredRow) =>
  h.page.evaluate(
    async ([name, row]) => {
      await window.headbadge.userDb.outbox.all();
      const opening = indexedDB.open('vault');
      await new Promise((resolve) => Object.assign(opening, { onsuccess: resolve }));
      const work = opening.result.transaction(name, 'readwrite');
      work.objectStore(name).put(row);
      await new Promise((resolve) => Object.assign(work, { oncomplete: resolve }));
      opening.result.close();
    },
    [store, row] as const,
  );
const rows = () => h.page.evaluate((user) => window.headbadge.outbox.mutationsOf(user), ana.id);

test('data of version 1 is migrated completely, and rendered from its subject', async () => {
  await createVersion1();
  const [photo, , bike, like] = await rows();
  expect(photo).toMatchObject({ version: 2, subject: { kind: 'bike', title: '2021 Brother Cycles Mehteh' } });
  expect(photo?.subject.picture).toEqual({ id: version1.draftPhotoInfo[0]?.id, here: true });
  expect(bike?.part).toMatchObject({ slug: '2021-brother-cycles-mehteh', brand: 'Brother Cycles' });
  expect(like?.subject).toMatchObject({ title: 'Surly Bridge Club', picture: null });
  const [line] = await h.page.evaluate((user) => window.headbadge.outbox.sentOf(user), ana.id);
  expect(line).toMatchObject({ version: 2, title: 'Comment on Surly Bridge Club', subject: { kind: 'bike' } });
});

test('mutations of version 1 are sent once, under their own keys, and nothing is left', async () => {
  await createVersion1();
  await h.flush();
  expect(await h.rows()).toEqual([]);
  const keys = h.server.applied.map((hit) => hit.key);
  expect(keys.toSorted()).toEqual(version1.outbox.map((row) => row.id).toSorted());
  const left = await h.page.evaluate(async () => {
    const { userDb } = window.headbadge;
    return (await userDb.drafts.all()).length + (await userDb.photos.all()).length;
  });
  expect(left).toBe(0);
});

test("a row that an older worker writes after the upgrade is read in today's shape", async () => {
  const now = Date.now();
  const [, , bike, , comment] = version1.outbox;
  for (const row of [bike, comment]) {
    if (row) await writeRaw('outbox', { ...row, dependsOn: [], createdAt: now, wantedAt: now });
  }
  await writeRaw('sent', { ...(version1.sent[0] as StoredRow), sentAt: now });
  // The sent line that version 1 writes for a current mutation: it has no subject.
  await writeRaw('sent', { ...(version1.sent[0] as StoredRow), id: 'bare', shown: undefined, sentAt: now });
  expect((await rows()).map((row) => row.subject.kind)).toEqual(['bike', 'bike']);
  await h.flush();
  expect(await h.rows()).toEqual([]);
  const sent = await h.page.evaluate((user) => window.headbadge.outbox.sentOf(user), ana.id);
  const titles = sent.map((line) => line.subject.title);
  expect(titles).toEqual(expect.arrayContaining(['Surly Bridge Club', 'Comment on Surly Bridge Club']));
});

test('a row of a kind that only a newer build knows is left alone, and deleted at a sign-out that deletes', async () => {
  await createVersion1();
  const [first] = await rows();
  await writeRaw('outbox', {
    ...(first as unknown as StoredRow),
    id: 'newer',
    kind: 'later.put',
    seq: 0,
    lane: 'later',
  });
  await h.flush();
  expect(h.server.hits.map((hit) => hit.key)).not.toContain('newer');
  const outboxIds = () =>
    h.page.evaluate(async () => (await window.headbadge.userDb.outbox.all()).map((row) => row.id));
  expect(await outboxIds()).toEqual(['newer']);
  await h.page.evaluate((user) => window.headbadge.deleteUnsent(user), ana.id);
  expect(await outboxIds()).toEqual([]);
});
