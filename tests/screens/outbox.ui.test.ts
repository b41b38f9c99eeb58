import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { faultsOf } from '#tests/kit/axe.ts';
import { LossyProxy } from '#tests/kit/lossy-proxy.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider, type Upload } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { strangersBike } from '#tests/kit/stored-data.ts';
import { nightly } from '#tests/run/tiers.ts';

let proxy: LossyProxy;
let site: Site;
let ana: Rider;
let bike: string;
let photo: Upload;
beforeAll(async () => {
  proxy = await LossyProxy.open();
  site = await Site.start({ origin: proxy.origin });
  proxy.aimAt(site.port);
  bike = await strangersBike(site, 'Cross-Check');
  ana = await Rider.join(site, 'ana', { worker: true });
  await ana.page.setViewportSize({ width: 390, height: 844 });
  photo = {
    name: 'trail.jpg',
    mimeType: 'image/jpeg',
    buffer: await cameraPhoto({ width: 640, height: 480 }),
  };
  await ana.go(bike);
  await ana.page.getByLabel('Write a comment').waitFor();
});
afterAll(async () => {
  await ana.close();
  await site.close();
  await proxy.close();
});
beforeEach(() => {
  proxy.judge = () => 'pass';
});

const statusBar = () => ana.page.getByRole('status').first();
const offline = (off: boolean) => ana.device.context.setOffline(off);
const row = (text: string) => ana.main.getByRole('listitem').filter({ hasText: text });
const topOf = async (text: string) => (await row(text).boundingBox())?.y;

test('an item that arrives while the outbox is open keeps its place, and nothing below it moves', async () => {
  await offline(true);
  for (const text of ['One.', 'Two.', 'Three.']) await ana.comment(text);
  await ana.page.getByRole('link', { name: 'See them' }).click();
  await row('Three.').waitFor();
  await row('One.').getByRole('button', { name: "Don't send" }).focus();
  // The offline notice disappears by itself: only changes after that are measured.
  let pass = () => {};
  const gate = new Promise<void>((resolve) => {
    pass = resolve;
  });
  proxy.delay = (method) => (method === 'POST' ? gate : Promise.resolve());
  await offline(false);
  await row('One.').getByText('Sending').waitFor();
  await ana.main.getByText('Waiting its turn').first().waitFor();
  await ana.page.getByText('No signal').waitFor({ state: 'detached' });
  const before = await Promise.all(['One.', 'Two.', 'Three.'].map(topOf));
  pass();
  await row('Three.')
    .getByText(/^Sent \d/)
    .waitFor();
  expect(await Promise.all(['One.', 'Two.', 'Three.'].map(topOf))).toEqual(before);
  await expect.poll(() => ana.page.evaluate(() => document.activeElement?.textContent)).toContain('One.');
  await ana.page.getByText('Everything sent.').waitFor();
  proxy.delay = () => Promise.resolve();
});

test('"All sent." is not shown for undone items', async () => {
  await ana.go(bike);
  await offline(true);
  await ana.comment('Never mind.');
  await statusBar().getByText('No signal. 1 item waiting to send.').waitFor();
  await row('Never mind.').getByRole('button', { name: "Don't send" }).click();
  await statusBar().getByText("No signal. Bikes you've opened still open; what you write is sent later.").waitFor();
  expect(await ana.page.getByText('All sent.').count()).toBe(0);
  await offline(false);
  await ana.page.getByText('No signal').waitFor({ state: 'detached' });
  expect(await ana.page.getByText('All sent.').count()).toBe(0);
});

