import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NewestOfStore } from '#api/features/bikes/bikes.newest-of.store.ts';
import { changeBikeStatus } from '#contract/bike-status.ts';
import { getOwnBike, putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { blockMember } from '#contract/blocks.ts';
import { listFeed } from '#contract/feed.ts';
import { type FollowKind, followThing } from '#contract/follows.ts';
import { type Id, newId } from '#contract/ids.ts';
import { photoLimits } from '#contract/photos.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

type Member = { browser: TestBrowser; id: Id; name: string };
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
let database: TestDatabase;
let watched: WatchedDatabase;
let app: TestApp;
let other: TestApp;
let ana: Member;
let ben: Member;
let cleo: Member;
let count = 0;
let clock = 0;
const now = () => new Date(clock);

async function join(name: string): Promise<Member> {
  const { browser, user } = await app.member(`${name}${count++}`);
  return { browser, id: user.id, name: user.username };
}
beforeAll(async () => {
  clock = new Date().setUTCHours(8, 0, 0, 0) + day;
  database = await TestDatabase.open();
  watched = new WatchedDatabase(database);
  app = await TestApp.open({}, { database, still: true, now, through: () => watched.db });
  other = await TestApp.open({}, { database, still: true, now });
});
beforeEach(async () => {
  clock += day;
  for (const name of ['limits', 'follows', 'bikes', 'bikeNews']) await app.db.collection(name).deleteMany({});
  [ana, ben, cleo] = [await join('ana'), await join('ben'), await join('cleo')];
});
afterAll(async () => {
  await other.close();
  await app.close();
  await watched.close();
  await database.close();
});

const follow = async (by: Member, kind: FollowKind, key: string) =>
  expect((await by.browser.call(followThing, { params: { kind, key }, body: { name: '' } })).status).toBe(200);

async function pageOf(by: Member, query: { limit?: number; cursor?: string } = {}) {
  const { answer } = await by.browser.call(listFeed, { query });
  return answer.data ?? expect.fail(JSON.stringify(answer.error));
}
/** What the feed tells, in short. */
const feedOf = async (by: Member) =>
  (await pageOf(by)).items.map(({ kind, bike, title, photoCount, ownership, week }) =>
    [kind, bike.model, title ?? photoCount ?? ownership ?? week].filter((part) => part !== undefined).join(' '),
  );
const reasonsOf = async (by: Member) =>
  (await pageOf(by)).items.map(({ bike, because }) => [bike.model, ...because.map(({ kind }) => kind)].join(' '));

async function publish(by: Member, model: string, more: Record<string, unknown> = {}): Promise<Id> {
  clock += minute;
  return publishBike(by.browser, { model, ...more });
}
type Own = Record<string, unknown> & { photos: { id: string }[]; history: { id: string }[] };
/** Saves a changed bike as its form does. */
async function edit(by: Member, bikeId: Id, change: (bike: Own) => Record<string, unknown>): Promise<void> {
  clock += minute;
  const { answer } = await by.browser.call(getOwnBike, { params: { bikeId } });
  const bike = answer.data as unknown as Own;
  const body = { ...bike, status: 'Active', ...change(bike) };
  const saved = await by.browser.call(putBike, { params: { bikeId }, body });
  expect(saved.answer.error, JSON.stringify(saved.answer.error)).toBeFalsy();
}
async function photo(by: Member): Promise<{ id: Id; kind: 'Drive side' }> {
  const id = newId();
  await by.browser.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id });
  return { id, kind: 'Drive side' };
}
const entry = (title: string) => ({ id: newId(), date: '2024-05-01', title, text: '' });

