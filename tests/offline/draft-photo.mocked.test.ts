import 'fake-indexeddb/auto';
import '#src/registry.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { appHeader, ok } from '#contract/envelope.ts';
import { newId } from '#contract/ids.ts';
import { draftPhotoMutation } from '#src/drafts/draft-rows.ts';
import { definitionOf } from '#src/outbox/registry.ts';
import { sendMutation } from '#src/outbox/send.ts';
import { userDb } from '#src/storage/user-db.ts';
import { ana } from '#tests/kit/harness/people.ts';

afterEach(() => vi.unstubAllGlobals());

test("a draft's photo is sent although no queued mutation has loaded the definitions", async () => {
  const [id, draftId] = [newId(), newId()];
  await userDb.photoBlobs.put({ id, blob: new Blob(['photo'], { type: 'image/webp' }) });
  const row = draftPhotoMutation(ana.id, { id, draftId } as never);
  expect(() => definitionOf(row)).toThrow('not loaded');
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify(ok({ id })), { headers: { [appHeader]: 'test' } });
  });
  expect(await sendMutation(row)).toMatchObject({ kind: 'answer', status: 200 });
  expect(asked).toEqual([`/api/v1/photos/${id}`]);
});
