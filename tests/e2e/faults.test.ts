import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { photoPath } from '#contract/photo-paths.ts';
import { isDraftSave, LossyProxy } from '#tests/kit/lossy-proxy.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider, type Upload } from '#tests/kit/rider.ts';
import { testServer } from '#tests/kit/server.ts';
import { Site } from '#tests/kit/site.ts';
import { arrivedOf, bikesFrom, strangersBike } from '#tests/kit/stored-data.ts';
import { until } from '#tests/kit/until.ts';
import { nightly, runsAll } from '#tests/run/tiers.ts';

const minutes = 60_000;
/** On a shared database server, a killed site's writes stay locked until their lease of 30 seconds expires. */
const longTimeout = (testServer ? 10 : 4) * minutes;

let proxy: LossyProxy;
let site: Site;
let strange: string;
let photos: Upload[];
beforeAll(async () => {
  proxy = await LossyProxy.open();
  site = await Site.start({ isAlone: runsAll, origin: proxy.origin });
  proxy.aimAt(site.port);
  strange = await strangersBike(site, 'Cross-Check');
  const pictures = Array.from({ length: 6 }, () => cameraPhoto({ width: 640, height: 480 }));
  photos = (await Promise.all(pictures)).map((buffer, at) => ({
    name: `IMG_${at + 1}.jpg`,
    mimeType: 'image/jpeg',
    buffer,
  }));
});
afterAll(async () => {
  await site.close();
  await proxy.close();
});
beforeEach(() => {
  proxy.judge = () => 'pass';
  proxy.seen.length = 0;
});

/** Publishes a bike, likes another and comments on it. */
async function writeAll(rider: Rider, model: string, count: number, texts: string[]): Promise<void> {
  await rider.go('/user/bike/add');
  await rider.describeBike(model, photos.slice(0, count));
  await rider.publish();
  await rider.go(strange);
  await rider.setLike(true);
  for (const text of texts) await rider.comment(text);
}

const tryNow = (rider: Rider) =>
  rider.page
    .getByRole('button', { name: 'Try now' })
    .first()
    .click({ timeout: 2_000 })
    .catch(() => undefined);

/** Asserts that every photo of a member's bike is served from complete files. */
async function served(name: string): Promise<void> {
  const [bike] = await bikesFrom(await site.db(), name);
  for (const { id } of bike?.photos as { id: string }[]) {
    const picture = await fetch(site.origin + photoPath(id, 1280));
    expect(picture.headers.get('content-type')).toBe('image/webp');
    expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  }
}

const bikeNamed = async (model: string) => (await site.db()).collection('bikes').findOne({ model });

/** The counters of a bike, and the rows to be counted. */
const countsOf = async (model: string) => (await bikeNamed(model))?.counts;
async function countedOf(model: string) {
  const db = await site.db();
  const bikeId = String((await bikeNamed(model))?._id);
  const [likes, comments] = await Promise.all(
    ['likes', 'comments'].map((name) => db.collection(name).countDocuments({ bikeId })),
  );
  return { likes, comments, views: 0, favorites: 0 };
}

/** The writes that the site has begun and not finished. */
async function halves(): Promise<string[]> {
  const files = async (folder: string) =>
    existsSync(join(site.folder, folder)) ? readdir(join(site.folder, folder), { recursive: true }) : [];
  return [...(await files('uploads')), ...(await files('photos')).filter((name) => name.endsWith('.part'))];
}

