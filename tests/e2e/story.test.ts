import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { bikePage } from '#contract/pages.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { pageWidth } from '#src/storage/image-caches.ts';
import { Device } from '#tests/kit/browser.ts';
import { findBrowser } from '#tests/kit/find-browser.ts';
import { LossyProxy } from '#tests/kit/lossy-proxy.ts';
import { cameraPhoto, look } from '#tests/kit/photos.ts';
import { Rider, type Upload } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { bikesFrom } from '#tests/kit/stored-data.ts';
import { dispatchSync } from '#tests/kit/sync.ts';
import { until } from '#tests/kit/until.ts';
import { nightly, runsAll } from '#tests/run/tiers.ts';

const browser = await findBrowser();
const minutes = 60_000;

let proxy: LossyProxy;
let site: Site;
let photos: Upload[];
beforeAll(async () => {
  proxy = await LossyProxy.open();
  site = await Site.start({ demo: true, origin: proxy.origin });
  proxy.aimAt(site.port);
  // One photo of a current camera; smaller ones take the same path in a fraction of the time.
  const small = runsAll ? { width: 1600, height: 1200 } : { width: 800, height: 600 };
  const wanted = [
    runsAll ? { orientation: 6 } : { ...small, orientation: 6 },
    ...[1, 8, 3, 6].map((orientation) => ({ ...small, orientation })),
  ];
  const pictures = await Promise.all(wanted.map(cameraPhoto));
  photos = pictures.map((buffer, at) => ({ name: `IMG_${at + 1}.jpg`, mimeType: 'image/jpeg', buffer }));
});
afterAll(async () => {
  await site.close();
  await proxy.close();
});
beforeEach(() => {
  proxy.judge = () => 'pass';
});

/** Goes offline: the browser reports it, and no request gets through, not even from a worker that just started. */
async function cut(rider: Rider): Promise<void> {
  proxy.judge = () => 'refuse';
  await rider.device.context.setOffline(true);
}

async function reconnect(rider: Rider): Promise<void> {
  proxy.judge = () => 'pass';
  await rider.device.context.setOffline(false);
}

type OpenedBike = { id: string; path: string; title: string };

/** Opens the first bikes of the home page, with photos and comments. */
async function openBikes(rider: Rider, count: number): Promise<OpenedBike[]> {
  const bikes: OpenedBike[] = [];
  for (let at = 0; at < count; at++) {
    await rider.go('/');
    const link = rider.main.locator('li article a[href^="/bike/"]').nth(at);
    const title = await link.innerText();
    await link.click();
    await rider.page.waitForURL('**/bike/**');
    await rider.page.getByRole('heading', { name: 'Comments' }).waitFor();
    const path = new URL(rider.page.url()).pathname;
    bikes.push({ id: path.split('/')[2] ?? '', path, title });
    await photosCached(rider, path.split('/')[2] ?? '');
  }
  return bikes;
}

/** Waits until every photo of a bike is cached. */
async function photosCached(rider: Rider, bikeId: string): Promise<void> {
  const bike = await (await site.db()).collection('bikes').findOne({ _id: bikeId as never });
  const width = pageWidth(await rider.page.evaluate(() => ({ innerWidth, devicePixelRatio })));
  const paths = (bike?.photos as { id: string }[]).map((photo) => photoPath(photo.id, width));
  const missing = () =>
    rider.page.evaluate(async (wanted) => {
      const found = await Promise.all(wanted.map((path) => caches.match(path)));
      return wanted.filter((_, place) => !found[place]);
    }, paths);
  await expect.poll(missing).toEqual([]);
}

/** Everything of a rider that has arrived and could have been duplicated. */
async function arrived(name: string, bikes: OpenedBike[]) {
  const db = await site.db();
  const mine = await bikesFrom(db, name);
  const user = await db.collection('users').findOne({ username: name });
  const likes = await db
    .collection('likes')
    .find({ userId: user?._id as unknown as string })
    .toArray();
  const comments = await db.collection('comments').find({ 'author.username': name }).toArray();
  return {
    bikes: mine.map((bike) => ({ model: bike.model, version: bike.version, photos: bike.photos.length })),
    photos: await db.collection('photos').countDocuments({ ownerId: user?._id as unknown as string }),
    likes: likes.map((like) => bikes.findIndex((bike) => bike.id === like.bikeId)),
    comments: comments.map((comment) => [bikes.findIndex((bike) => bike.id === comment.bikeId), comment.text]),
    waiting: await db.collection('receipts').countDocuments({ state: 'running' }),
  };
}