test('refused items are shown on every screen, counted separately, and offer only useful actions', async () => {
  await ana.go(bike);
  await offline(true);
  await ana.comment('To nobody.');
  const db = await site.db();
  await db.collection('bikes').updateOne({ model: 'Cross-Check' }, { $set: { status: 'Deleted' } });
  await offline(false);
  await statusBar().getByText("1 item wasn't sent.").waitFor();
  await ana.go('/');
  await statusBar().getByText("1 item wasn't sent.").waitFor();
  await ana.page.getByRole('button', { name: 'Account, 1 not sent' }).waitFor();
  await ana.page.getByRole('link', { name: 'See why' }).click();
  await ana.page.getByRole('heading', { name: 'Needs your attention' }).waitFor();
  const names = () => row('To nobody.').getByRole('button').allInnerTexts();
  await expect.poll(names).toEqual(['Copy', 'Delete']);
  await db.collection('bikes').updateOne({ model: 'Cross-Check' }, { $set: { status: 'Active' } });
  await row('To nobody.').getByRole('button', { name: 'Delete' }).click();
  await statusBar().getByText("1 item wasn't sent.").waitFor({ state: 'detached' });
  expect(await ana.page.getByText('All sent.').count()).toBe(0);
});

test('what is refused while the outbox is open is counted there, and nothing is said of a rest that is not there', async () => {
  await ana.go(await strangersBike(site, 'Pugsley'));
  await ana.page.getByLabel('Write a comment').waitFor();
  await offline(true);
  await ana.comment('To nobody, either.');
  await ana.page.getByRole('link', { name: 'See them' }).click();
  await row('To nobody, either.').getByText('Waiting for signal').waitFor();
  await (await site.db()).collection('bikes').updateOne({ model: 'Pugsley' }, { $set: { status: 'Deleted' } });
  await offline(false);
  await ana.main.getByText('1 item needs your attention.', { exact: true }).waitFor();
  expect(
    await ana.main
      .getByText(/the rest/i)
      .filter({ visible: true })
      .count(),
  ).toBe(0);
  expect(await faultsOf(ana.page)).toEqual([]);
  await row('To nobody, either.').getByRole('button', { name: 'Delete' }).click();
  await statusBar().getByText("1 item wasn't sent.").waitFor({ state: 'detached' });
});

test('an arrived comment that is deleted is restored with Undo', async () => {
  await ana.go(bike);
  await row('Two.').getByRole('button', { name: 'Delete' }).click();
  await row('Two.').waitFor({ state: 'detached' });
  await ana.page.getByText('Comment deleted.').waitFor();
  await ana.page.getByRole('button', { name: 'Undo' }).click();
  await row('Two.').waitFor();
});

test('a text typed into a comment and discarded is restored with Undo', async () => {
  await ana.go(bike);
  await row('Two.').getByRole('button', { name: 'Edit' }).click();
  const field = ana.main.getByLabel('Edit your comment');
  await field.fill('Two, and more.');
  await field.press('Escape');
  await field.waitFor({ state: 'detached' });
  await ana.page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => field.inputValue()).toBe('Two, and more.');
  await ana.main.getByRole('button', { name: 'Cancel' }).click();
});

test('a long outbox is listed in parts, each reached by keyboard', async () => {
  const { page } = ana;
  await ana.go(bike);
  await offline(true);
  await ana.comment('Number 0.');
  await statusBar().getByText('1 item waiting to send.').waitFor();
  /** Adds copies of what waits; zero removes all of it. */
  const copyQueued = (count: number) =>
    page.evaluate(async (wanted) => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const asked = indexedDB.open('vault');
        asked.onsuccess = () => resolve(asked.result);
      });
      const work = db.transaction('outbox', 'readwrite');
      const outbox = work.objectStore('outbox');
      outbox.getAll().onsuccess = ({ target }) => {
        const [first] = (target as IDBRequest<{ id: string; seq: number }[]>).result;
        if (wanted === 0 || !first) return outbox.clear();
        for (let n = 1; n < wanted; n++) {
          const id = `${first.id.slice(0, -4)}${String(n).padStart(4, '0')}`;
          outbox.put({ ...first, id, targetId: id, body: { text: `Number ${n}.` }, seq: first.seq + n });
        }
      };
      await new Promise((resolve) => {
        work.oncomplete = resolve;
      });
      db.close();
    }, count);
  await copyQueued(1_000);
  await ana.go('/user/outbox');
  const listed = () => row('Number ').count();
  await expect.poll(listed).toBe(50);
  await ana.main.getByText('1,000 on this device', { exact: true }).waitFor();
  expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(4_000);
  const more = ana.main.getByRole('button', { name: 'Show 50 of 950 more' });
  await more.press('Enter');
  await expect.poll(listed).toBe(100);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Number 50.');
  await ana.main.getByRole('button', { name: 'Show 50 of 900 more' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await copyQueued(0);
  await ana.go('/');
  await offline(false);
  await page.getByText('No signal').waitFor({ state: 'detached' });
});

