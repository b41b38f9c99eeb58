import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pollAlerts } from '#contract/alerts.ts';
import { getBike } from '#contract/bike-whole.ts';
import {
  addFavorite,
  deleteFolder,
  favoriteLimits,
  getSharedFolder,
  listFolderBikes,
  listFolders,
  orderBikes,
  orderFolders,
  putFolder,
  removeFavorite,
  shareFolder,
  unshareFolder,
} from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { getViewerState } from '#contract/viewer-state.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { computedCounters, storedCounters, uncountedChanges } from '#tests/kit/counters.ts';
import { interposed } from '#tests/kit/interposed.ts';
import { stalled } from '#tests/kit/stalled.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

type Row = { _id: string } & Record<string, unknown>;

let app: TestApp;
let ana: TestBrowser;
let ben: TestBrowser;
let benId: Id;
let anasBike: Id;
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
  ana = await app.join('ana');
  const member = await app.member('ben');
  [ben, benId] = [member.browser, member.user.id];
  anasBike = await publishBike(ana);
});
beforeEach(async () => {
  for (const name of ['favorites', 'folders', 'folderOrders', 'limits', 'alerts'])
    await app.db.collection(name).deleteMany({});
  await app.db
    .collection<{ _id: string; countSeq: number }>('bikes')
    .updateMany({}, { $set: { 'counts.favorites': 0, tally: { weeks: [[0, 1]], marks: [] } }, $inc: { countSeq: 1 } });
});
afterAll(() => app.close());

const rows = (name: string) => app.db.collection<Row>(name);
const strange = async (model: string): Promise<Id> => (await strangeBike(app.db, model)).id;
const put = (bikeId: Id, folderId: Id = benId, browser = ben) =>
  browser.call(addFavorite, { params: { folderId, bikeId } });
const take = (bikeId: Id, folderId: Id = benId, browser = ben) =>
  browser.call(removeFavorite, { params: { folderId, bikeId } });
const make = async (name: string, folderId = newId()): Promise<Id> => {
  const { status } = await ben.call(putFolder, { params: { folderId }, body: { name } });
  expect(status).toBe(200);
  return folderId;
};
const folders = async (browser = ben) => (await browser.call(listFolders)).answer.data ?? [];
const bikesIn = async (folderId: Id = benId): Promise<Id[]> =>
  ((await ben.call(listFolderBikes, { params: { folderId } })).answer.data?.items ?? []).map(({ id }) => id);
const folderIdsOf = async (bikeId: Id) =>
  (await ben.call(getViewerState, { params: { bikeId } })).answer.data?.favoritedFolderIds;
const counted = async (bikeId: Id) => (await ben.call(getBike, { params: { bikeId } })).answer.data?.counts.favorites;
const codeOf = ({ status, answer }: { status: number; answer: { error: { code: string } | null } }) => [
  status,
  answer.error?.code,
];
const setStatus = (bikeId: Id, status: string) => rows('bikes').updateOne({ _id: bikeId }, { $set: { status } });

