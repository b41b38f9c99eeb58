import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ana, Harness } from '#tests/kit/harness/harness.ts';
import type { Hit, Scripted } from '#tests/kit/harness/server.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
afterAll(() => h?.close());
beforeEach(async () => void (await h.fresh()));

const choose = () =>
  h.page.evaluate((user) => {
    const crop = { x: 0, y: 0, width: 200, height: 200 };
    return window.headbadge.addPicture(user, 'avatar', { blob: new Blob(['a picture']), crop, preview: 'data:,' });
  }, ana.id);
const bytesHere = () => h.page.evaluate(async () => (await window.headbadge.userDb.photoBlobs.all()).length);
const sentKinds = () => h.server.applied.map(({ path }) => path.split('/')[1]);
const missing: Scripted = { code: 'photo.missing', status: 422 };
const isPicture = ({ path }: Hit) => path === '/user/profile/avatar';

test('the photo of a profile picture stays until the picture is made, and is sent again if the server lost it', async () => {
  let refused = 0;
  const made = Promise.withResolvers<void>();
  h.server.answer = (hit) => {
    if (!isPicture(hit)) return { data: null };
    refused += 1;
    return refused === 1 ? missing : { data: {}, after: made.promise };
  };
  await choose();
  await expect.poll(sentKinds).toEqual(['photos', 'photos', 'user']);
  expect(await bytesHere()).toBe(1);
  made.resolve();
  await expect.poll(() => h.rows()).toEqual([]);
  expect(await bytesHere()).toBe(0);
});

test('a photo that is missing again and again is sent five times, and its picture can be taken back', async () => {
  h.server.answer = (hit) => (isPicture(hit) ? missing : { data: null });
  await choose();
  await expect.poll(() => h.rows()).toEqual(['profile.avatar.put failed 1']);
  expect(sentKinds()).toEqual(Array(5).fill('photos'));
  expect(await bytesHere()).toBe(1);
  await h.page.evaluate(async (user) => {
    const [row] = await window.headbadge.outbox.mutationsOf(user);
    await window.headbadge.undoQueued(row?.id ?? '');
  }, ana.id);
  expect([await h.rows(), await bytesHere()]).toEqual([[], 0]);
});

test('a sign-out that deletes what is unsent deletes the photo of a picture too', async () => {
  h.server.answer = (hit) => (isPicture(hit) ? missing : { data: null });
  await choose();
  await expect.poll(() => h.rows()).toEqual(['profile.avatar.put failed 1']);
  await h.page.evaluate((user) => window.headbadge.deleteUnsent(user), ana.id);
  expect([await h.rows(), await bytesHere()]).toEqual([[], 0]);
});
