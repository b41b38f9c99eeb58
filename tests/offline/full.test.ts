import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PhotoWidth, photoPath } from '#contract/photos.ts';
import { problems } from '#contract/problems.ts';
import { cardNumber } from '#tests/kit/harness/bike-card.ts';
import { ana, Harness } from '#tests/kit/harness/harness.ts';
import { fillRoom, limitRoom } from '#tests/kit/room.ts';

const room = 8_000_000;
let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
beforeEach(async () => {
  await h.freshWithRoom(room);
});
afterAll(() => h?.close());

const like = (n: number, on = true) =>
  h.page.evaluate(
    ([card, user, wanted]) =>
      window.headbadge.setLike(card, user, wanted).then(
        () => 'done',
        (error: Error) => error.message,
      ),
    [cardNumber(n), ana.id, on] as const,
  );
const comment = (text: string) =>
  h.page.evaluate(
    ([card, user, words]) =>
      window.headbadge.addComment(card, user, words).then(
        () => 'done',
        (error: Error) => error.message,
      ),
    [cardNumber(1), ana.id, text] as const,
  );
const drained = () => h.page.evaluate(() => window.headbadge.kickAndWait());
const storage = () => h.page.evaluate(() => window.headbadge.storageState.get());
const sent = () =>
  h.server.applied.map((hit) => `${hit.method} ${hit.path.split('/').at(3) ?? hit.path.split('/')[1]}`);

/** Nothing can be written to the databases any more, whatever is given up for it; deleting works. */
const closeForPuts = () =>
  h.page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });

/** Two likes, two comments and a bike with two photos, written without signal. */
async function fillOutbox(): Promise<void> {
  h.server.down = true;
  await like(1);
  await like(2);
  await comment('First.');
  await comment('Second.');
  await h.publishBike(2);
  await drained();
  h.server.down = false;
}

/** What a new tab finds in the outbox. */
async function rowsOnDisk(): Promise<string[]> {
  const tab = await h.open();
  const rows = await h.rows(tab);
  await tab.close();
  return rows;
}

const whole = ['PUT like', 'PUT like', 'POST comments', 'POST comments', 'PUT photos', 'PUT photos', 'PUT bikes'];

test('an outbox is sent from a device without a free byte, each row once, and nothing of it stays', async () => {
  await fillOutbox();
  await fillRoom(h.page);
  await drained();
  expect(sent()).toEqual(whole);
  expect(h.server.hits).toHaveLength(whole.length);
  expect(await h.rows()).toEqual([]);
  expect(await rowsOnDisk()).toEqual([]);
});

test('it is sent once all the same where nothing can be written however much is given up', async () => {
  await fillOutbox();
  await closeForPuts();
  await drained();
  await drained();
  expect(sent()).toEqual(whole);
  expect(h.server.hits).toHaveLength(whole.length);
  expect(await h.rows()).toEqual([]);
  expect(await rowsOnDisk()).toEqual([]);
});

test('on a full device what is refused is noted and not sent again and again, and what must wait waits', async () => {
  await fillOutbox();
  await closeForPuts();
  h.server.answer = ({ path }) =>
    path.endsWith('/like') ? { code: 'gone', status: 410 } : { code: 'busy', status: 503, retryAfter: 60 };
  for (let round = 0; round < 3; round++) await drained();
  expect(h.server.hits).toHaveLength(4);
  expect(await h.rows()).toEqual([
    'like.put failed 1',
    'like.put failed 1',
    'comment.add queued 1',
    'comment.add queued 0',
    'photo.put queued 1',
    'photo.put queued 0',
    'bike.put queued 0',
  ]);
});

test('on a full device a like and a comment go straight to the site, with key and member, and are not kept', async () => {
  await fillRoom(h.page);
  expect(await like(1)).toBe('done');
  expect(await comment('Straight.')).toBe('done');
  expect(sent()).toEqual(['PUT like', 'POST comments']);
  expect(h.server.applied.every(({ key, actingUser }) => key.length > 20 && actingUser === ana.id)).toBe(true);
  expect(await h.rows()).toEqual([]);
  expect(await storage()).toBe('full');
});

test('without signal a full device refuses them with a sentence, and nothing waits', async () => {
  await fillRoom(h.page);
  h.server.down = true;
  const sentence =
    'This device is full and there is no signal, so this could be neither kept nor sent. Free some space, or try again when there is signal.';
  expect(await like(1)).toBe(sentence);
  expect(await comment('Nowhere.')).toBe(sentence);
  expect(await h.rows()).toEqual([]);
  h.server.down = false;
  await drained();
  expect(h.server.hits).toEqual([]);
});

