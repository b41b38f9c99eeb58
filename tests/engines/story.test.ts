import { appendFile, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bikePage, messagesPage } from '#contract/pages.ts';
import type { Engine } from '#tests/kit/engines/engine.ts';
import { inEachEngine } from '#tests/kit/engines/engines.ts';
import { Line } from '#tests/kit/engines/line.ts';
import { Phone } from '#tests/kit/engines/phone.ts';
import type { Tab } from '#tests/kit/engines/tab.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { riderPassword } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { arrivedOf } from '#tests/kit/stored-data.ts';
import { until } from '#tests/kit/until.ts';

const dist = join(import.meta.dirname, '../../dist');
const ownBuild = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'headbadge-page-'));
  await cp(dist, folder, { recursive: true });
  return folder;
};
const minute = 60_000;
/** Firefox logs this, without an address, for a file that was still loading when its page was left. */
const leftWhileLoading =
  'Failed to load ‘’. A ServiceWorker intercepted the request and encountered an unexpected error.';
/** The elements that are called Like or Liked. */
const choice = 'button[aria-pressed]';

/** Paths that the built worker precaches. */
async function precached(): Promise<string[]> {
  const worker = await readFile(join(dist, 'worker.js'), 'utf8');
  const urls = [...worker.matchAll(/"?url"?:\s*[`"]([^`"]+)[`"]/g)].map(([, url]) => `/${url}`);
  // The pack is unpacked, and no page needs the manifest.
  return urls.filter((url) => !url.includes('/pack-') && !url.endsWith('.webmanifest')).toSorted();
}

const hasWorker = () => navigator.serviceWorker.controller !== null;
const cachedPaths = async () => {
  const names = (await caches.keys()).filter((name) => name.includes('precache'));
  const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return all
    .flat()
    .map(({ url }) => new URL(url).pathname)
    .sort();
};

