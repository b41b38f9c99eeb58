import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NewestBikeStore } from '#api/features/bikes/bikes.newest.store.ts';
import { SearchAlertStore } from '#api/features/follows/follows.search-alerts.store.ts';
import { SearchAlertService } from '#api/features/follows/follows.search-alerts.ts';
import { FollowStore } from '#api/features/follows/follows.store.ts';
import type { AppEvent } from '#api/platform/events.ts';
import { Leases } from '#api/platform/leases.ts';
import { pollAlerts, seeAlerts } from '#contract/alerts.ts';
import { refreshTokens } from '#contract/auth.ts';
import { deleteBike } from '#contract/bikes.ts';
import { blockMember } from '#contract/blocks.ts';
import { pathOf } from '#contract/endpoint.ts';
import { downloadExport } from '#contract/export.ts';
import { followThing, listFollowing, lookAtSearch, type SearchTells, unfollowThing } from '#contract/follows.ts';
import { type Id, newId } from '#contract/ids.ts';
import { maxSearchAlerts } from '#contract/list-sizes.ts';
import { putPush } from '#contract/push.ts';
import { putPreference } from '#contract/user-preferences.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { PushReceiver } from '#tests/kit/push-receiver.ts';
import { unzipped } from '#tests/kit/zip.ts';

const minute = 60_000;
const hour = 60 * minute;
const job = 'alerts of searches';

type Member = { browser: TestBrowser; id: Id; name: string };
let database: TestDatabase;
let apps: TestApp[];
let app: TestApp;
let now = Date.UTC(2030, 6, 1, 12);
let ana: Member;
let ben: Member;
let count = 0;

async function join(name: string): Promise<Member> {
  const { browser, user } = await app.member(`${name}${count++}`);
  return { browser, id: user.id, name: user.username };
}
beforeAll(async () => {
  database = await TestDatabase.open();
  const open = () => TestApp.open({}, { database, still: true, now: () => new Date(now) });
  app = await open();
  apps = [app, ...(await Promise.all([open(), open(), open()]))];
});
beforeEach(async () => {
  now += 2 * 24 * hour;
  for (const name of ['limits', 'follows', 'alerts', 'bikes', 'pushDevices', 'searchAlerts'])
    await app.db.collection(name).deleteMany({});
  [ana, ben] = [await join('ana'), await join('ben')];
  await pass();
});
afterAll(async () => {
  for (const one of apps) await one.close();
  await database.close();
});

/** A member's browser whose session is fresh. */
async function fresh({ browser }: Member): Promise<TestBrowser> {
  await browser.call(refreshTokens);
  return browser;
}
const follow = async (by: Member, key: string, tells?: SearchTells, name = '') => {
  const { status } = await (await fresh(by)).call(followThing, {
    params: { kind: 'search', key },
    body: { name, tells },
  });
  expect(status).toBe(200);
  now += 1000;
};
const publish = async (by: Member, more: Record<string, unknown> = {}) => {
  now += 1000;
  const id = await publishBike(await fresh(by), more);
  now += 1000;
  return id;
};
/** The passes of some minutes later. */
async function pass(by: readonly TestApp[] = [app]): Promise<void> {
  now += 5 * minute;
  await Promise.all(by.map((one) => one.runJob(job)));
  await app.idle();
}
const alertsOf = async (by: Member) => {
  const { items = [], unseen } = (await (await fresh(by)).call(pollAlerts)).answer.data ?? {};
  const found = items.filter(({ type }) => type === 'search');
  return {
    told: found.map(({ search, actorCount }) => [search?.name || search?.key, actorCount]),
    unseen: unseen?.searches,
  };
};
const searchesOf = async (by: Member) => {
  const items = (await (await fresh(by)).call(listFollowing)).answer.data?.items ?? [];
  return items.map(({ key, tells, newCount }) => [key, tells, newCount]);
};

