import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keyOf } from '#api/features/photos/photos.keys.ts';
import { putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { type Id, newId } from '#contract/ids.ts';
import { photoPath, photoWidths } from '#contract/photo-paths.ts';
import type { StoredPhoto } from '#contract/photos.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto, look } from '#tests/kit/photos.ts';
import { TestS3 } from '#tests/kit/s3/server.ts';
import { nightly, runsAll } from '#tests/run/tiers.ts';

// Twelve megapixels once, in the second tier, for the usual orientations; the others take the same path faster.
const shots: [orientation: number, width: number, height: number][] = [
  runsAll ? [6, 4032, 3024] : [6, 1200, 900],
  [1, 1200, 900],
  [3, 1200, 900],
  [8, 1200, 900],
];

/** Publishes a bike with a photo, so that it is public. */
const show = (member: TestBrowser, photoId: Id) =>
  member.call(putBike, { params: { bikeId: newId() }, body: bikeWith([photoId]) });

const picture = async (app: TestApp, id: string, width: (typeof photoWidths)[number]) => {
  const response = await app.request(photoPath(id, width));
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
};

// In the first tier tests/platform/s3-site.test.ts stores photos in a bucket.
const places = [
  { where: 'a folder', inBucket: false, shots },
  { where: 'an S3', inBucket: true, shots: [[6, 1200, 900]] as typeof shots },
].slice(0, runsAll ? undefined : 1);

describe.each(places)('photos in $where:', ({ inBucket, shots }) => {
  let app: TestApp;
  let ana: TestBrowser;
  let bucket: TestS3 | null = null;
  beforeAll(async () => {
    bucket = inBucket ? await TestS3.open() : null;
    app = await TestApp.open(bucket ? { STORAGE_URL: bucket.url({ prefix: '/site' }) } : {});
    ana = await app.join('ana');
  });
  afterAll(async () => {
    await app.close();
    await bucket?.close();
  });

  const filesLeft = async () => {
    const uploads = join(app.database.folder, 'uploads');
    const parts = await Array.fromAsync(glob('**/*.part', { cwd: join(app.database.folder, 'photos') }));
    return [...(existsSync(uploads) ? await readdir(uploads) : []), ...parts];
  };

  describe('a photo from a phone', () => {
    test.each(shots)(
      'with orientation %i and %i x %i pixels is stored upright, in every size, without metadata',
      async (orientation, width, height) => {
        const id = newId();
        const answer = await ana.sendPhoto(await cameraPhoto({ orientation, width, height }), { id });
        expect(answer.status).toBe(200);
        const stored = answer.answer.data as StoredPhoto;
        await show(ana, id);
        expect(Math.max(stored.width, stored.height)).toBe(Math.min(2048, width));
        for (const size of photoWidths) {
          const { response, bytes } = await picture(app, id, size);
          expect(response.headers.get('cache-control')).toContain('immutable');
          expect(await look(bytes)).toMatchObject({
            upright: true,
            metadata: false,
            width: Math.min(size, stored.width),
          });
        }
      },
    );

    test.skipIf(inBucket)('stored before a width was offered comes in the next larger one', async () => {
      const id = newId();
      await ana.sendPhoto(await cameraPhoto({ width: 2000, height: 1500, orientation: 1 }), { id });
      await show(ana, id);
      await rm(join(app.database.folder, 'photos', keyOf(id, 960)));
      expect((await look((await picture(app, id, 960)).bytes)).width).toBe(1280);
    });

    test('is stored once however often it is sent', async () => {
      const id = newId();
      const bytes = await cameraPhoto({ width: 1200, height: 900, orientation: 1 });
      const first = await ana.sendPhoto(bytes, { id, key: newId() });
      const again = await ana.sendPhoto(bytes, { id, key: newId() });
      expect(again.answer).toEqual(first.answer);
      expect(await app.db.collection('photos').countDocuments({ _id: id as never })).toBe(1);
    });

    test('sent again with a wrong digest leaves the key to the right one', async () => {
      const bytes = await cameraPhoto({ width: 800, height: 600 });
      const [id, key] = [newId(), newId()];
      await ana.sendPhoto(bytes, { id });
      const wrong = createHash('sha256').update('something else').digest('base64');
      expect((await ana.sendPhoto(bytes, { id, key, digest: wrong })).status).toBe(200);
      expect((await ana.sendPhoto(bytes, { id, key })).status).toBe(200);
      const other = { id: newId(), key: newId() };
      expect((await ana.sendPhoto(bytes, { ...other, digest: wrong })).status).toBe(422);
      expect((await ana.sendPhoto(bytes, other)).status).toBe(200);
    });

    test('is for its owner only as long as no bike has it', async () => {
      const id = newId();
      await ana.sendPhoto(await cameraPhoto({ width: 800, height: 600, orientation: 1 }), { id });
      const seenBy = async (member?: TestBrowser) => {
        const Cookie = [...(member?.cookies ?? [])].map((pair) => pair.join('=')).join('; ');
        const { status, headers } = await app.request(photoPath(id, 320), { headers: { Cookie } });
        return [status, headers.get('cache-control')];
      };
      expect(await seenBy(ana)).toEqual([200, 'private, no-store']);
      for (const other of [await app.join('eve'), undefined]) expect(await seenBy(other)).toEqual([404, 'no-store']);
    });

    test('belongs to the member who sent it first', async () => {
      const id = newId();
      await ana.sendPhoto(await cameraPhoto({ width: 800, height: 600, orientation: 1 }), { id });
      const ben = await app.join('ben');
      const answer = await ben.sendPhoto(await cameraPhoto({ width: 800, height: 600, orientation: 1 }), { id });
      expect(answer).toMatchObject({ status: 409, answer: { error: { code: 'photo.exists' } } });
    });
  });

  describe('an unusable picture', () => {
    const refuse = async (bytes: Buffer, status: number, code: string, digest?: string) => {
      const id = newId();
      const answer = await ana.sendPhoto(bytes, { id, digest });
      expect(answer).toMatchObject({ status, answer: { successful: false, error: { code } } });
      expect((await picture(app, id, 320)).response.status).toBe(404);
      expect(await filesLeft()).toEqual([]);
      expect([...(bucket?.objects.keys() ?? [])].filter((key) => key.includes(id))).toEqual([]);
    };

    test('of 40 MB is refused', () => refuse(Buffer.alloc(40 * 1024 * 1024, 1), 413, 'photo.too_large'));
    test('that is a text file is refused', () =>
      refuse(Buffer.from('not a photo at all '.repeat(100)), 422, 'photo.unreadable'));
    test('that is truncated is refused', async () => {
      const whole = await cameraPhoto({ width: 2000, height: 1500, orientation: 1 });
      await refuse(whole.subarray(0, whole.length / 2), 422, 'photo.unreadable');
    });
    test('with a wrong digest is refused', async () =>
      refuse(
        await cameraPhoto({ width: 800, height: 600 }),
        422,
        'photo.damaged',
        Buffer.alloc(32, 7).toString('base64'),
      ));
    test('smaller than 480 pixels is refused', async () =>
      refuse(await cameraPhoto({ width: 400, height: 300, orientation: 1 }), 422, 'photo.too_small'));
    test('of more than 64 megapixels is refused', async () => {
      const huge = sharp({ create: { width: 8000, height: 8001, channels: 3, background: '#888' } });
      await refuse(await huge.png().toBuffer(), 422, 'photo.too_many_pixels');
    });
    test('that is an SVG drawing is refused', () =>
      refuse(
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'),
        422,
        'photo.unreadable',
      ));
    test('of a visitor who is not logged in is refused', async () => {
      const answer = await new TestBrowser(app).sendPhoto(Buffer.from('x'));
      expect(answer.status).toBe(401);
    });
  });

  describe('the photos of a bike', () => {
    let bikeId: Id;
    let photoId: Id;
    beforeEach(async () => {
      [bikeId, photoId] = [newId(), newId()];
      await ana.sendPhoto(await cameraPhoto({ width: 600, height: 450, orientation: 1 }), { id: photoId });
      const { status } = await ana.call(putBike, { params: { bikeId }, body: bikeWith([photoId]) });
      expect(status).toBe(200);
    });
    const answer = () => app.request(photoPath(photoId, 320));
    const expectGone = async () => {
      const response = await answer();
      expect(response.status).toBe(410);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toMatchObject({ successful: false, error: { code: 'gone' } });
    };
    const setStatus = (status: string) =>
      app.db.collection('bikes').updateOne({ _id: bikeId as never }, { $set: { status } });

    test('disappear at once when its owner deletes it', async () => {
      expect((await answer()).status).toBe(200);
      await ana.call(deleteBike, { params: { bikeId } });
      await expectGone();
    });

    test('disappear when a moderator removes it, until it is restored', async () => {
      await setStatus('Removed');
      await expectGone();
      await setStatus('Active');
      expect((await answer()).status).toBe(200);
    });

    test("stay when it is flagged, and a draft's are as if they did not exist", async () => {
      await setStatus('Flagged');
      expect((await answer()).status).toBe(200);
      await setStatus('Draft');
      const response = await answer();
      expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(await response.json()).toMatchObject({ error: { code: 'not_found' } });
      await setStatus('Active');
      expect((await answer()).status).toBe(200);
    });

    test('disappear when it is erased', async () => {
      await app.db.collection('bikes').deleteOne({ _id: bikeId as never });
      await expectGone();
    });
  });
});

const folder = process.env.TEST_PHOTOS;
describe.skipIf(!folder)('real photographs (TEST_PHOTOS)', { tags: nightly }, () => {
  let app: TestApp;
  let ana: TestBrowser;
  beforeAll(async () => {
    app = await TestApp.open();
    ana = await app.join('ana');
  });
  afterAll(() => app.close());
  const send = async (name: string) => {
    const id = newId();
    return { id, answer: await ana.sendPhoto(await readFile(join(folder ?? '', name)), { id }) };
  };
  /** Traces of the camera and its position, in any form that a WebP can contain. Three letters occur by chance. */
  const traces = /GPSL|EXIF|Exif|XMP |xmpmeta|Photoshop|Nikon|NIKON|COOLPIX|Canon|Apple/;
  const realPhotos = ['orientation/*.jpg', 'gps/*.jpg', 'broken/image00971.jpg', 'heic/*.HEIC'];
  test('are accepted and stored without metadata, in every size', async () => {
    for await (const name of glob(realPhotos, { cwd: folder ?? '' })) {
      const { id, answer } = await send(name);
      expect(answer.status, name).toBe(200);
      await show(ana, id);
      for (const width of photoWidths) {
        const { bytes } = await picture(app, id, width);
        expect((await look(bytes)).metadata, `${name}, ${width}`).toBe(false);
        // A color profile may name its maker.
        const { icc } = await sharp(bytes).metadata();
        const text = bytes.toString('latin1').replace(icc?.toString('latin1') ?? '', '');
        expect(traces.exec(text)?.[0], `${name}, ${width}`).toBeUndefined();
      }
    }
  });

  /** A picture as 24 by 24 gray values. */
  const greys = async (bytes: Buffer) =>
    sharp(bytes).removeAlpha().greyscale().resize(24, 24, { fit: 'fill' }).raw().toBuffer();
  const difference = (a: Buffer, b: Buffer) =>
    a.reduce((sum, grey, at) => sum + Math.abs(grey - (b[at] ?? 0)), 0) / a.length;

  test('are stored upright, however the camera was held', async () => {
    for (const kind of ['Landscape', 'Portrait']) {
      const seen: { name: string; grey: Buffer; turned: Buffer }[] = [];
      for await (const name of glob(`orientation/${kind}_*.jpg`, { cwd: folder ?? '' })) {
        const { id, answer } = await send(name);
        const { width, height } = answer.answer.data as StoredPhoto;
        expect(width > height, name).toBe(kind === 'Landscape');
        await show(ana, id);
        const { bytes } = await picture(app, id, 320);
        seen.push({ name, grey: await greys(bytes), turned: await greys(await sharp(bytes).rotate(180).toBuffer()) });
      }
      expect(seen.length, kind).toBeGreaterThan(2);
      const [first] = seen;
      // All of a kind show one scene; upside down it differs.
      for (const { name, grey, turned } of seen) {
        expect(difference(grey, first?.grey ?? grey), name).toBeLessThan(difference(turned, first?.grey ?? grey) / 2);
      }
    }
  });
  test('a broken one is refused with a sentence, and not stored', async () => {
    const refusal = { code: 'photo.unreadable', message: expect.stringMatching(/ JPEG, PNG, WebP, AVIF or HEIC\.$/) };
    const { id, answer } = await send('broken/corrupted.jpg');
    expect(answer).toMatchObject({ status: 422, answer: { error: refusal } });
    expect((await picture(app, id, 320)).response.status).toBe(404);
    expect(await app.db.collection('photos').countDocuments({ _id: id as never })).toBe(0);
  });
});