test('an answer that is lost on the straight way is asked for again with the same key', async () => {
  await fillRoom(h.page);
  let lost = false;
  h.server.answer = () => {
    if (lost) return { data: null };
    lost = true;
    return 'lost';
  };
  expect(await comment('Once.')).toBe('done');
  expect(h.server.applied).toHaveLength(1);
  expect(new Set(h.server.hits.map((hit) => hit.key)).size).toBe(1);
});

test('what the site says no to on the straight way is said, and does not wait', async () => {
  await fillRoom(h.page);
  h.server.answer = () => ({ code: 'gone', status: 410 });
  expect(await like(1)).toBe(problems.gone.message);
  expect(await h.rows()).toEqual([]);
});

test('a like that waits and is taken back on the straight way does not come again', async () => {
  h.server.down = true;
  await like(1);
  await drained();
  await fillRoom(h.page);
  h.server.down = false;
  expect(await like(1, false)).toBe('done');
  expect(await h.rows()).toEqual([]);
  expect(await rowsOnDisk()).toEqual([]);
  expect(sent().at(-1)).toBe('DELETE like');
});

test('where the straight way fails, the like that waited before waits again', async () => {
  h.server.down = true;
  await like(1);
  await drained();
  await fillRoom(h.page);
  expect(await like(1, false)).not.toBe('done');
  expect(await h.rows()).toEqual(['like.put queued 0']);
});

test('kept pictures make room for what a member writes: photos first, then thumbnails, then the rest', async () => {
  const left = () =>
    h.page.evaluate(async () => {
      const count = async (name: string) => (await (await caches.open(name)).keys()).length;
      const named = (await indexedDB.databases()).some(({ name }) => name === 'cache');
      const bikes = await new Promise<number>((resolve) => {
        if (!named) return resolve(0);
        const opening = indexedDB.open('cache');
        opening.onsuccess = () => {
          const counting = opening.result.transaction('bikes').objectStore('bikes').count();
          counting.onsuccess = () => {
            opening.result.close();
            resolve(counting.result);
          };
        };
      });
      return [await count('photos'), await count('thumbnails'), bikes];
    });
  // More than a browser notes before it writes it out: that much at least is free again.
  const bikes = 200;
  await limitRoom(h.page, room + 12_000_000);
  const estimate = () => h.page.evaluate(async () => JSON.stringify(await navigator.storage.estimate()));
  await h.page.evaluate(
    async (cards) => {
      const noise = crypto.getRandomValues(new Uint8Array(65_536));
      const picture = () => new Response(new Blob(Array.from({ length: 16 }, () => noise)));
      for (const name of ['photos', 'thumbnails']) await (await caches.open(name)).put('/images/one', picture());
      const { saveBike } = window.headbadge.cache;
      // Nothing that takes less when the browser packs it: then giving it up would make no room.
      const story = () =>
        String.fromCharCode(...crypto.getRandomValues(new Uint8Array(50_000)).map((n) => 33 + (n % 90)));
      for (const card of cards) {
        const bike = { ...card, story: story(), photos: [] };
        await saveBike(bike as unknown as Parameters<typeof saveBike>[0]);
      }
    },
    Array.from({ length: bikes }, (_, n) => cardNumber(n + 1)),
  );
  h.server.down = true;
  for (const expected of [
    [0, 1, bikes],
    [0, 0, bikes],
    [0, 0, 0],
  ]) {
    await fillRoom(h.page);
    const filled = await estimate();
    expect(await comment('Kept.'), `${filled}, then ${await estimate()}`).toBe('done');
    // What was given up leaves room for a reserve, which is to be made before all is filled again.
    await drained();
    expect(await left()).toEqual(expected);
  }
  await drained();
  h.server.down = false;
  expect(await rowsOnDisk()).toHaveLength(3);
  // What was given up is still here for who is reading.
  const shown = await h.page.evaluate((id) => window.headbadge.cache.bikeOf(id), cardNumber(9).id);
  expect(shown?.bike.story).toHaveLength(50_000);
});