describe('how a search tells', () => {
  test('is the feed until the member chooses, stays when it is renamed, and is in the export', async () => {
    await follow(ana, 'keywords=surly');
    expect(await searchesOf(ana)).toEqual([['keywords=surly', 'feed', 0]]);
    await follow(ana, 'keywords=surly', 'digest', 'Surlys');
    await follow(ana, 'keywords=surly', undefined, 'All Surlys');
    expect(await searchesOf(ana)).toEqual([['keywords=surly', 'digest', 0]]);
    const { cookies } = await fresh(ana);
    const Cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const response = await app.request(pathOf(downloadExport, {}, { as: ana.id }), { headers: { Cookie } });
    const files = unzipped(Buffer.from(await response.arrayBuffer()));
    expect(JSON.parse(String(files.get('following.json')))).toMatchObject([
      { kind: 'search', key: 'keywords=surly', name: 'All Surlys', tells: 'digest' },
    ]);
  });

  test('is refused where it is unknown, and left out of everything else', async () => {
    const browser = await fresh(ana);
    const wrong = { params: { kind: 'search', key: 'keywords=surly' }, body: { name: '', tells: 'mail' } };
    expect((await browser.call(followThing, wrong)).status).toBe(422);
    await browser.call(followThing, { params: { kind: 'tag', key: 'lugged' }, body: { name: '', tells: 'alert' } });
    expect(await searchesOf(ana)).toEqual([['lugged', undefined, undefined]]);
  });
});

describe('new bikes since the last look', () => {
  test('are counted with all keywords, without own bikes, those of blocked members and what was there before', async () => {
    const before = await publish(ben, { model: 'Ogre' });
    await follow(ana, 'keywords=surly+ogre');
    await publish(ben, { model: 'Straggler' });
    await publish(ana, { model: 'Ogre' });
    const removed = await publish(ben, { model: 'Ogre' });
    await publish(ben, { model: 'Ogre' });
    expect(await searchesOf(ana)).toEqual([['keywords=surly+ogre', 'feed', 2]]);
    for (const bikeId of [before, removed]) await (await fresh(ben)).call(deleteBike, { params: { bikeId } });
    expect(await searchesOf(ana)).toEqual([['keywords=surly+ogre', 'feed', 1]]);
    await (await fresh(ben)).call(blockMember, { params: { userId: ana.id } });
    expect(await searchesOf(ana)).toEqual([['keywords=surly+ogre', 'feed', 0]]);
  });

  test('begin anew with each look, of which the latest counts and none is in the future', async () => {
    const key = 'keywords=surly';
    await follow(ana, key);
    await publish(ben, { model: 'Ogre' });
    const [early, late] = [new Date(now - hour).toISOString(), new Date(now).toISOString()];
    const look = async (at: string) => (await fresh(ana)).call(lookAtSearch, { params: { key }, body: { at } });
    for (const at of [late, early]) expect((await look(at)).status).toBe(200);
    expect(await searchesOf(ana)).toEqual([[key, 'feed', 0]]);
    await look(new Date(now + 24 * hour).toISOString());
    await publish(ben, { model: 'Troll' });
    expect(await searchesOf(ana)).toEqual([[key, 'feed', 1]]);
    expect((await look('yesterday')).status).toBe(422);
    const unknown = { params: { key: 'keywords=trek' }, body: { at: late } };
    expect((await (await fresh(ana)).call(lookAtSearch, unknown)).status).toBe(200);
    expect(await searchesOf(ana)).toHaveLength(1);
  });
});

