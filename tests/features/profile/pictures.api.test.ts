import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteAccount, login } from '#contract/accounts.ts';
import { getAuthUser } from '#contract/auth.ts';
import { getBike, putBike } from '#contract/bike-whole.ts';
import { addComment, listComments } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import type { StoredPhoto } from '#contract/photos.ts';
import { getProfile, type Profile } from '#contract/profile.ts';
import {
  addAvatar,
  addBanner,
  type Crop,
  deleteAvatar,
  deleteBanner,
  pictureIn,
  pictureOfPath,
} from '#contract/profile-pictures.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto, look } from '#tests/kit/photos.ts';
import { nightly } from '#tests/run/tiers.ts';

let app: TestApp;
let ana: TestBrowser;
let anaId: Id;
let photo: StoredPhoto;
let small: Buffer;
let networks = 0;
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
  small = await cameraPhoto({ width: 900, height: 1200, orientation: 1 });
});
beforeEach(async () => {
  await app.db.collection('limits').deleteMany({});
  networks += 1;
  const { browser, user } = await app.member(`ana${networks}`);
  [ana, anaId] = [browser, user.id];
  photo = (await ana.sendPhoto(small)).answer.data as StoredPhoto;
});
afterAll(() => app.close());

const said = ({ status, answer }: Answered<unknown>) => answer.error?.code ?? answer.validation ?? status;
const square: Crop = { x: 100, y: 200, width: 600, height: 600 };
const wide: Crop = { x: 0, y: 0, width: 900, height: 300 };
const show = (crop: Crop = square, photoId = photo.id, key = newId()) =>
  ana.call(addAvatar, { body: { photoId, crop }, key });
const profile = async (): Promise<Profile> => (await ana.call(getProfile)).answer.data as Profile;
const bytesOf = async (path: string): Promise<{ status: number; bytes: Buffer; headers: Headers }> => {
  const response = await app.request(path);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
};
const files = () =>
  Array.fromAsync(glob('users/*/*/*.webp', { cwd: join(app.database.folder, 'photos') })).then((all) => all.length);
const rows = () => app.db.collection('pictures').countDocuments({ ownerId: anaId });