describe('a favorite', () => {
  test('goes into the default folder, which exists without having been created', async () => {
    expect(await folders()).toEqual([
      { id: benId, name: 'Favorites', count: 0, covers: [], shareId: null, listed: false, text: '', notes: 0 },
    ]);
    expect(await rows('folders').countDocuments()).toBe(0);
    expect((await put(anasBike)).answer.data).toEqual({ favoritedFolderIds: [benId], favorites: 1 });
    expect(await folders()).toMatchObject([{ count: 1, covers: [{ width: 640 }] }]);
    expect(await bikesIn()).toEqual([anasBike]);
    expect(await folderIdsOf(anasBike)).toEqual([benId]);
  });

  test('counts once for a member, in however many folders and however often it is sent', async () => {
    const bikeId = await strange('Straggler');
    const other = await make('Steel');
    for (const folderId of [benId, other, benId, other])
      expect((await put(bikeId, folderId)).answer.data?.favorites).toBe(1);
    expect(await folderIdsOf(bikeId)).toEqual([benId, other]);
    expect((await take(bikeId)).answer.data).toEqual({ favoritedFolderIds: [other], favorites: 1 });
    for (let i = 0; i < 2; i++)
      expect((await take(bikeId, other)).answer.data).toEqual({ favoritedFolderIds: [], favorites: 0 });
    expect(await rows('favorites').countDocuments()).toBe(0);
    expect(await counted(bikeId)).toBe(0);
  });

  test('counts as two likes in the rank, which returns to its old value when undone', async () => {
    const bikeId = await strange('Ogre');
    const before = (await storedCounters(app.db, bikeId)).hotRank;
    await put(bikeId);
    expect((await storedCounters(app.db, bikeId)).hotRank).toBeCloseTo(
      (await computedCounters(app.db, bikeId)).hotRank,
      6,
    );
    await put(bikeId, await make('Second'));
    expect((await storedCounters(app.db, bikeId)).hotRank).toBeGreaterThan(before);
    for (const { id } of await folders()) await take(bikeId, id);
    expect((await storedCounters(app.db, bikeId)).hotRank).toBe(before);
  });

  test("cannot be a member's own bike, a missing one, or in a missing folder", async () => {
    const anaId = (await folders(ana))[0]?.id ?? '';
    expect(codeOf(await put(anasBike, anaId, ana))).toEqual([403, 'favorite.own']);
    expect(codeOf(await put(newId()))).toEqual([404, 'not_found']);
    expect(codeOf(await put(anasBike, newId()))).toEqual([404, 'not_found']);
    expect(codeOf(await put(anasBike, anaId))).toEqual([404, 'not_found']);
    expect(await rows('favorites').countDocuments()).toBe(0);
  });

  test("notifies the bike's owner, grouped in one alert, until it is undone", async () => {
    const alerts = async () => (await ana.call(pollAlerts)).answer.data;
    await put(anasBike);
    expect(await alerts()).toMatchObject({
      unseen: { favorites: 1, likes: 0 },
      items: [{ type: 'favorite', actors: [{ username: 'ben' }], actorCount: 1, bikeId: anasBike }],
    });
    expect(JSON.stringify(await alerts())).not.toContain('Favorites');
    await take(anasBike);
    expect(await alerts()).toMatchObject({ unseen: { favorites: 0 }, items: [] });
  });
});

describe('concurrently', () => {
  test('16 members who add a bike with two calls each count as 16, and 32 calls of one member as one', async () => {
    const bikeId = await strange('Crowd');
    const people: Awaited<ReturnType<TestApp['member']>>[] = [];
    for (let i = 0; i < 16; i++) people.push(await app.member(`rider${i}`));
    const all = people.flatMap(({ browser, user }) => [put(bikeId, user.id, browser), put(bikeId, user.id, browser)]);
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]));
    expect(await counted(bikeId)).toBe(16);
    const own = await Promise.all(Array.from({ length: 32 }, () => put(bikeId)));
    expect(new Set(own.map(({ status }) => status))).toEqual(new Set([200]));
    await app.runJob('numbers of bikes');
    expect(await counted(bikeId)).toBe(17);
    await Promise.all(people.map(({ browser, user }) => take(bikeId, user.id, browser)));
    await app.runJob('numbers of bikes');
    expect(await counted(bikeId)).toBe(1);
    expect(await uncountedChanges(app.db)).toBe(0);
  });

  test('32 changes of one member across many folders have the result of one of their orders', async () => {
    const bikeId = await strange('Busy');
    const ids = await Promise.all(Array.from({ length: 8 }, (_, i) => make(`Folder ${i}`)));
    await Promise.all(ids.flatMap((id, i) => [put(bikeId, id), i % 2 ? take(bikeId, id) : put(bikeId, id)]));
    await app.runJob('numbers of bikes');
    const there = (await folderIdsOf(bikeId)) ?? [];
    expect(there).toEqual(expect.arrayContaining(ids.filter((_, i) => i % 2 === 0)));
    expect(await counted(bikeId)).toBe(1);
    await Promise.all(there.map((id) => take(bikeId, id)));
    await app.runJob('numbers of bikes');
    expect([await counted(bikeId), await rows('favorites').countDocuments()]).toEqual([0, 0]);
  });

  test('32 created folders all exist, and of 32 with one name one exists', async () => {
    await Promise.all(Array.from({ length: 32 }, (_, i) => make(`Idea ${i}`)));
    expect(await folders()).toHaveLength(33);
    const same = Array.from({ length: 32 }, () =>
      ben.call(putFolder, { params: { folderId: newId() }, body: { name: 'Twin' } }),
    );
    const statuses = (await Promise.all(same)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 31 }, () => 422)]);
    expect(await folders()).toHaveLength(34);
  });
});

