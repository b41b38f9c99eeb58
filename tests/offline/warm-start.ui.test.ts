/** @module-tag nightly */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBike } from '#contract/bike-whole.ts';
import { pathOf } from '#contract/endpoint.ts';
import { Device } from '#tests/kit/browser.ts';
import { type FirstContent, firstContentAt } from '#tests/kit/first-content.ts';
import { LossyProxy } from '#tests/kit/lossy-proxy.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';

declare global {
  interface Window {
    /** IndexedDB has answered the page after its first content was shown. */
    deviceAnswered?: boolean;
  }
}

const minutes = 60_000;

let proxy: LossyProxy;
let site: Site;
let rider: Rider;
let liked: string;

/** Opens the home page with all of its bikes cached, as if each had been opened. */
async function keepAll({ page }: Rider): Promise<void> {
  const cards = page.getByRole('main').getByRole('listitem').getByRole('article').getByRole('link');
  await cards.nth(23).waitFor();
  const paths = await cards.evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname));
  const calls = paths.map((path) => pathOf(getBike, { bikeId: path.split('/')[2] ?? '' }));
  await page.evaluate(async (all) => {
    const answers = await Promise.all(all.map(async (path) => (await fetch(path)).json()));
    const db = await new Promise<IDBDatabase>((resolve) => {
      const asked = indexedDB.open('cache');
      asked.onsuccess = () => resolve(asked.result);
    });
    const work = db.transaction('bikes', 'readwrite');
    const [savedAt, usedAt] = [Date.now(), Date.now()];
    for (const { data: bike } of answers)
      work.objectStore('bikes').put({ id: bike.id, bike, savedAt, usedAt, bytes: 1 });
    await new Promise((resolve) => {
      work.oncomplete = resolve;
    });
    db.close();
  }, calls);
}

beforeAll(async () => {
  proxy = await LossyProxy.open();
  site = await Site.start({ origin: proxy.origin, demo: true });
  proxy.aimAt(site.port);
  rider = await Rider.join(site, 'clara', { profile: true });
  await rider.settle();
  await rider.go('/');
  await keepAll(rider);
  const link = rider.main.locator('li article a').first();
  liked = (await link.getAttribute('href')) ?? '';
  await rider.go(liked);
  await rider.page.getByRole('heading', { name: 'Comments' }).waitFor();
  await rider.go('/user/bikes');
  await rider.page.getByText('No bikes yet.').waitFor();
  await rider.go('/user/bike/add#bike');
  await rider.page.getByRole('combobox', { name: 'Brand' }).fill('Sur');
  await rider.page.getByRole('option', { name: /^Surly/ }).waitFor();
  await rider.page.getByRole('combobox', { name: 'Brand' }).fill('');
  proxy.judge = () => 'refuse';
  await rider.device.context.setOffline(true);
  const photo = await cameraPhoto({ width: 640, height: 480 });
  await rider.go('/user/bike/add');
  await rider.describeBike('Night Train', [{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: photo }]);
  await rider.publish();
  await rider.main.getByText('Night Train').first().waitFor();
  await rider.go(liked);
  await rider.setLike(true);
  await rider.comment('Still here?');
  await rider.go('/user/bike/add#bike');
  await rider.page.getByLabel('Model').fill('Half Done');
  await rider.page.getByText('Saved on this device').waitFor();
}, 10 * minutes);
afterAll(async () => {
  await rider?.close();
  await site?.close();
  await proxy?.close();
});

/**
 * Runs in the page before its own scripts. Makes its timeouts ten times as long until it has shown something, so that a
 * slow machine does not fail the test. Records when IndexedDB has answered afterwards.
 */
function takeTime(): void {
  const real = window.setTimeout;
  const longer = (work: TimerHandler, delay = 0, ...rest: unknown[]) =>
    real(work, delay >= 500 && !window.firstContent ? delay * 10 : delay, ...rest);
  window.setTimeout = longer as typeof window.setTimeout;
  const begin = IDBDatabase.prototype.transaction;
  let open = 0;
  IDBDatabase.prototype.transaction = function (...args) {
    const asked = begin.apply(this, args);
    if (!window.firstContent || this.name !== 'cache') return asked;
    open += 1;
    const over = () => {
      open -= 1;
      window.deviceAnswered ||= open === 0;
    };
    asked.addEventListener('complete', over);
    asked.addEventListener('abort', over);
    return asked;
  };
}

