/** @module-tag nightly */
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PictureRow } from '#api/features/profile/profile.pictures.store.ts';
import { getBike } from '#contract/bike-whole.ts';
import { recentBikes } from '#contract/bikes.ts';
import { listComments } from '#contract/comments.ts';
import { newId } from '#contract/ids.ts';
import { getPerson } from '#contract/people-page.ts';
import { pictureIn, picturePath } from '#contract/profile-pictures.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';

let now = new Date('2026-11-21T12:00:00Z');
let app: TestApp;
beforeEach(async () => {
  now = new Date('2026-11-21T12:00:00Z');
  app = await TestApp.open({}, { still: true, now: () => now });
  await app.demo.seed(now);
});
afterEach(() => app.close());

const rowOf = async (type: PictureRow['type']): Promise<PictureRow> => {
  const row = await app.db.collection<PictureRow>('pictures').findOne({ type });
  if (!row) throw new Error(`nobody shows a ${type}`);
  return row;
};
const files = () => Array.fromAsync(glob('users/*/*/*.webp', { cwd: join(app.database.folder, 'photos') }));

test('a picture is drawn when it is asked for, once, in the widths of its kind, and stored for ever', async () => {
  const { _id } = await rowOf('ProfileAvatar');
  const path = picturePath('ProfileAvatar', _id);
  expect(await files()).toEqual([]);
  const answers = await Promise.all([app.request(path), app.request(path)]);
  const [first, second] = await Promise.all(answers.map(async (one) => Buffer.from(await one.arrayBuffer())));
  expect(second?.equals(first ?? Buffer.of())).toBe(true);
  expect(answers[0]?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(await sharp(first).metadata()).toMatchObject({ format: 'webp', width: 160, height: 160 });
  expect(await files()).toHaveLength(1);
  await app.db.collection('pictures').updateOne({ _id: _id as never }, { $unset: { drawing: '' } });
  expect((await app.request(path)).status).toBe(200);
  const banner = picturePath('ProfileBanner', (await rowOf('ProfileBanner'))._id);
  const wide = await sharp(Buffer.from(await (await app.request(banner)).arrayBuffer())).metadata();
  expect(wide).toMatchObject({ format: 'webp', width: 1280, height: 427 });
  for (const width of [320, 640]) expect((await app.request(pictureIn(path, width))).status).toBe(404);
});

test('avatars are drawn ahead of who comes, banners are not', async () => {
  await app.demo.prepare();
  const avatars = await app.db.collection('pictures').countDocuments({ type: 'ProfileAvatar' });
  const drawn = await files();
  expect(drawn).toHaveLength(avatars);
  expect(drawn.every((name) => name.endsWith('/160.webp'))).toBe(true);
});

test('a member looks the same on their bike, under what they say and on their page', async () => {
  const shown = await app.db
    .collection('users')
    .find({ avatar: { $ne: '' } })
    .toArray();
  const looks = new Map(shown.map((row) => [String(row._id), String(row.avatar)]));
  const stranger = new TestBrowser(app);
  const [card] = (await stranger.call(recentBikes)).answer.data?.items ?? [];
  const params = { bikeId: card?.id ?? newId() };
  const bike = (await stranger.call(getBike, { params })).answer.data;
  const said = (await stranger.call(listComments, { params })).answer.data?.items ?? [];
  expect(said.length).toBeGreaterThan(0);
  for (const { author } of said) expect(author.avatar).toBe(looks.get(author.id) ?? '');
  expect(bike?.owner.avatar).toBe(looks.get(bike?.owner.id ?? '') ?? '');
  const { ownerId, _id } = await rowOf('ProfileBanner');
  const page = (await stranger.call(getPerson, { params: { userId: ownerId } })).answer.data;
  expect(page?.profile.bannerImage).toBe(picturePath('ProfileBanner', _id));
  expect(page?.avatar).toBe(looks.get(ownerId) ?? '');
});

test('pictures outlive the job that forgets what nobody shows', async () => {
  const before = await app.db.collection('pictures').countDocuments();
  now = new Date(now.getTime() + 31 * 86_400_000);
  await app.runJob('pictures of members');
  expect(await app.db.collection('pictures').countDocuments()).toBe(before);
});

test('pictures and their files go with the community', async () => {
  const path = picturePath('ProfileAvatar', (await rowOf('ProfileAvatar'))._id);
  expect((await app.request(path)).status).toBe(200);
  await app.demo.remove();
  expect((await app.request(path)).status).toBe(404);
  expect(await files()).toEqual([]);
  expect(await app.db.collection('pictures').countDocuments()).toBe(0);
});