describe('a folder', () => {
  test('has a name that is unique regardless of case, diacritics and spaces', async () => {
    const id = await make('  Später\u200b ');
    expect((await folders())[1]).toMatchObject({ id, name: 'Später' });
    for (const name of ['spater', 'SPÄTER', 'Spä\u0308ter'.normalize('NFD'), 'favorites', ' ', 'x'.repeat(51)]) {
      const { status, answer } = await ben.call(putFolder, { params: { folderId: newId() }, body: { name } });
      expect([name, status, Object.keys(answer.validation ?? {})]).toEqual([name, 422, ['name']]);
    }
    await make('SPÄTER', id);
    expect((await folders())[1]).toMatchObject({ id, name: 'SPÄTER' });
    expect(codeOf(await ben.call(putFolder, { params: { folderId: benId }, body: { name: 'Mine' } }))).toEqual([
      403,
      'folder.default',
    ]);
  });

  test('is one of at most 100', async () => {
    const full = Array.from({ length: favoriteLimits.folders - 1 }, (_, i) => ({ id: newId(), name: `F${i}` }));
    await rows('folders').insertOne({ _id: benId, folders: full, leaving: [], rev: 1 });
    const one = { params: { folderId: newId() }, body: { name: 'One too many' } };
    expect(codeOf(await ben.call(putFolder, one))).toEqual([409, 'folder.too_many']);
  });

  test('contains at most 1,000 bikes, and all folders 5,000', async () => {
    const placed = (count: number, folderId: Id) =>
      Array.from({ length: count }, (_, i) => {
        const bikeId = newId();
        const at = new Date(i);
        return { _id: `${bikeId}:${benId}`, bikeId, userId: benId, at, folders: [{ id: folderId, at }] };
      });
    await rows('favorites').insertMany(placed(favoriteLimits.bikesPerFolder, benId));
    expect(codeOf(await put(anasBike))).toEqual([409, 'folder.full']);
    const other = await make('Other');
    expect((await put(anasBike, other)).status).toBe(200);
    expect(codeOf(await ben.call(deleteFolder, { params: { folderId: other } }))).toEqual([409, 'folder.full']);
    await rows('favorites').insertMany(placed(favoriteLimits.bikes - favoriteLimits.bikesPerFolder - 1, newId()));
    expect(codeOf(await put(await strange('Last'), other))).toEqual([409, 'favorite.too_many']);
  });

  test('keeps its position, and so do its bikes; new ones come first', async () => {
    const [a, b] = [await make('A'), await make('B')];
    await ben.call(orderFolders, { body: { order: [b, benId] } });
    expect((await folders()).map(({ id }) => id)).toEqual([b, benId, a]);
    const bikes: Id[] = [];
    for (const model of ['One', 'Two', 'Three']) {
      const bikeId = await strange(model);
      bikes.push(bikeId);
      await put(bikeId, a);
    }
    const [one = '', two = '', three = ''] = bikes;
    expect(await bikesIn(a)).toEqual([three, two, one]);
    await ben.call(orderBikes, { params: { folderId: a }, body: { order: [two, newId(), two] } });
    expect(await bikesIn(a)).toEqual([two, three, one]);
    const four = await strange('Four');
    await put(four, a);
    expect(await bikesIn(a)).toEqual([four, two, three, one]);
  });

  test('is read a page at a time, whatever is removed meanwhile', async () => {
    const bikes: Id[] = [];
    for (let i = 0; i < 5; i++) {
      bikes.unshift(await strange(`Bike ${i}`));
      await put(bikes[0] ?? '');
    }
    const page = async (cursor?: string) =>
      (await ben.call(listFolderBikes, { params: { folderId: benId }, query: { limit: 2, cursor } })).answer.data;
    const first = await page();
    expect(first?.items.map(({ id }) => id)).toEqual(bikes.slice(0, 2));
    await take(bikes[0] ?? '');
    expect((await page(first?.next ?? ''))?.items.map(({ id }) => id)).toEqual(bikes.slice(2, 4));
    await take(bikes[1] ?? '');
    const second = await page(first?.next ?? '');
    expect(second?.items.map(({ id }) => id)).toEqual(bikes.slice(2, 4));
    const last = await page(second?.next ?? '');
    expect([last?.items.map(({ id }) => id), last?.next]).toEqual([bikes.slice(4), null]);
    expect((await page('nonsense'))?.items).toHaveLength(2);
  });

  test('hides and does not count unavailable bikes, and shows them in their position when they return', async () => {
    const [one, two] = [await strange('One'), await strange('Two')];
    for (const id of [one, two]) await put(id);
    for (const status of ['Draft', 'Flagged', 'Removed', 'Deleted']) {
      await setStatus(two, status);
      expect(await bikesIn()).toEqual([one]);
      expect(await folders()).toMatchObject([{ count: 1 }]);
    }
    expect((await take(one)).status).toBe(200);
    await setStatus(two, 'Active');
    expect(await bikesIn()).toEqual([two]);
    await setStatus(two, 'Removed');
    expect((await take(two)).status).toBe(200);
    expect(await rows('favorites').countDocuments()).toBe(0);
  });
});