function story(engine: Engine): void {
  const name = `rider-${engine.name.toLowerCase()}`;
  let folder: string;
  let page: string;
  let line: Line;
  let site: Site;
  let phone: Phone;
  let tab: Tab;
  /** Three bikes of other members, each with its own page. */
  let bikes: { id: string; path: string; ownerId: string; model: string }[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'headbadge-uploads-'));
    for (const [file, orientation] of [
      ['a.jpg', 6],
      ['b.jpg', 1],
    ] as const) {
      await writeFile(join(folder, file), await cameraPhoto({ width: 1600, height: 1200, orientation }));
    }
    page = await ownBuild();
    line = await Line.open();
    site = await Site.start({ demo: true, origin: line.origin, page });
    line.aimAt(site.port);
    const found = await (await site.db())
      .collection('bikes')
      .find({ status: 'Active', 'photos.0': { $exists: true } })
      .limit(3)
      .toArray();
    bikes = found.map(({ _id, slug, owner, model }) => ({
      id: String(_id),
      path: bikePage(String(_id), slug),
      ownerId: owner.id,
      model: String(model),
    }));
    phone = await Phone.start(engine, site.origin);
  });
  afterAll(async () => {
    await phone?.close();
    await site?.close();
    await line?.close();
    for (const one of [folder, page]) if (one) await rm(one, { recursive: true, force: true });
  });

  const photosIn = (...names: string[]) => names.map((one) => join(folder, one));
  const pathOf = (at: number) => bikes[at]?.path ?? '';

  /** Fills in the form for a new bike, step by step. */
  async function describeBike(model: string, photos: string[]): Promise<void> {
    await tab.open('/user/bike/add');
    await tab.shows('Add photos');
    await tab.upload(photos);
    await tab.shows(`${photos.length} of 24`, minute);
    await tab.click('Next');
    await tab.type('Brand', 'Surl');
    await tab.click(/^Surly/, '[role=option]');
    await tab.type(/^Model/, model);
    await tab.type(/^Year/, '2021');
    await tab.click('Gravel');
    await tab.click('Next');
    await tab.click('1 × 11');
    await tab.shows(/Ready to publish/);
  }

  async function publish(): Promise<void> {
    // The form takes a press within half a second after the last one for the second of a double press.
    const pressedAt = await tab.evaluate(() => performance.now());
    await tab.becomes('Time for a press', (last) => performance.now() - last > 500, pressedAt);
    await tab.click('Publish', 'main button');
    await tab.becomes('The page of the new bike', () => /^\/bike\/[\da-f-]{36}\/(?!new$)/.test(location.pathname));
  }

  async function settled(): Promise<void> {
    await tab.open('/user/outbox');
    await tab.shows('Everything sent.', 2 * minute);
  }

  const messages = async () => {
    const db = await site.db();
    const user = await db.collection('users').findOne({ username: name });
    const rows = await db
      .collection('messages')
      .find({ authorId: String(user?._id) })
      .toArray();
    return rows.map(({ text }) => text as string);
  };

  test('a first visit logs no error, gets the worker and everything that it precaches', async () => {
    tab = await phone.newTab('/');
    await tab.click('OK');
    await tab.becomes('The worker controls the page', hasWorker);
    const wanted = await precached();
    await until(async () => expect(await tab.evaluate(cachedPaths)).toEqual(wanted), 20_000);
    expect(phone.errors).toEqual([]);
  });

  test('a visitor signs up and publishes a bike with photos', async () => {
    await tab.open('/account/signup');
    await tab.type('Username', name);
    await tab.type('E-mail', `${name}@example.org`);
    await tab.type('Password', riderPassword);
    await tab.click(/^I agree to the terms/, 'input');
    await tab.click('Sign Up', 'main button');
    await tab.shows('Check your mail');
    await tab.open(await site.linkMailedTo(`${name}@example.org`));
    await tab.type('Password', riderPassword);
    await tab.click('Confirm and log in');
    await tab.shows('Welcome, ');
    await describeBike('Straggler', photosIn('a.jpg', 'b.jpg'));
    await publish();
    await settled();
    expect(await arrivedOf(site, name)).toMatchObject({ bikes: [{ model: 'Straggler', photos: 2 }], photos: 2 });
    expect(phone.errors.filter((one) => one !== leftWhileLoading)).toEqual([]);
  });

  test('cut off and restarted, it shows the kept pages', async () => {
    for (const { path } of bikes) {
      await tab.open(path);
      await tab.shows('Comments');
    }
    await tab.open(messagesPage(bikes[2]?.ownerId));
    await tab.shows('Write to');
    await tab.open('/user/bikes');
    await tab.shows('Straggler');
    line.cut();
    await phone.restart();
    tab = await phone.newTab('/');
    await tab.shows("No signal. Bikes you've opened still open; what you write is sent later.");
    for (const { path, model } of bikes) {
      await tab.open(path);
      await tab.shows(model);
      await tab.shows('Comments');
      await tab.becomes('A photo', () =>
        [...document.querySelectorAll<HTMLImageElement>('main img')].some((image) => image.naturalWidth > 300),
      );
    }
    for (const path of ['/user/bikes', '/user/outbox', '/user/bike/add']) {
      await tab.open(path);
      await tab.becomes('A heading', () => document.querySelector('main h1') !== null);
    }
    await tab.open(bikePage('01890000-0000-7000-8000-000000000000', 'never-opened'));
    await tab.shows('Not saved on this device.');
  });

  test('a bike, a like, a comment and a message written without signal survive a restart and arrive once', async () => {
    await describeBike('Ghost Grappler', photosIn('b.jpg'));
    await publish();
    await tab.open(pathOf(0));
    await tab.click('Like', choice);
    await tab.shows('No signal. 2 items');
    await tab.open(pathOf(1));
    await tab.type('Write a comment', 'Which fenders are those?');
    await tab.click('Post comment');
    await tab.shows('No signal. 3 items');
    await tab.open(messagesPage(bikes[2]?.ownerId));
    await tab.type(/^Write to/, 'Is that rack a Tubus?');
    await tab.click(/^Send/);
    await tab.shows('No signal. 4 items');
    await phone.restart();
    tab = await phone.newTab('/user/outbox');
    await tab.shows('4 on this device');
    expect(await arrivedOf(site, name)).toMatchObject({ bikes: [{ model: 'Straggler' }], likes: 0, comments: [] });

    line.join();
    await tab.open('/user/outbox');
    await settled();
    expect(await arrivedOf(site, name)).toMatchObject({
      bikes: [
        { model: 'Straggler', photos: 2 },
        { model: 'Ghost Grappler', version: 1, photos: 1 },
      ],
      photos: 3,
      likes: 1,
      comments: ['Which fenders are those?'],
      running: 0,
    });
    expect(await messages()).toEqual(['Is that rack a Tubus?']);
  });

  test('a screen that needs signal says so, and comes when the signal is back', async () => {
    line.cut();
    await tab.open('/contact');
    await tab.shows('Not saved on this device.');
    line.join();
    await tab.shows('A person reads what you write', 2 * minute);
  });

  test('a new version replaces the worker while mutations wait, and they arrive once', async () => {
    line.cut();
    await tab.open(pathOf(0));
    await tab.type('Write a comment', 'Waiting for the next build.');
    await tab.click('Post comment');
    await tab.shows('Waiting for signal');
    await appendFile(join(page, 'worker.js'), '\n// The next build.');
    for (const one of ['br', 'gz']) await rm(join(page, `worker.js.${one}`));
    await site.stop();
    await site.start();
    // A page that opens looks for the new version before it sends.
    line.join();
    await tab.open('/user/outbox');
    await tab.shows('A new version is ready', minute);
    const before = await tab.evaluate(() => performance.timeOrigin);
    await tab.click('Reload');
    await tab.becomes('A reload', (then: number) => performance.timeOrigin !== then, before);
    await tab.becomes('The new worker', async () => {
      const { active, waiting } = await navigator.serviceWorker.ready;
      return !waiting && navigator.serviceWorker.controller === active;
    });
    await settled();
    expect((await arrivedOf(site, name)).comments).toEqual(['Which fenders are those?', 'Waiting for the next build.']);
  });

  test('two tabs write without signal, show the same and send each mutation once', async () => {
    line.cut();
    await tab.open(pathOf(1));
    const other = await phone.newTab(pathOf(1));
    await tab.type('Write a comment', 'From the first tab.');
    await tab.click('Post comment');
    await other.shows('From the first tab.');
    await other.type('Write a comment', 'From the second tab.');
    await other.click('Post comment');
    await tab.shows('From the second tab.');
    await tab.click('Like', choice);
    await other.shows(/^Liked$/m);
    line.join();
    await Promise.all([tab.open('/user/outbox'), other.open('/user/outbox')]);
    await tab.shows('Everything sent.', 2 * minute);
    await other.shows('Everything sent.', 2 * minute);
    const { comments, likes } = await arrivedOf(site, name);
    expect(comments.slice(2)).toEqual(['From the first tab.', 'From the second tab.']);
    expect(likes).toBe(2);
    await other.close();
  });

  /** Opens a bike and leaves it for another document while it writes to both databases, without end. */
  async function leaveInTransaction(): Promise<void> {
    await tab.open(pathOf(2));
    await tab.shows('Comments');
    // A page that is loading or has a lock is not kept.
    await tab.becomes('Nothing more is loading, and no lock is held', async () => {
      const loaded = performance.getEntriesByType('resource').length;
      await new Promise((resolve) => setTimeout(resolve, 500));
      if (document.readyState !== 'complete') return false;
      if (performance.getEntriesByType('resource').length > loaded) return false;
      return (await navigator.locks.query()).held?.length === 0;
    });
    await tab.evaluate(async () => {
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset.restored = String(persisted);
      });
      for (const name of ['vault', 'cache']) {
        const db = await new Promise<IDBDatabase>((resolve) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = () => resolve(opening.result);
        });
        const tables = [...db.objectStoreNames];
        const store = db.transaction(tables, 'readwrite').objectStore(tables[0] ?? '');
        const goOn = () => {
          store.count().onsuccess = goOn;
        };
        goOn();
      }
    });
    await tab.open('/mailbox');
  }

  test('a page that was left in the middle of a transaction is restored by Back, and writes', async () => {
    await leaveInTransaction();
    await tab.back();
    await tab.becomes('The page is restored', () => document.documentElement.dataset.restored === 'true');
    await tab.click('Like', choice);
    await until(async () => expect((await arrivedOf(site, name)).likes).toBe(3), minute);
  });

  test('a page that was left in the middle of a transaction leaves the next one working', async () => {
    await leaveInTransaction();
    const next = await phone.newTab(pathOf(2));
    const comment = 'After the one before.';
    await next.type('Write a comment', comment);
    await next.click('Post comment');
    await until(async () => expect((await arrivedOf(site, name)).comments.at(-1)).toBe(comment), minute);
    await next.close();
    // Firefox loads it again, because the other tab has sent it messages.
    await tab.back();
    await tab.shows(comment);
    await tab.click('Liked', choice);
    await until(async () => expect((await arrivedOf(site, name)).likes).toBe(2), minute);
  });
}

await inEachEngine('the story', story);