test('a queued bike is on its way, not published; photos without space are named', {
  tags: nightly,
}, async () => {
  await ana.go('/user/bike/add');
  await ana.fillIn('Long Way', [photo]);
  await ana.page.evaluate(() => {
    const put = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args: Parameters<typeof put>) {
      if (this.name === 'draftPhotos') throw new DOMException('Full.', 'QuotaExceededError');
      return put.apply(this, args);
    };
  });
  await ana.toStep('photos');
  await ana.page.locator('input[type=file]').setInputFiles([{ ...photo, name: 'IMG_2.jpg' }]);
  await ana.page.getByText('IMG_2.jpg wasn’t added.').waitFor();
  await offline(true);
  await ana.toStep('publish');
  await ana.publish();
  await ana.page.getByRole('heading', { name: 'On its way' }).waitFor();
  await ana.go('/user/bikes');
  await ana.page.getByRole('heading', { name: 'On its way' }).waitFor();
  await expect.poll(() => ana.page.getByText('Nothing published yet.').count()).toBe(1);
  await offline(false);
  await ana.page.getByRole('heading', { name: 'On its way' }).waitFor({ state: 'detached' });
  await ana.page.getByRole('heading', { name: 'Published' }).waitFor();
});

test('a suspended member reads why, and can read and copy queued items on the device', async () => {
  const { page } = ana;
  await ana.go(bike);
  // The full device of the test before may have removed the bike.
  await page.getByLabel('Write a comment').waitFor();
  await offline(true);
  await ana.comment('Last words.');
  await statusBar().getByText('1 item waiting to send.').waitFor();
  const db = await site.db();
  const until = new Date(Date.now() + 86_400_000);
  const shut = { $set: { status: 'Suspended', until, reason: 'Insults.' }, $inc: { authEpoch: 1 } };
  await db.collection('users').updateOne({ username: 'ana' }, shut);
  await offline(false);
  await page.waitForURL('**/account/login?returnTo=*');
  await statusBar().getByText('Reason: Insults.').waitFor();
  await statusBar().getByRole('link', { name: "See what's waiting" }).click();
  await page.getByRole('heading', { name: 'Waiting to send' }).waitFor();
  await row('Last words.').getByRole('button', { name: 'Copy' }).waitFor();
  expect(await row('Last words.').getByRole('button').count()).toBe(1);
  expect(await faultsOf(page)).toEqual([]);
  await ana.main.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL('**/account/login?returnTo=*');
  await ana.go('/user/outbox');
  await page.waitForURL('**/account/login?returnTo=*');
  expect(await page.getByText('Last words.').count()).toBe(0);
});

/** Sets a page's clock three hours ahead. */
function turnAhead(): void {
  const Real = Date;
  const ahead = 3 * 3_600_000;
  window.Date = class extends Real {
    constructor(...args: [] | [number | string | Date]) {
      super(args[0] ?? Real.now() + ahead);
    }
    static override now(): number {
      return Real.now() + ahead;
    }
  } as DateConstructor;
}

test("times follow the site's clock on a device whose clock is three hours ahead", { tags: nightly }, async () => {
  const rider = await Rider.join(site, 'mia', { init: turnAhead });
  const { page } = rider;
  const posted = (text: string) => rider.main.getByRole('listitem').filter({ hasText: text });
  await rider.go(bike);
  await rider.comment('Sent.');
  await posted('Sent.').getByText('Just now').waitFor();
  await page.reload();
  await posted('Sent.').getByText('Just now').waitFor();
  await rider.device.context.setOffline(true);
  await rider.comment('Waiting.');
  await page.getByRole('link', { name: 'See them' }).click();
  await posted('Waiting.').getByText('Written just now.').waitFor();
  expect(await rider.main.innerText()).not.toMatch(/ h ago/);
  await rider.close();
});