describe('a deleted folder', () => {
  async function twoFolders() {
    const [steel, wood] = [await make('Steel'), await make('Wood')];
    const [both, only] = [await strange('Both'), await strange('Only')];
    await put(both, steel);
    await put(both, wood);
    await put(only, steel);
    return { steel, wood, both, only };
  }

  test('moves bikes that are in no other folder to the default folder', async () => {
    const { steel, wood, both, only } = await twoFolders();
    for (let i = 0; i < 2; i++)
      expect((await ben.call(deleteFolder, { params: { folderId: steel } })).status).toBeLessThan(500);
    await app.idle();
    expect((await folders()).map(({ id }) => id)).toEqual([benId, wood]);
    expect([(await bikesIn()).toSorted(), await bikesIn(wood)]).toEqual([[both, only].toSorted(), [both]]);
    expect([await counted(both), await counted(only)]).toEqual([1, 1]);
    expect(await rows('folders').findOne({ _id: benId })).toMatchObject({ leaving: [] });
  });

  test('deletes its bikes, too, on request', async () => {
    const { steel, wood, both, only } = await twoFolders();
    await ben.call(deleteFolder, { params: { folderId: steel }, query: { keepBikes: 'false' } });
    await app.idle();
    expect([await folderIdsOf(both), await folderIdsOf(only)]).toEqual([[wood], []]);
    expect([await counted(both), await counted(only)]).toEqual([1, 0]);
  });

  test('is not restored when another device renames it', async () => {
    const { steel } = await twoFolders();
    const rename = (folderId: Id) =>
      ben.call(putFolder, { params: { folderId }, body: { name: 'Iron', isRename: true } });
    expect((await rename(steel)).status).toBe(200);
    expect((await ben.call(deleteFolder, { params: { folderId: steel } })).status).toBe(200);
    expect(codeOf(await rename(steel))).toEqual([404, 'not_found']);
    await app.runJob('deleted folders');
    expect(codeOf(await rename(steel))).toEqual([404, 'not_found']);
    expect((await folders()).map(({ id }) => id)).not.toContain(steel);
    expect(codeOf(await rename(benId))).toEqual([403, 'folder.default']);
  });

  test('disappears at once, accepts no bikes, and cannot be created again while it is emptied', async () => {
    const { steel, only } = await twoFolders();
    await rows('folders').updateOne({ _id: benId }, {
      $pull: { folders: { id: steel } },
      $push: { leaving: { id: steel, keepBikes: false } },
    } as never);
    expect(await folderIdsOf(only)).toEqual([]);
    expect(codeOf(await put(await strange('Late'), steel))).toEqual([404, 'not_found']);
    const again = { params: { folderId: steel }, body: { name: 'Again' } };
    expect(codeOf(await ben.call(putFolder, again))).toEqual([503, 'unavailable']);
    await app.runJob('deleted folders');
    expect(await counted(only)).toBe(0);
    expect((await ben.call(putFolder, again)).status).toBe(200);
  });

  test('brings back no favorite that was removed while two processes emptied it', async () => {
    const { steel, only } = await twoFolders();
    await stalled(app, {
      before: 'favorites.findOneAndUpdate',
      async deed(slow) {
        const keepBikes = { params: { folderId: steel }, query: { keepBikes: 'true' } };
        expect((await ben.with(slow).call(deleteFolder, keepBikes)).status).toBe(200);
      },
      async meanwhile() {
        await app.runJob('deleted folders');
        expect(await folderIdsOf(only)).toEqual([benId]);
        expect((await take(only)).status).toBe(200);
      },
    });
    expect([await folderIdsOf(only), await counted(only)]).toEqual([[], 0]);
  });

  test('is emptied after a crash at each step', async () => {
    let steps = 0;
    for (let dead = true; dead; steps++) {
      await rows('folders').deleteMany({});
      await rows('favorites').deleteMany({});
      const { steel, both, only } = await twoFolders();
      await ben.call(orderBikes, { params: { folderId: steel }, body: { order: [only, both] } });
      let left = Number.POSITIVE_INFINITY;
      const dying = await TestApp.open(
        {},
        {
          ...{ database: app.database, still: true },
          through: ({ db }) =>
            interposed(db, ['favorites', 'folders', 'folderOrders', 'bikes'], async (_, run) => {
              if (left-- <= 0) throw new Error('this process is dead');
              return run();
            }),
        },
      );
      left = steps;
      await ben.with(dying).call(deleteFolder, { params: { folderId: steel }, query: { keepBikes: 'true' } });
      await dying.idle();
      dead = left < 0;
      left = Number.POSITIVE_INFINITY;
      await dying.close();
      const { status } = await ben.call(deleteFolder, { params: { folderId: steel } });
      expect([200, 404]).toContain(status);
      await app.idle();
      await app.runJob('deleted folders');
      await app.runJob('numbers of bikes');
      expect([await folderIdsOf(only), await counted(only), await counted(both)], `step ${steps}`).toEqual([
        [benId],
        1,
        1,
      ]);
      expect(await rows('folderOrders').countDocuments()).toBe(0);
      for (const id of [only, both]) {
        const [stored, documents] = [await storedCounters(app.db, id), await computedCounters(app.db, id)];
        expect(stored.favorites, `step ${steps}`).toBe(documents.favorites);
      }
    }
    expect(steps).toBeGreaterThan(10);
  });

  test('cannot be the default folder', async () => {
    expect(codeOf(await ben.call(deleteFolder, { params: { folderId: benId } }))).toEqual([403, 'folder.default']);
    expect(codeOf(await ben.call(deleteFolder, { params: { folderId: newId() } }))).toEqual([404, 'not_found']);
  });
});