const once = (photoCount: number, model: string, text: string) => ({
  bikes: [{ model, version: 1, photos: photoCount }],
  photos: photoCount,
  likes: [0],
  comments: [[1, text]],
  waiting: 0,
});

/** Offline: likes, unlikes and likes one bike, comments on another and edits the comment. */
async function react(rider: Rider, bikes: OpenedBike[], text: string): Promise<void> {
  await rider.go(bikes[0]?.path ?? '');
  await rider.setLike(true);
  await rider.setLike(false);
  await rider.setLike(true);
  await rider.go(bikes[1]?.path ?? '');
  await rider.comment(`${text}?`);
  const own = rider.main.getByRole('listitem').filter({ hasText: `${text}?` });
  await own.getByText('Waiting for signal').waitFor();
  await own.getByRole('button', { name: 'Edit' }).click();
  await rider.page.getByLabel('Edit your comment').fill(text);
  await rider.page.getByRole('button', { name: 'Save' }).click();
  // The form contains the new text too: only when it is gone is the edit on the device.
  await rider.page.getByLabel('Edit your comment').waitFor({ state: 'hidden' });
  await rider.main.getByText(text, { exact: true }).waitFor();
}

/** Offline: fills in a bike and publishes it on the device. */
async function post(rider: Rider, model: string, uploads: Upload[]): Promise<void> {
  await rider.go('/user/bike/add');
  await rider.describeBike(model, uploads);
  await rider.publish();
  await rider.main.getByText(model).first().waitFor();
}

/** Opens the form once while online, so that the makers are cached. */
async function openForm(rider: Rider): Promise<void> {
  await rider.go('/user/bike/add#bike');
  const brand = rider.page.getByRole('combobox', { name: 'Brand' });
  await brand.fill('Sur');
  await rider.page.getByRole('option', { name: /^Surly/ }).waitFor();
  await brand.fill('');
}

async function settled(rider: Rider): Promise<void> {
  await rider.go('/user/outbox');
  await rider.page.getByText('Everything sent.').waitFor();
  await rider.go('/user/bikes');
  await rider.main.locator('li article a').first().waitFor();
  expect(await rider.page.getByText('Waiting for signal').count()).toBe(0);
}

async function uprightAndBare(name: string): Promise<void> {
  const bike = await (await site.db()).collection('bikes').findOne({ 'owner.username': name, status: 'Active' });
  for (const { id } of bike?.photos as { id: string }[]) {
    const picture = await fetch(site.origin + photoPath(id, 1280));
    expect(await look(Buffer.from(await picture.arrayBuffer()))).toMatchObject({ upright: true, metadata: false });
  }
}

test(
  'a bike drafted offline with five photos arrives exactly once with the tab open',
  async () => {
    const rider = await Rider.joinByScreen(site, 'nora', { profile: true });
    await rider.settle();
    const bikes = await openBikes(rider, 3);
    await rider.go('/user/bikes');
    await rider.page.getByText('No bikes yet.').waitFor();
    await openForm(rider);

    await cut(rider);
    await rider.device.restart();
    await cut(rider);
    await rider.reopen('/');
    await rider.page.getByText("No signal. Bikes you've opened still open; what you write is sent later.").waitFor();
    await rider.page
      .getByText(/^Saved /)
      .first()
      .waitFor();
    for (const bike of bikes) {
      await rider.go(bike.path);
      await rider.page
        .getByText(/^Saved /)
        .first()
        .waitFor();
      await rider.page.getByRole('heading', { name: 'Comments' }).waitFor();
      const shownImage = rider.main.locator('img').first();
      await shownImage.waitFor();
      const width = () =>
        shownImage.evaluate((image: HTMLImageElement) =>
          image.decode().then(
            () => image.naturalWidth,
            () => 0,
          ),
        );
      // While another size is chosen nothing is decoded.
      await expect.poll(width).toBeGreaterThan(0);
    }
    for (const path of ['/user/bikes', '/user/outbox', '/user/bike/add']) {
      await rider.go(path);
      await rider.main.getByRole('heading').first().waitFor();
      await rider.page.getByRole('button', { name: /^Account/ }).waitFor();
    }
    await rider.go(bikePage('01890000-0000-7000-8000-000000000000', 'never-opened'));
    await rider.page.getByText('Not saved on this device.').waitFor();

    await rider.go('/user/bike/add');
    await rider.describeBike('Ghost Grappler', photos);
    await rider.page.close();
    await rider.reopen('/user/bike/add');
    await rider.page.getByRole('link', { name: 'Continue' }).click();
    await rider.toStep('photos');
    await rider.page.getByText('5 of 24').waitFor();
    expect(await rider.page.getByLabel('Model').inputValue()).toBe('Ghost Grappler');
    await rider.toStep('publish');
    await rider.publish();
    await rider.main.getByText('Ghost Grappler').first().waitFor();
    await react(rider, bikes, 'Which fenders are those?');

    await rider.go('/user/outbox');
    await rider.page.getByText('3 on this device').waitFor();
    await expect.poll(() => rider.main.getByRole('button', { name: "Don't send" }).count()).toBe(3);
    expect(await arrived('nora', bikes)).toMatchObject({ bikes: [], photos: 0, likes: [], comments: [] });

    await reconnect(rider);
    // A machine that does other work takes more than a minute for five photos of a camera.
    await rider.page.getByText('Everything sent.').waitFor({ timeout: 3 * minutes });
    await settled(rider);
    expect(await arrived('nora', bikes)).toEqual(once(5, 'Ghost Grappler', 'Which fenders are those?'));
    await uprightAndBare('nora');
    await rider.close();

    const visitor = await Device.open(site.origin, { worker: true });
    const page = await visitor.page('/');
    const first = page.getByRole('region', { name: 'Recent' }).locator('li article').first();
    await first.getByText('Ghost Grappler').waitFor();
    await first.getByRole('link').click();
    await page.waitForURL('**/bike/**');
    await page.getByText('1 / 5').waitFor();
    await page.goto(site.origin + (bikes[1]?.path ?? ''));
    await page.getByText('Which fenders are those?', { exact: true }).waitFor();
    await visitor.close();
  },
  5 * minutes,
);