test('what is read on a full device is shown from memory', async () => {
  await fillRoom(h.page);
  const shown = await h.page.evaluate(async (cards) => {
    const { saveFeed, extendFeed, feedOf, saveBike, bikeOf } = window.headbadge.cache;
    await saveFeed('recent', { items: cards.slice(0, 2), next: 'on' });
    await extendFeed('recent', { items: cards.slice(2), next: null });
    const bike = { ...cards[0], photos: [] } as unknown as Parameters<typeof saveBike>[0];
    await saveBike(bike);
    return [(await feedOf('recent'))?.items.length, (await bikeOf(bike.id))?.bike.model];
  }, [1, 2, 3].map(cardNumber));
  expect(shown).toEqual([3, 'Bridge Club']);
  expect(await storage()).toBe('full');
});

test('when there is room again, what this tab held is kept, and the device is full no more', async () => {
  await fillRoom(h.page);
  await h.page.evaluate(
    (card) => window.headbadge.cache.saveFeed('recent', { items: [card], next: null }),
    cardNumber(1),
  );
  await h.page.evaluate(() => window.headbadge.regainRoom());
  expect(await storage()).toBe('full');
  await limitRoom(h.page, 2 * room);
  await h.page.evaluate(() => window.headbadge.regainRoom());
  expect(await storage()).toBe('kept');
  const tab = await h.open();
  expect((await tab.evaluate(() => window.headbadge.cache.feedOf('recent')))?.items).toHaveLength(1);
});

test('a full device says that a draft is not kept, and publishes what the form shows', async () => {
  const id = await h.page.evaluate(async (user) => {
    const { drafts } = window.headbadge;
    const draft = await drafts.createDraft(user);
    const canvas = new OffscreenCanvas(800, 600);
    canvas.getContext('2d');
    await drafts.addPhoto(draft, new File([await canvas.convertToBlob()], 'photo.png'));
    const kind = { category: 'Touring', drivetrain: '1x', rearGear: '11-Speed' };
    await drafts.updateDraft(draft, { ...kind, brandId: 'Other', brandOther: 'Brother', model: 'Mehteh' });
    return draft;
  }, ana.id);
  await fillRoom(h.page);
  const words = await h.page.evaluate(
    (draft) =>
      window.headbadge.drafts.updateDraft(draft, { model: 'Big Dummy' }).catch((error: Error) => error.message),
    id,
  );
  expect(words).toBe('This device is full, so this could not be kept. Free some space and try again.');
  const noted = await h.page.evaluate(async (draft) => {
    const { draftOf, notePhoto } = window.headbadge.drafts;
    const [photo] = (await draftOf(draft))?.photos ?? [];
    return notePhoto(photo?.id ?? '', { caption: 'At the pass' }).catch((error: Error) => error.message);
  }, id);
  expect(noted).toBe(words);
  expect(await h.page.evaluate((draft) => window.headbadge.publishDraft(draft), id)).toBeNull();
  expect(sent()).toEqual(['PUT photos', 'PUT bikes']);
  const bike = JSON.parse(String(h.server.applied[1]?.body));
  expect([bike.model, bike.photos[0].caption]).toEqual(['Big Dummy', 'At the pass']);
  expect(await h.page.evaluate((draft) => window.headbadge.drafts.draftOf(draft), id)).toBeUndefined();
});

test('a photo can be taken out of a draft on a device that takes nothing more', async () => {
  const [draft, photo] = await h.page.evaluate(async (user) => {
    const { drafts } = window.headbadge;
    const id = await drafts.createDraft(user);
    const canvas = new OffscreenCanvas(800, 600);
    canvas.getContext('2d');
    return [id, (await drafts.addPhoto(id, new File([await canvas.convertToBlob()], 'photo.png'))).id];
  }, ana.id);
  await closeForPuts();
  await h.page.evaluate(async (id) => void (await window.headbadge.discarding.discardPhoto(id)), photo ?? '');
  const tab = await h.open();
  expect((await tab.evaluate((id) => window.headbadge.drafts.draftOf(id), draft ?? ''))?.photos).toEqual([]);
});

test('a draft that was deleted can be put back although its room is taken', async () => {
  const id = await h.page.evaluate(async (user) => {
    const { drafts } = window.headbadge;
    const draft = await drafts.createDraft(user);
    await drafts.updateDraft(draft, { model: 'Mehteh' });
    return draft;
  }, ana.id);
  const undo = await h.page.evaluateHandle((draft) => window.headbadge.discarding.discardDraft(draft), id);
  await closeForPuts();
  await undo.evaluate((putBack) => putBack());
  expect((await h.page.evaluate((draft) => window.headbadge.drafts.draftOf(draft), id))?.fields.model).toBe('Mehteh');
});

