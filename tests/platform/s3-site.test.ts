import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { newId } from '#contract/ids.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto, look } from '#tests/kit/photos.ts';
import { freePort } from '#tests/kit/ports.ts';
import { TestS3 } from '#tests/kit/s3/server.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { nightly } from '#tests/run/tiers.ts';

let s3: TestS3;
let site: Site;
beforeAll(async () => {
  s3 = await TestS3.open();
  site = await Site.start({ demo: 'new', env: { STORAGE_URL: s3.url({ prefix: '/site' }), LOG_LEVEL: 'debug' } });
});
afterAll(async () => {
  await site.close();
  await s3.close();
});

const secrets = () => [s3.secret, encodeURIComponent(s3.secret)];
const request = (path: string, init?: RequestInit) => fetch(site.origin + path, init);
const keysWith = (id: string) => [...s3.objects.keys()].filter((key) => key.includes(id));

test('a site stores and serves its photos in a bucket', async () => {
  const ana = await joinSite(site, 'ana');
  const [photoId, bikeId] = [newId(), newId()];
  const photo = await cameraPhoto({ width: 900, height: 600, orientation: 1 });
  // A lost reply from the bucket is retried.
  s3.faults.push('answer lost');
  expect((await ana.sendPhoto(photo, { id: photoId })).status).toBe(200);
  expect(keysWith(photoId)).toHaveLength(3);
  expect((await ana.call(putBike, { params: { bikeId }, body: bikeWith([photoId]) })).status).toBe(200);
  const served = await request(photoPath(photoId, 640));
  expect(served.headers.get('content-type')).toBe('image/webp');
  expect(await look(Buffer.from(await served.arrayBuffer()))).toMatchObject({ upright: true, width: 640 });
  await ana.call(deleteBike, { params: { bikeId } });
  expect((await request(photoPath(photoId, 640))).status).toBe(410);
});

test('sample pictures are stored in the bucket', async () => {
  const { data } = await (await request('/api/v1/bikes/recent?limit=24')).json();
  const { id } = data.items[23].cover;
  const first = Buffer.from(await (await request(photoPath(id, 320))).arrayBuffer());
  const [key = ''] = keysWith(id).filter((one) => one.endsWith('320.webp'));
  expect(s3.objects.get(key)?.bytes).toEqual(first);
});

test('a failing bucket is answered as busy, and logged without its secret', async () => {
  const { data } = await (await request('/api/v1/bikes/recent?limit=1')).json();
  const path = photoPath(data.items[0].cover.id, 320);
  expect((await request(path)).status).toBe(200);
  const { bucket } = s3;
  try {
    s3.bucket = 'renamed-bucket';
    expect((await request(path)).status).toBe(503);
  } finally {
    s3.bucket = bucket;
  }
  expect(site.log).toContain('NoSuchBucket');
  for (const secret of secrets()) expect(site.log).not.toContain(secret);
  expect((await request(path)).status).toBe(200);
});

test('a site whose bucket refuses access does not start, and says why in one sentence', { tags: nightly }, async () => {
  const failing = async (url: string) => {
    const env = { ...process.env, DATA_DIR: join(site.folder, 'other'), DEMO: 'off', PORT: '0', STORAGE_URL: url };
    const serve = join(import.meta.dirname, '../../api/cli/serve.ts');
    return promisify(execFile)(process.execPath, [serve], { env }).then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    );
  };
  const refused = await failing(s3.url({ secret: 'wrong-secret' }));
  expect(refused).toMatch(/^The photo storage \(bucket .*\) rejects the keys of STORAGE_URL \(403 Sig\w+\)\.\n$/);
  expect(refused).not.toContain('wrong-secret');
  const nobody = `s3://KEY:hidden-secret@photos?endpoint=http://127.0.0.1:${await freePort()}`;
  const silent = await failing(nobody);
  expect(silent).toMatch(/^The photo storage .* does not answer: .*ECONNREFUSED.*\n$/);
  expect(silent).not.toContain('hidden-secret');
});
