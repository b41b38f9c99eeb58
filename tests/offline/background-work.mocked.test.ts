import 'fake-indexeddb/auto';
import '#src/registry.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { appHeader, ok } from '#contract/envelope.ts';
import { type Id, newId } from '#contract/ids.ts';
import { draftUpload } from '#src/features/drafts/draft-sync.ts';
import { draftWork } from '#src/features/drafts/draft-work.ts';
import { registerBackgroundWork, unqueuedOf } from '#src/outbox/background-work.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { runFlush } from '#src/outbox/run-flush.ts';
import { sendMutation } from '#src/outbox/send.ts';
import { deleteUnsent, unsentOf } from '#src/outbox/unsent.ts';
import { type Draft, setMeta, userDb } from '#src/storage/user-db.ts';
import { ana, bert } from '#tests/kit/harness/people.ts';

afterEach(() => vi.unstubAllGlobals());

test('the photo of a draft is sent although nothing that is queued has loaded the definitions', async () => {
  const [id, draftId] = [newId(), newId()];
  await userDb.photoBlobs.put({ id, blob: new Blob(['photo'], { type: 'image/webp' }) });
  const row = draftUpload(ana.id, { id, draftId } as never);
  expect(() => definitionOf(row)).toThrow('not loaded');
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify(ok({ id })), { headers: { [appHeader]: 'test' } });
  });
  expect(await sendMutation(row)).toMatchObject({ kind: 'answer', status: 200 });
  expect(asked).toEqual([`/api/v1/photos/${id}`]);
});

test('a photo that may have been sent with its draft is asked for before it is sent again', async () => {
  const [id, draftId] = [newId(), newId()];
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${path}`);
    return new Response(JSON.stringify(ok({ photo: { id } })), { headers: { [appHeader]: 'test' } });
  });
  const row = draftUpload(ana.id, { id, draftId, tried: true } as never);
  expect(await sendMutation(row)).toMatchObject({ kind: 'answer', data: { id } });
  expect(asked).toEqual([expect.stringMatching(/^GET .*\/photos\//)]);
});

/** Stores a draft with one photo of seven bytes. */
async function keepDraft(userId: Id, state: Draft['state'], site?: Draft['site']): Promise<Id> {
  const [id, photoId] = [newId(), newId()];
  const fields = { model: 'Troll', story: 'Soon.' };
  const photo = { id: photoId, draftId: id, order: 0, width: 4, height: 3, thumbhash: '', bytes: 7, file: '' };
  await userDb.drafts.put({
    id,
    userId,
    state,
    fields,
    ofPublished: false,
    createdAt: 1,
    savedAt: 2,
    ...(site && { site }),
  });
  await userDb.photos.put({ ...photo, kind: 'Other', caption: '', alt: '', uploaded: site !== undefined });
  await userDb.photoBlobs.put({ id: photoId, blob: new Blob(['a photo']) });
  return id;
}

test('drafts are counted and deleted with what waits, those of their member only', async () => {
  const [here, onSite] = [
    await keepDraft(ana.id, 'editing'),
    await keepDraft(ana.id, 'editing', { version: 1, savedAt: 2, photos: 1 }),
  ];
  await keepDraft(ana.id, 'sending');
  const other = await keepDraft(bert.id, 'editing');
  const [photo] = await userDb.photos.where('draftId', here);
  const found = await unqueuedOf(ana.id);
  expect(found.find(({ id }) => id === here)).toEqual({
    id: here,
    title: 'Draft: Troll',
    fields: { model: 'Troll', story: 'Soon.' },
    picture: { id: photo?.id, here: true },
    bytes: 7,
    isOnServer: false,
  });
  expect(new Set(found.map(({ id }) => id))).toEqual(new Set([here, onSite]));
  expect(await unsentOf(ana.id)).toEqual({ rows: 0, unqueued: 2, onSite: 1 });

  await deleteUnsent(ana.id);
  expect((await userDb.drafts.all()).map(({ id }) => id)).toEqual([other]);
  const left = (await userDb.photos.all()).map(({ id }) => id);
  expect(await userDb.photos.where('draftId', other)).toHaveLength(1);
  expect(left).toHaveLength(1);
  expect(await userDb.photoBlobs.has(left[0] ?? '')).toBe(true);
  expect(await userDb.photoBlobs.has(photo?.id ?? '')).toBe(false);
});

test('a flush that cannot load the background work ends as usual, and a later one does it', async () => {
  await setMeta('authUser', ana);
  const steps: string[] = [];
  registerBackgroundWork(() => Promise.reject(new TypeError('The chunk is gone.')));
  expect(await runFlush({ wait: true, eager: false })).toMatchObject({ outcome: 'idle', nextAt: null });
  registerBackgroundWork(async () => ({
    ...draftWork,
    step: async ({ userId }) => (steps.push(userId) < 3 ? 'more' : { nextAt: 7 }),
  }));
  expect(await runFlush({ wait: true, eager: false })).toMatchObject({ outcome: 'idle', nextAt: 7 });
  expect(steps).toEqual([ana.id, ana.id, ana.id]);
});

test('unsent things are not deleted while the code that deletes drafts is missing', async () => {
  const draft = await keepDraft(ana.id, 'editing');
  await userDb.sent.put({ id: newId(), userId: ana.id } as never);
  registerBackgroundWork(() => Promise.reject(new TypeError('The chunk is gone.')));
  await expect(deleteUnsent(ana.id)).rejects.toThrow('The chunk is gone.');
  expect(await userDb.drafts.has(draft)).toBe(true);
  expect(await userDb.sent.where('userId', ana.id)).toHaveLength(1);
});