describe('new bikes', () => {
  test('appear once each for members, models, tags and searches, the newest first, by pages', async () => {
    await publish(ben, 'Ogre', { tags: ['lugged'] });
    await publish(cleo, 'Straggler');
    await publish(cleo, 'Krampus', { tags: ['lugged'], colors: ['Red'] });
    await publish(cleo, 'Pugsley');
    await publish(ana, 'Straggler', { tags: ['lugged'] });
    expect(await feedOf(ana)).toEqual([]);
    await follow(ana, 'member', ben.id);
    await follow(ana, 'model', 'surly straggler');
    await follow(ana, 'tag', 'lugged');
    await follow(ana, 'search', 'color=Red');
    await follow(ana, 'search', 'keywords=surly+ogre');
    const whole = ['Krampus tag search', 'Straggler model', 'Ogre member tag search'];
    expect(await reasonsOf(ana)).toEqual(whole);
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(ana, { limit: 1, cursor });
      expect(page.items).toHaveLength(1);
      paged.push(...page.items.map(({ bike }) => bike.model));
      cursor = page.next;
    }
    expect(paged).toEqual(['Krampus', 'Straggler', 'Ogre']);
  });

  test('appear for parts and makers of parts, whose later edits are no news', async () => {
    const part = (slot: string, text: string) => ({ id: newId(), slot, text });
    await follow(ana, 'part', 'brooks b17');
    await follow(ana, 'part', 'paul');
    await publish(ben, 'Ogre', { components: [part('Saddle', 'Brooks B-17')] });
    const bikeId = await publish(ben, 'Pugsley', { components: [part('Saddle', 'Brooks Cambium C17')] });
    await publish(cleo, 'Krampus', { components: [part('Stem', 'Paul Boxcar'), part('Saddle', 'B17')] });
    expect(await reasonsOf(ana)).toEqual(['Krampus part part', 'Ogre part']);
    await edit(ben, bikeId, () => ({ components: [part('Saddle', 'Brooks B17')], history: [entry('New saddle')] }));
    expect(await feedOf(ana)).toEqual(['bike Krampus', 'bike Pugsley', 'bike Ogre']);
    const elsewhere = new NewestOfStore(app.db);
    const stretch = { before: { id: '', at: clock + day }, since: 0, limit: 2 };
    const followed = { member: [], brand: [], model: [], tag: [], part: ['brooks b17'] };
    expect((await elsewhere.list(followed, stretch)).map(({ id }) => id)).toHaveLength(2);
  });

  test('appear for a followed search in other processes within a second, and end when they no longer match', async () => {
    await follow(ana, 'search', 'color=Red');
    const elsewhere = ana.browser.with(other);
    const shown = async (browser = elsewhere) =>
      (await browser.call(listFeed)).answer.data?.items.map(({ bike }) => bike.model);
    expect(await shown()).toEqual([]);
    const bikeId = await publish(cleo, 'Krampus', { colors: ['Red'] });
    expect(await shown(ana.browser)).toEqual(['Krampus']);
    clock += 2_000;
    expect(await shown()).toEqual(['Krampus']);
    await edit(cleo, bikeId, () => ({ colors: ['Blue'] }));
    expect(await shown(ana.browser)).toEqual([]);
    clock += 2_000;
    expect(await shown()).toEqual([]);
  });

  test('are left out for blocked members and hidden bikes, and no page is empty while there are more', async () => {
    await publish(ben, 'Ogre', { tags: ['lugged'] });
    for (let i = 0; i < 5; i++) await publish(cleo, `Krampus ${i}`, { tags: ['lugged'] });
    const hidden = await publish(ben, 'Pugsley', { tags: ['lugged'] });
    await follow(ana, 'tag', 'lugged');
    await follow(ana, 'search', 'keywords=surly');
    await ben.browser.call(deleteBike, { params: { bikeId: hidden } });
    await cleo.browser.call(blockMember, { params: { userId: ana.id } });
    const page = await pageOf(ana, { limit: 1 });
    expect(page.items.map(({ bike }) => bike.model)).toEqual(['Ogre']);
    expect(page.next).toBeNull();
  });
});