test(
  'a lost reply to every single write changes nothing',
  async () => {
    const rider = await Rider.join(site, 'lotte', { worker: true });
    const lost = new Map<string, number>();
    // By path, as the page may ask after a lost reply whether the write has arrived.
    proxy.judge = (_method, path, key) => {
      if (isDraftSave(path)) return 'refuse';
      // A view is counted after a second, but it is not a queued write, and a slow author gets that far.
      if (!key || path.endsWith('/view')) return 'pass';
      const thing = path.replace(/\/arrival$/, '');
      lost.set(thing, (lost.get(thing) ?? 0) + 1);
      return lost.get(thing) === 1 ? 'drop answer' : 'pass';
    };
    await writeAll(rider, 'Lost Trail', 2, ['What a frame!']);
    await rider.go('/user/outbox');
    await rider.page.getByText('Everything sent.').waitFor();

    expect(await arrivedOf(site, 'lotte')).toEqual({
      bikes: [{ model: 'Lost Trail', version: 1, photos: 2 }],
      photos: 2,
      likes: 1,
      comments: ['What a frame!'],
      running: 0,
    });
    expect([...lost.keys()]).toHaveLength(5);
    for (const times of lost.values()) expect(times).toBeGreaterThan(1);
    await rider.go(strange);
    await rider.page.getByRole('button', { name: 'Liked', exact: true }).waitFor();
    await rider.main.getByText('What a frame!').first().waitFor();
    expect(await rider.main.getByText('What a frame!').count()).toBe(1);
    expect(await rider.page.getByText('Waiting for signal').count()).toBe(0);
    await served('lotte');
    await rider.close();
  },
  4 * minutes,
);

test('a server killed ten times while it receives the outbox loses and duplicates nothing', {
  tags: nightly,
  timeout: longTimeout + 2 * minutes,
}, async () => {
  const rider = await Rider.join(site, 'kilian', { worker: true });
  await rider.settle();
  await rider.go(strange);
  await rider.page.getByLabel('Write a comment').waitFor();
  await rider.go('/user/bike/add');
  await rider.toStep('bike');
  await rider.page.getByRole('combobox', { name: 'Brand' }).fill('Sur');
  await rider.page.getByRole('option', { name: /^Surly/ }).waitFor();
  await rider.device.context.setOffline(true);
  const texts = ['First!', 'Second.', 'Third.'];
  await writeAll(rider, 'Nine Lives', 6, texts);
  await rider.go('/user/outbox');
  await rider.page.getByText('5 on this device').waitFor();

  // Milliseconds after a write's arrival: before it is read, while it runs, and when it is almost done.
  const moments = [0, 60, 5, 150, 30, 10, 100, 20, 250, 45];
  // Six photos and their bike, a like and comments: each is hit at least once, unless it passes beside another.
  const writes = 8 + texts.length;
  const hit = new Map<string, number>();
  let kills = 0;
  let blow: Promise<void> | null = null;
  const strike = async (moment: number) => {
    await pause(moment);
    await site.kill();
    await site.start();
    kills += 1;
  };
  const failures: unknown[] = [];
  proxy.judge = (_method, _path, key) => {
    const moment = moments[kills];
    if (key && blow) {
      const passed = new Set(proxy.seen.filter((one) => one.key && one.status < 300).map((one) => one.key)).size;
      // On a fast site too few writes might remain to be hit: this one and the one being hit may pass.
      return writes - passed - 2 >= moments.length - kills - 1 ? 'pass' : 'refuse';
    }
    if (!key || blow || moment === undefined || (hit.get(key) ?? 0) > 1) return 'pass';
    hit.set(key, (hit.get(key) ?? 0) + 1);
    blow = strike(moment)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => {
        blow = null;
      });
    return kills % 3 === 2 ? 'drop answer' : 'pass';
  };
  await rider.device.context.setOffline(false);
  const nothingWaits = rider.page.getByText('Everything sent.');
  await until(async () => {
    expect(failures).toEqual([]);
    if (!blow) await tryNow(rider);
    expect(await nothingWaits.count()).toBe(1);
    // The last write may finish before the site is killed for it.
    expect(blow).toBe(null);
  }, longTimeout);

  expect(kills).toBe(moments.length);
  expect(await arrivedOf(site, 'kilian')).toEqual({
    bikes: [{ model: 'Nine Lives', version: 1, photos: 6 }],
    photos: 6,
    likes: 1,
    comments: texts,
    running: 0,
  });
  expect(await countsOf('Cross-Check')).toEqual(await countedOf('Cross-Check'));
  // Rows that other processes may still be writing are removed by age, not at the next start.
  if (!testServer) expect(await halves()).toEqual([]);
  await served('kilian');
  await rider.close();
});
