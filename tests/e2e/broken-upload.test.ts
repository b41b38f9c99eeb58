/** @module-tag nightly */
import { randomFillSync } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDraftSave, LossyProxy } from '#tests/kit/lossy-proxy.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { arrivedOf } from '#tests/kit/stored-data.ts';
import { until } from '#tests/kit/until.ts';

const minute = 60_000;

let proxy: LossyProxy;
let site: Site;
beforeAll(async () => {
  proxy = await LossyProxy.open();
  site = await Site.start({ origin: proxy.origin });
  proxy.aimAt(site.port);
});
afterAll(async () => {
  await site.close();
  await proxy.close();
});

/** The bytes of photos received from the browser so far. */
const photoBytes = () =>
  proxy.received.filter(({ method }) => method === 'PUT').reduce((sum, { bytes }) => sum + bytes, 0);

const tryNow = (rider: Rider) =>
  rider.page
    .getByRole('button', { name: 'Try now' })
    .first()
    .click({ timeout: 2_000 })
    .catch(() => undefined);

test(
  'a photo with an aborted upload is not sent again while the site still processes the aborted one',
  async () => {
    const rider = await Rider.join(site, 'tunnel');
    let cutting = true;
    proxy.judge = (method, path) => {
      if (isDraftSave(path)) return 'refuse';
      return method === 'PUT' && path.includes('/photos/') && cutting ? 'cut upload' : 'pass';
    };
    const buffer = await cameraPhoto({ width: 2400, height: 1800 });
    await rider.go('/user/bike/add');
    await rider.describeBike('Long Tunnel', [{ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer }]);
    await rider.publish();
    await rider.go('/user/outbox');
    await rider.page
      .getByText(/^(Next try in|Waiting for signal)/)
      .first()
      .waitFor();
    cutting = false;
    const before = photoBytes();
    expect(before).toBeGreaterThan(0);
    const answers = proxy.seen.length;
    const refused = () =>
      proxy.seen.slice(answers).filter(({ path, status }) => path.includes('/photos/') && status === 409);
    await until(async () => {
      await tryNow(rider);
      expect(refused().length).toBeGreaterThan(0);
    });
    expect(photoBytes() - before).toBe(0);

    proxy.release();
    await until(async () => {
      await tryNow(rider);
      expect(await rider.page.getByText('Everything sent.').count()).toBe(1);
    });
    expect(await arrivedOf(site, 'tunnel')).toMatchObject({
      bikes: [{ model: 'Long Tunnel', version: 1, photos: 1 }],
      photos: 1,
    });
    await rider.close();
  },
  3 * minute,
);

/** A unique photo of more than a megabyte. */
async function noisyPhoto(): Promise<Buffer> {
  const [width, height] = [800, 600];
  const noise = randomFillSync(Buffer.alloc(width * height * 3));
  return sharp(noise, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 98, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

test('24 photos over a connection that breaks every 2 MB all arrive once, and none that the site has is sent again', {
  timeout: 8 * minute,
}, async () => {
  const rider = await Rider.join(site, 'gravel');
  const photos = await Promise.all(
    Array.from({ length: 24 }, async (_, at) => ({
      ...{ name: `IMG_${at}.jpg`, mimeType: 'image/jpeg' },
      buffer: await noisyPhoto(),
    })),
  );
  const [sent, breaks] = [proxy.received.length, proxy.breaks];
  proxy.judge = (_method, path) => (isDraftSave(path) ? 'refuse' : 'pass');
  proxy.breaksEvery = 2_000_000;
  await rider.go('/user/bike/add');
  await rider.describeBike('Washboard', photos);
  await rider.publish();
  await rider.go('/user/outbox');
  await until(async () => {
    await tryNow(rider);
    expect(await rider.page.getByText('Everything sent.').count()).toBe(1);
  });
  proxy.breaksEvery = Number.POSITIVE_INFINITY;
  expect(proxy.breaks - breaks).toBeGreaterThanOrEqual(3);
  expect(await arrivedOf(site, 'gravel')).toMatchObject({
    bikes: [{ model: 'Washboard', version: 1, photos: 24 }],
    photos: 24,
  });
  const bodies = proxy.received
    .slice(sent)
    .filter(({ method, path, bytes }) => method === 'PUT' && path.includes('/photos/') && bytes > 0);
  const paths = new Set(bodies.map(({ path }) => path));
  expect(paths.size).toBe(24);
  for (const one of paths) {
    const sendings = bodies.filter(({ path }) => path === one);
    const arrived = sendings.filter(({ status }) => status === 200);
    expect(arrived).toHaveLength(1);
    // Where the connection broke after the last byte, the next upload may have begun before the site finished it, and
    // is refused.
    for (const { begun } of sendings) expect(begun).toBeLessThanOrEqual(arrived[0]?.answered ?? 0);
  }
  await rider.close();
});