describe('a shared folder', () => {
  const seen = (shareId: string, browser = new TestBrowser(app)) =>
    browser.call(getSharedFolder, { params: { shareId } });
  const share = async (folderId: Id) =>
    (await ben.call(shareFolder, { params: { folderId } })).answer.data?.shareId ?? '';

  test('is visible to everyone with its link, until sharing ends', async () => {
    await put(anasBike);
    const shareId = await share(benId);
    expect(shareId).toMatch(/^[\w-]{22}$/);
    expect(await share(benId)).toBe(shareId);
    const { answer } = await seen(shareId);
    expect(answer.data).toMatchObject({ name: 'Favorites', owner: { id: benId, username: 'ben' }, next: null });
    expect(answer.data?.items.map(({ id }) => id)).toEqual([anasBike]);
    expect((await folders())[0]?.shareId).toBe(shareId);
    await take(anasBike);
    expect((await seen(shareId)).answer.data?.items).toEqual([]);
    for (let i = 0; i < 2; i++)
      expect((await ben.call(unshareFolder, { params: { folderId: benId } })).status).toBe(200);
    expect(codeOf(await seen(shareId))).toEqual([404, 'not_found']);
    expect(await share(benId)).not.toBe(shareId);
  });

  test('disappears with its deletion and with its member', async () => {
    const folderId = await make('Open');
    const shareId = await share(folderId);
    await rows('users').updateOne({ _id: benId }, { $set: { status: 'Banned' } });
    await ana.call(putFolder, { params: { folderId: newId() }, body: { name: `Other ${newId()}` } });
    expect((await seen(shareId)).status).toBe(404);
    await rows('users').updateOne({ _id: benId }, { $set: { status: 'Active' } });
    await ana.call(putFolder, { params: { folderId: newId() }, body: { name: `Other ${newId()}` } });
    expect((await seen(shareId)).status).toBe(200);
    await ben.call(deleteFolder, { params: { folderId } });
    expect((await seen(shareId)).status).toBe(404);
  });

  test.each(['', 'x', '0', '%00', '../user/favorites', '{"$ne":null}'])('is not found by %j', async (shareId) => {
    await share(benId);
    expect((await seen(shareId)).status).toBe(404);
  });
});