describe('news of bikes', () => {
  test('are added photos and history entries, one entry of each a day, at the time of the latest', async () => {
    const bikeId = await publish(ben, 'Ogre');
    await follow(ana, 'member', ben.id);
    await follow(ana, 'bike', bikeId);
    const [first, second, third] = [await photo(ben), await photo(ben), await photo(ben)];
    clock += hour;
    await edit(ben, bikeId, ({ photos }) => ({ photos: [...photos, first], history: [entry('New wheels')] }));
    expect(await feedOf(ana)).toEqual(['update Ogre New wheels', 'photos Ogre 1', 'bike Ogre']);
    await edit(ben, bikeId, ({ photos }) => ({ photos: [...photos, second, third] }));
    expect(await feedOf(ana)).toEqual(['photos Ogre 3', 'update Ogre New wheels', 'bike Ogre']);
    expect(await reasonsOf(ana)).toEqual(['Ogre member bike', 'Ogre member bike', 'Ogre member']);
    const [{ photos: shown, at } = expect.fail()] = (await pageOf(ana)).items;
    expect(shown?.map(({ id }) => id)).toEqual([first.id, second.id, third.id]);
    expect(at).toBe(now().toISOString());
    clock += day;
    await edit(ben, bikeId, ({ history }) => ({
      story: 'Ridden a lot.',
      history: [...history.map((one) => ({ ...one, title: 'Newer wheels' })), entry('Fork')],
    }));
    expect(await feedOf(ana)).toEqual(['update Ogre Fork', 'photos Ogre 3', 'update Ogre Newer wheels', 'bike Ogre']);
    await edit(ben, bikeId, ({ photos, history }) => ({
      photos: photos.filter(({ id }) => id !== second.id),
      history: history.slice(1),
    }));
    expect(await feedOf(ana)).toEqual(['update Ogre Fork', 'photos Ogre 2', 'bike Ogre']);
    await edit(ben, bikeId, ({ photos }) => ({ photos: photos.slice(0, 1), history: [] }));
    expect(await feedOf(ana)).toEqual(['bike Ogre']);
    expect(await app.db.collection('bikeNews').countDocuments()).toBe(0);
  });

  test('are a theft, its end, a sale and a retirement, unless the latter were taken back', async () => {
    const bikeId = await publish(ben, 'Ogre');
    await follow(ana, 'bike', bikeId);
    const become = (ownership: string) => edit(ben, bikeId, () => ({ ownership }));
    await become('Stolen');
    expect(await feedOf(ana)).toEqual(['status Ogre Stolen']);
    clock += day;
    await become('Current');
    expect(await feedOf(ana)).toEqual(['status Ogre Current', 'status Ogre Stolen']);
    clock += day;
    await become('Sold');
    expect(await feedOf(ana)).toEqual(['status Ogre Sold', 'status Ogre Current', 'status Ogre Stolen']);
    clock += day;
    await become('Current');
    expect(await feedOf(ana)).toEqual(['status Ogre Current', 'status Ogre Stolen']);
  });

  test('are a won week, whatever was edited, and all of them go with the bike', async () => {
    const bikeId = await publish(ben, 'Ogre', { tags: ['lugged'] });
    await follow(ana, 'tag', 'lugged');
    await follow(cleo, 'tag', 'steel');
    const won = { what: 'bike.won' as const, bikeId, week: '2026-W09', ownerId: ben.id };
    clock += minute;
    await app.emit(won);
    clock += hour;
    await app.emit(won);
    expect(await feedOf(ana)).toEqual(['won Ogre 2026-W09', 'bike Ogre']);
    await edit(ben, bikeId, () => ({ tags: ['steel'], history: [entry('New wheels')] }));
    expect(await feedOf(ana)).toEqual([]);
    expect(await feedOf(cleo)).toEqual(['update Ogre New wheels', 'won Ogre 2026-W09', 'bike Ogre']);
    await ben.browser.call(changeBikeStatus, { params: { bikeId }, body: { from: 'Active', to: 'Draft' } });
    expect(await feedOf(cleo)).toEqual([]);
    await ben.browser.call(changeBikeStatus, { params: { bikeId }, body: { from: 'Draft', to: 'Active' } });
    expect(await feedOf(cleo)).toHaveLength(3);
    await app.emit({ what: 'bike.erased', bikeId });
    expect(await app.db.collection('bikeNews').countDocuments()).toBe(0);
  });

  test('are told by a repeated save whose events were lost, and once by a repeated event', async () => {
    const bikeId = await publish(ben, 'Ogre');
    await follow(ana, 'bike', bikeId);
    const { answer } = await ben.browser.call(getOwnBike, { params: { bikeId } });
    const bike = answer.data as unknown as Own;
    const body = { ...bike, history: [entry('New wheels')] };
    await ben.browser.call(putBike, { params: { bikeId }, body });
    await app.db.collection('bikeNews').deleteMany({});
    for (let i = 0; i < 2; i++) await ben.browser.call(putBike, { params: { bikeId }, body });
    expect(await feedOf(ana)).toEqual(['update Ogre New wheels']);
    expect(await app.db.collection('bikeNews').countDocuments()).toBe(1);
    const { answer: own } = await ben.browser.call(getOwnBike, { params: { bikeId } });
    expect(own.data).not.toHaveProperty('news');
  });

  test('show at most four photos, of as many as a bike can have', async () => {
    const bikeId = await publish(ben, 'Ogre');
    await follow(ana, 'bike', bikeId);
    const photos = await Promise.all(Array.from({ length: photoLimits.perBike - 1 }, () => photo(ben)));
    await edit(ben, bikeId, (bike) => ({ photos: [...bike.photos, ...photos] }));
    const [one] = (await pageOf(ana)).items;
    expect([one?.photos?.length, one?.photoCount]).toEqual([4, photoLimits.perBike - 1]);
  });
});

test('publishing or editing a bike that 10,000 follow takes the same commands as one that nobody follows', async () => {
  const bikeId = await publish(ben, 'Ogre');
  const commandsOf = async (work: () => Promise<unknown>) => {
    const { commands } = await watched.during(async () => {
      await work();
      await app.idle();
    });
    // What is counted or looked up once for all calls of some seconds.
    return commands.filter((command) => !/ (?:limits|webhooks)$/.test(command));
  };
  const both = async () => [
    await commandsOf(() => publish(ben, 'Krampus')),
    await commandsOf(() => edit(ben, bikeId, ({ history }) => ({ history: [...history, entry('New wheels')] }))),
  ];
  await both();
  const before = await both();
  const rows = Array.from({ length: 10_000 }, (_, i) => ({ _id: `u${i}:member:${ben.id}`, userId: `u${i}` }));
  await app.db
    .collection<{ _id: string }>('follows')
    .insertMany(rows.map((row) => ({ ...row, kind: 'member', key: ben.id, name: '', at: new Date() })));
  expect(await both()).toEqual(before);
});