/** The first content of a path after a restart of the phone, offline. */
async function coldStart(device: Device, path: string, before?: () => void): Promise<FirstContent> {
  await device.restart();
  await device.context.setOffline(true);
  const page = await device.context.newPage();
  rider.page = page;
  await page.addInitScript(takeTime);
  return firstContentAt(page, proxy.origin + path, before);
}

/** Whether the first content is still shown after IndexedDB has answered. */
const stays = async (): Promise<boolean> => {
  await rider.page.waitForFunction(() => window.deviceAnswered);
  // React renders what was read within a few tasks, after which the browser is idle.
  return rider.page.evaluate(async () => {
    for (let idle = 0; idle < 5; idle++) {
      await new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve)));
    }
    return window.firstElement?.isConnected ?? false;
  });
};

describe('the first screen of a member offline', () => {
  test('is home with its bikes, queued mutations first, without a skeleton before', async () => {
    const first = await coldStart(rider.device, '/');
    expect(first.loading).toBe(false);
    // Eight winners, twelve popular bikes, the queued ones, and twelve recent ones.
    expect(first.cards).toHaveLength(33);
    expect(first.cards[20]).toContain('Night Train');
    expect(first.cards.filter((text) => text.includes('Opens offline'))).toHaveLength(32);
    expect(first.account).toBe('Account, 3 waiting to send');
    expect(await stays()).toBe(true);
    // The code of a bike's page is here before it is opened.
    await rider.page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/bike-screen-')),
    );
  });

  test('is a cached bike with the queued like and comment', async () => {
    const first = await coldStart(rider.device, liked);
    expect(first).toMatchObject({ loading: false, liked: true });
    expect(first.text).toContain('Specifications');
    expect(first.text).toContain('Still here?');
    expect(await stays()).toBe(true);
  });

  test('is their own bikes, drafts and queued bikes', async () => {
    const first = await coldStart(rider.device, '/user/bikes');
    expect(first.loading).toBe(false);
    expect(first.cards[0]).toContain('Night Train');
    expect(first.text).toContain('Half Done');
    expect(await stays()).toBe(true);
  });

  test("appears about as soon as a visitor's", async () => {
    const stranger = await Device.open(proxy.origin, { profile: true });
    proxy.judge = () => 'pass';
    const page = await stranger.page('/');
    await page.locator('li article').nth(23).waitFor();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.reload();
    await page.locator('li article').nth(23).waitFor();
    proxy.judge = () => 'refuse';
    const times: [member: number, stranger: number][] = [];
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const member = await coldStart(rider.device, '/');
      times.push([Math.round(member.at), Math.round((await coldStart(stranger, '/')).at)]);
    }
    process.stdout.write(
      `First card, offline, cold: member ${times.map(([at]) => at)} ms, stranger ${times.map(([, at]) => at)} ms.\n`,
    );
    await stranger.close();
    expect(times).toHaveLength(2);
  });

  test('has nothing of a signed-out member, for nobody on the device', async () => {
    const signOutMeanwhile = () => {
      let left = false;
      const close = IDBDatabase.prototype.close;
      // Another tab signs out after the page has read the member and before it shows them.
      IDBDatabase.prototype.close = function () {
        close.call(this);
        if (left || this.name !== 'vault') return;
        left = true;
        const asked = indexedDB.open('vault');
        asked.onsuccess = () => {
          const meta = asked.result.transaction('meta', 'readwrite').objectStore('meta');
          meta.delete('authUser');
          meta.delete('lastUser');
          meta.put({ key: 'sessionTurn', value: 1_000 });
          close.call(asked.result);
        };
      };
    };
    const first = await coldStart(rider.device, '/', signOutMeanwhile);
    expect(first.cards).toHaveLength(32);
    expect(first.account).toBe('');
    expect(first.text).not.toContain('Night Train');

    const other = { id: '01890000-0000-7000-8000-00000000000b', username: 'bert', avatar: '' };
    await rider.page.evaluate(async (user) => {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const asked = indexedDB.open('vault');
        asked.onsuccess = () => resolve(asked.result);
      });
      const work = db.transaction('meta', 'readwrite');
      work.objectStore('meta').put({ key: 'authUser', value: user });
      await new Promise((resolve) => {
        work.oncomplete = resolve;
      });
      db.close();
    }, other);
    for (const path of ['/', liked]) {
      const theirs = await coldStart(rider.device, path);
      expect(theirs).toMatchObject({ account: 'Account', liked: false, loading: false });
      expect(theirs.text).not.toMatch(/Night Train|Still here/);
    }
    await rider.go('/user/bikes');
    await rider.page.getByText('Not saved on this device.').waitFor();
    expect(await rider.main.innerText()).not.toMatch(/Night Train|Half Done/);
  });
});