describe('an avatar', () => {
  test('of 12 megapixels with orientation and crop is upright, exact to the pixel, and without metadata', {
    tags: nightly,
  }, async () => {
    const sent = await ana.sendPhoto(await cameraPhoto({ orientation: 6 }));
    const whole = sent.answer.data as StoredPhoto;
    expect([whole.width, whole.height]).toEqual([1536, 2048]);
    // Half of it is in the red above, half in the blue below.
    const crop = { x: 301, y: 784, width: 480, height: 480 };
    expect(said(await show(crop, whole.id))).toBe(200);
    const large = await bytesOf(pictureIn((await profile()).avatarImage, 480));
    expect(await look(large.bytes)).toEqual({ upright: true, metadata: false, width: 480, height: 480 });
    const bike = newId();
    await ana.call(putBike, { params: { bikeId: bike }, body: bikeWith([whole.id]) });
    const { bytes } = await bytesOf(`/images/bikes/${whole.id}/2048.webp`);
    const expected = await sharp(bytes)
      .extract({ left: 301, top: 784, width: 480, height: 480 })
      .removeAlpha()
      .raw()
      .toBuffer();
    const got = await sharp(large.bytes).removeAlpha().raw().toBuffer();
    const difference = got.reduce((sum, value, at) => sum + Math.abs(value - (expected[at] ?? 0)), 0) / got.length;
    // With an offset of one pixel, the photo's grain alone multiplies the difference.
    expect(difference).toBeLessThan(6);
    const shifted = await sharp(bytes)
      .extract({ left: 305, top: 788, width: 480, height: 480 })
      .removeAlpha()
      .raw()
      .toBuffer();
    const wrong = got.reduce((sum, value, at) => sum + Math.abs(value - (shifted[at] ?? 0)), 0) / got.length;
    expect(wrong).toBeGreaterThan(2 * difference);
  });

  test('is stored in two widths, public and immutable', async () => {
    await show();
    const { avatarImage } = await profile();
    for (const width of [160, 480]) {
      const { bytes, headers } = await bytesOf(pictureIn(avatarImage, width));
      expect(await look(bytes)).toMatchObject({ width, height: width, metadata: false });
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    expect((await bytesOf(pictureIn(avatarImage, 320))).status).toBe(404);
    expect((await bytesOf(avatarImage.replace(/[0-9a-f-]{36}/, newId()))).status).toBe(404);
  });

  test('appears at once wherever its member does', async () => {
    const bikeId = newId();
    await ana.call(putBike, { params: { bikeId }, body: bikeWith([photo.id]) });
    await ana.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Mine.' } });
    const everywhere = async () => {
      const stranger = new TestBrowser(app);
      const bike = (await stranger.call(getBike, { params: { bikeId } })).answer.data;
      const comments = (await stranger.call(listComments, { params: { bikeId } })).answer.data;
      const self = (await ana.call(getAuthUser)).answer.data;
      return [bike?.owner.avatar, comments?.items[0]?.author.avatar, self?.avatar];
    };
    expect(await everywhere()).toEqual(['', '', '']);
    await show();
    const { avatarImage } = await profile();
    expect(avatarImage).not.toBe('');
    expect(await everywhere()).toEqual([avatarImage, avatarImage, avatarImage]);
    await ana.call(deleteAvatar);
    expect(await everywhere()).toEqual(['', '', '']);
  });

  test('leaves nothing behind when it is replaced or deleted', async () => {
    const before = await files();
    await show();
    const first = (await profile()).avatarImage;
    await show({ ...square, x: 0 });
    const second = (await profile()).avatarImage;
    expect(second).not.toBe(first);
    expect([(await bytesOf(first)).status, (await bytesOf(second)).status]).toEqual([404, 200]);
    expect([await files(), await rows()]).toEqual([before + 2, 1]);
    expect((await ana.call(deleteAvatar)).answer.data).toMatchObject({ avatarImage: '' });
    expect([(await bytesOf(second)).status, await files(), await rows()]).toEqual([404, before, 0]);
    expect((await ana.call(deleteAvatar)).status).toBe(200);
  });

  test('sent twice with its key is one', async () => {
    const key = newId();
    const first = await show(square, photo.id, key);
    expect((await show(square, photo.id, key)).answer).toEqual(first.answer);
    expect(await rows()).toBe(1);
  });
});

test('a banner is three times as wide as high, and stored separately from the avatar', async () => {
  await show();
  const { answer } = await ana.call(addBanner, { body: { photoId: photo.id, crop: wide } });
  const { bannerImage, avatarImage } = answer.data as Profile;
  expect(pictureOfPath(bannerImage)?.id).not.toBe(pictureOfPath(avatarImage)?.id);
  // A picture is never enlarged.
  expect(await look((await bytesOf(bannerImage)).bytes)).toMatchObject({ width: 900, height: 300 });
  expect(await look((await bytesOf(pictureIn(bannerImage, 640))).bytes)).toMatchObject({ width: 640, height: 213 });
  expect((await ana.call(deleteBanner)).answer.data).toMatchObject({ bannerImage: '', avatarImage });
  expect((await bytesOf(bannerImage)).status).toBe(404);
});

describe('an invalid crop gets a sentence:', () => {
  const outside = { crop: ['Choose a part of the photo.'] };
  test.each<[string, Crop, Record<string, string[]>]>([
    ['beside the photo', { x: 400, y: 0, width: 600, height: 600 }, outside],
    ['below the photo', { x: 0, y: 700, width: 600, height: 600 }, outside],
    ['not square', { x: 0, y: 0, width: 600, height: 400 }, { crop: ['Choose a square part.'] }],
    ['tiny', { x: 0, y: 0, width: 100, height: 100 }, { crop: ['Choose a larger part: at least 160 pixels wide.'] }],
    ['half pixels', { x: 0.5, y: 0, width: 600, height: 600 }, { 'crop.x': ['Send whole pixels.'] }],
    ['before the photo', { x: -1, y: 0, width: 600, height: 600 }, { 'crop.x': ['Send whole pixels.'] }],
  ])('%s', async (_, crop, validation) => {
    expect(said(await show(crop))).toEqual(validation);
    expect([(await profile()).avatarImage, await rows()]).toEqual(['', 0]);
  });

  test('a banner with the wrong ratio', async () => {
    expect(said(await ana.call(addBanner, { body: { photoId: photo.id, crop: { ...wide, height: 600 } } }))).toEqual({
      crop: ['Choose a part that is three times as wide as high.'],
    });
  });

  test("a missing photo, and another member's", async () => {
    expect(said(await show(square, newId()))).toBe('photo.missing');
    const ben = await app.join(`ben${networks}`);
    const bens = (await ben.sendPhoto(small)).answer.data as StoredPhoto;
    expect(said(await show(square, bens.id))).toBe('photo.missing');
  });

  test('a file that is no photo', async () => {
    const { answer } = await ana.sendPhoto(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect(answer.error?.message).toBe("We can't read this photo. Choose a still JPEG, PNG, WebP, AVIF or HEIC.");
  });
});

test('an update that stopped between two writes is cleaned up, and the visible picture stays', async () => {
  await show();
  const shown = (await profile()).avatarImage;
  const lost = newId();
  const pictures = app.db.collection<{ _id: string; ownerId: string; type: string; sweepAt: Date }>('pictures');
  await pictures.insertOne({ _id: lost, ownerId: anaId, type: 'ProfileAvatar', sweepAt: new Date(0) });
  await pictures.updateMany({ ownerId: anaId }, { $set: { sweepAt: new Date(0) } });
  await app.runJob('pictures of members');
  expect(await pictures.findOne({ _id: lost })).toBeNull();
  expect((await bytesOf(shown)).status).toBe(200);
  expect((await pictures.findOne({ ownerId: anaId }))?.sweepAt.getTime()).toBeGreaterThan(Date.now());
});

test("a deleted account's pictures disappear at once", async () => {
  await show();
  const { avatarImage } = await profile();
  await ana.call(deleteAccount, { body: { username: `ana${networks}`, password: goodPassword } });
  expect((await bytesOf(avatarImage)).status).toBe(410);
  const { answer } = await new TestBrowser(app).call(login, {
    body: { identifier: `ana${networks}`, password: goodPassword },
  });
  expect(answer.error?.code).toBe('Deleted');
});