describe('alerts', () => {
  test('name the search and count its new bikes once a day for each search, and only where they were chosen', async () => {
    await follow(ana, 'keywords=ogre', 'alert', 'Ogres');
    await follow(ana, 'keywords=straggler', 'feed');
    await publish(ben, { model: 'Ogre' });
    await publish(ben, { model: 'Ogre' });
    await publish(ben, { model: 'Straggler' });
    await publish(ana, { model: 'Ogre' });
    expect((await alertsOf(ana)).told).toEqual([]);
    await pass();
    expect(await alertsOf(ana)).toEqual({ told: [['Ogres', 2]], unseen: 2 });
    await pass();
    expect(await alertsOf(ana)).toEqual({ told: [['Ogres', 2]], unseen: 2 });
    await publish(ben, { model: 'Ogre' });
    await pass();
    expect(await alertsOf(ana)).toEqual({ told: [['Ogres', 3]], unseen: 3 });
    const { cursor = '' } = (await (await fresh(ana)).call(pollAlerts)).answer.data ?? {};
    await ana.browser.call(seeAlerts, { body: { cursor } });
    now += 24 * hour;
    await publish(ben, { model: 'Ogre' });
    await pass();
    expect(await alertsOf(ana)).toEqual({
      told: [
        ['Ogres', 1],
        ['Ogres', 3],
      ],
      unseen: 1,
    });
    expect((await alertsOf(ben)).told).toEqual([]);
  });

  test('leave out hidden and deleted bikes, those of blocked members, and what is no longer followed', async () => {
    const cleo = await join('cleo');
    await follow(ana, 'keywords=surly', 'alert', 'Surlys');
    await (await fresh(ana)).call(blockMember, { params: { userId: ben.id } });
    await publish(ben, { model: 'Ogre' });
    const hidden = await publish(cleo, { model: 'Troll' });
    await app.db.collection<{ _id: string }>('bikes').updateOne({ _id: hidden }, { $set: { status: 'Flagged' } });
    await pass();
    expect((await alertsOf(ana)).told).toEqual([]);
    const deleted = await publish(cleo, { model: 'Troll' });
    await publish(cleo, { model: 'Pugsley' });
    await pass();
    expect((await alertsOf(ana)).told).toEqual([['Surlys', 2]]);
    await (await fresh(cleo)).call(deleteBike, { params: { bikeId: deleted } });
    expect((await alertsOf(ana)).told).toEqual([['Surlys', 1]]);
    await (await fresh(ana)).call(unfollowThing, { params: { kind: 'search', key: 'keywords=surly' } });
    expect((await alertsOf(ana)).told).toEqual([]);
  });

  test('are five a day at most, by the clock of the member', async () => {
    const kinds = ['Ogre', 'Troll', 'Pugsley', 'Krampus', 'Karate', 'Wednesday', 'Moonlander'];
    const device = new PushReceiver().device('https://push.example.org/abc', 'Pacific/Auckland');
    expect((await (await fresh(ana)).call(putPush, { body: device })).status).toBe(200);
    for (const model of kinds) await follow(ana, `keywords=${model.toLowerCase()}`, 'alert');
    // 23:00 in Auckland.
    now = Date.UTC(2030, 7, 1 + count, 11);
    await pass();
    for (const model of kinds.slice(0, 5)) await publish(ben, { model });
    await pass();
    await publish(ben, { model: 'Wednesday' });
    await pass();
    expect((await alertsOf(ana)).told).toHaveLength(maxSearchAlerts);
    now += hour + 10 * minute;
    await publish(ben, { model: 'Moonlander' });
    await pass();
    expect((await alertsOf(ana)).told.map(([key]) => key)).toContain('keywords=moonlander');
    expect((await alertsOf(ana)).told).toHaveLength(maxSearchAlerts + 1);
  });

  test('are not made for who has switched them off', async () => {
    await follow(ana, 'keywords=ogre', 'alert');
    const body = { name: 'searchAlerts', value: 'Off', seen: { version: 0, device: newId() } } as const;
    expect((await (await fresh(ana)).call(putPreference, { body })).status).toBe(200);
    await publish(ben, { model: 'Ogre' });
    await pass();
    expect((await alertsOf(ana)).told).toEqual([]);
  });

  test('are told by one of four processes; a pass that was interrupted goes on and tells nothing twice', async () => {
    const members = await Promise.all(['dora', 'emil', 'fran'].map(join));
    for (const one of members) await follow(one, 'keywords=ogre', 'alert');
    await publish(ben, { model: 'Ogre' });
    await pass(apps);
    for (const one of members) expect(await alertsOf(one)).toEqual({ told: [['keywords=ogre', 1]], unseen: 1 });
    await publish(ben, { model: 'Ogre' });
    now += 5 * minute;
    // It dies when it has told the second member.
    const emitted: AppEvent[] = [];
    const dying = new SearchAlertService({
      follows: new FollowStore(app.db),
      alerts: new SearchAlertStore(app.db),
      bikes: new NewestBikeStore(app.db),
      leases: new Leases(app.db, () => new Date(now)),
      blockedAround: async () => new Set(),
      timeZoneOf: async () => null,
      emit: async (event) => {
        if (event) emitted.push(event);
        if (emitted.length === 2) throw new Error('killed');
      },
      now: () => new Date(now),
    });
    await expect(dying.tell()).rejects.toThrow('killed');
    now += 24 * hour;
    await pass(apps);
    await pass(apps);
    expect(emitted).toHaveLength(2);
    for (const one of members) expect(await alertsOf(one)).toEqual({ told: [['keywords=ogre', 2]], unseen: 2 });
    const days = await app.db
      .collection('searchAlerts')
      .find({ userId: { $exists: true } })
      .toArray();
    expect(days.map(({ told }) => told.length)).toEqual([2, 2, 2]);
  });
});