describe('queued mutations arrive exactly once', { tags: nightly }, () => {
  const small = async () => [
    { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto({ width: 1200, height: 900, orientation: 6 }) },
    { name: 'b.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto({ width: 1200, height: 900, orientation: 8 }) },
  ];

  /** Everything until the connection returns. */
  async function outThere(name: string, init?: () => void): Promise<{ rider: Rider; bikes: OpenedBike[] }> {
    const rider = await Rider.join(site, name, { ...(init && { init }), profile: true });
    await rider.settle();
    const bikes = await openBikes(rider, 2);
    await openForm(rider);
    await cut(rider);
    await post(rider, `Pack Rat ${name}`, await small());
    await react(rider, bikes, `Nice rack, says ${name}.`);
    return { rider, bikes };
  }

  async function arrivedOnce(rider: Rider, bikes: OpenedBike[]): Promise<void> {
    const { name } = rider;
    const wanted = once(2, `Pack Rat ${name}`, `Nice rack, says ${name}.`);
    await until(async () => expect(await arrived(name, bikes)).toEqual(wanted));
    await uprightAndBare(name);
  }

  test.skipIf(!browser.full)(
    'with the tab closed, by Background Sync',
    async () => {
      const { rider, bikes } = await outThere('syd');
      const blank = await rider.device.context.newPage();
      await rider.page.close();
      await reconnect(rider);
      await dispatchSync(blank, site.origin, 'outbox');
      await arrivedOnce(rider, bikes);
      await rider.reopen('/');
      await settled(rider);
      await rider.close();
    },
    3 * minutes,
  );

  test('without Background Sync, on the next visit', async () => {
    const { rider, bikes } = await outThere('vida', () => {
      Object.defineProperty(ServiceWorkerRegistration.prototype, 'sync', {
        get: () => ({ register: () => Promise.reject(new DOMException('not allowed', 'NotAllowedError')) }),
      });
    });
    await rider.device.restart();
    await reconnect(rider);
    await rider.reopen('/');
    await settled(rider);
    await arrivedOnce(rider, bikes);
    await rider.close();
  });

  test('with an expired access token and a server restart in between', async () => {
    const { rider, bikes } = await outThere('otto');
    await site.stop();
    await reconnect(rider);
    await rider.page.reload();
    await rider.page.getByText(/^No signal\./).waitFor();
    // Until its token has expired no page learns that the site is back.
    proxy.judge = () => 'refuse';
    await site.start();
    const days = new Date(Date.now() - 3 * 24 * 3_600_000);
    await (await site.db()).collection('sessions').updateMany({}, { $set: { rotatedAt: days } });
    await rider.device.context.clearCookies({ name: 'access' });
    proxy.judge = () => 'pass';
    await rider.go('/');
    await settled(rider);
    await arrivedOnce(rider, bikes);
    await rider.close();
  });
});