test('a full device still learns who is logged in, and forgets it at the sign-out', async () => {
  await h.page.evaluate(() => window.headbadge.keepReserve());
  await fillRoom(h.page);
  await h.page.evaluate((user) => window.headbadge.remember('authUser', { ...user, username: 'anna' }), ana);
  expect((await h.page.evaluate(() => window.headbadge.recall('authUser')))?.username).toBe('anna');
  h.server.down = true;
  await h.page.evaluate(() => window.headbadge.signOut('keep'));
  expect(await h.page.evaluate(() => window.headbadge.recall('authUser'))).toBeNull();
  h.server.answer = () => ({ code: 'unavailable', status: 503 });
  h.server.down = false;
  const tab = await h.open();
  expect(await tab.evaluate(() => window.headbadge.recall('authUser'))).toBeNull();
  expect(await tab.evaluate(() => window.headbadge.recall('signOutOwed'))).toBe(true);
});

test('a sign-out without signal holds where not even that could be noted', async () => {
  h.server.answer = ({ path }) => (path === '/user/auth' ? { data: ana } : { data: null });
  await h.page.evaluate(() => window.headbadge.startSession());
  await closeForPuts();
  h.server.down = true;
  await h.page.evaluate(() => window.headbadge.signOut('keep'));
  h.server.down = false;
  const tab = await h.open();
  await tab.evaluate(() => window.headbadge.startSession());
  expect(await tab.evaluate(() => window.headbadge.who())).toEqual({ user: null, ended: null });
});

test('what another tab takes back on a full device is not sent by the tab that noted its failure', async () => {
  h.server.down = true;
  await like(1);
  await drained();
  h.server.down = false;
  const tab = await h.open();
  await closeForPuts();
  h.server.answer = () => ({ code: 'busy', status: 503, retryAfter: 60 });
  await drained();
  expect(await h.rows()).toEqual(['like.put queued 1']);
  await tab.evaluate(async (userId) => {
    const { outbox, takeBack } = window.headbadge;
    for (const row of await outbox.rowsOf(userId)) await takeBack(row.id);
  }, ana.id);
  h.server.answer = () => ({ data: null });
  expect(await h.rows()).toEqual([]);
  await h.page.evaluate(() => window.headbadge.sendAll());
  await drained();
  expect(h.server.applied).toEqual([]);
});

test('a sign-out reaches the tab that alone remembers the member', async () => {
  h.server.answer = ({ path }) => (path === '/user/auth' ? { data: { ...ana, username: 'anna' } } : { data: null });
  await closeForPuts();
  await h.page.evaluate(() => window.headbadge.startSession());
  expect((await h.page.evaluate(() => window.headbadge.who())).user).toBe('anna');
  const tab = await h.open();
  await tab.evaluate(() => window.headbadge.signOut('keep'));
  await h.page.waitForFunction(() => window.headbadge.who().user === null);
});

test('a picture that finds no room takes the place of older photos, never of thumbnails', async () => {
  await h.installWorker();
  const [first, second, third] = [cardNumber(1).id, cardNumber(2).id, cardNumber(3).id];
  const ask = (id: string, width: PhotoWidth) =>
    h.page.evaluate(async (path) => (await (await fetch(path)).blob()).size, photoPath(id, width));
  const kept = () =>
    h.page.evaluate(async () => {
      const held = await Promise.all(['photos', 'thumbnails'].map(async (name) => (await caches.open(name)).keys()));
      const paths = held.flat().map(({ url }) => new URL(url).pathname);
      const ledger = (await window.headbadge.cache.images.all()).map(({ url }) => url);
      return { paths: paths.sort(), ledger: ledger.sort() };
    });
  const only = (...paths: string[]) => ({ paths, ledger: paths });
  await ask(first, 320);
  await expect.poll(kept).toEqual(only(photoPath(first, 320)));
  await h.page.evaluate(
    async (path) => {
      const noise = crypto.getRandomValues(new Uint8Array(65_536));
      const older = new Response(new Blob(Array.from({ length: 16 }, () => noise)));
      await (await caches.open('photos')).put(path, older);
    },
    photoPath(first, 2048),
  );
  await limitRoom(h.page, room + 12_000_000);
  await fillRoom(h.page);
  expect(await ask(second, 1280)).toBe(1280);
  await expect.poll(kept).toEqual(only(photoPath(first, 320), photoPath(second, 1280)));
  await limitRoom(h.page, 1);
  await fillRoom(h.page);
  expect(await ask(third, 1280)).toBe(1280);
  await expect.poll(kept).toEqual(only(photoPath(first, 320)));
});
