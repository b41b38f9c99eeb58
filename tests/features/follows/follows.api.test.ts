import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pollAlerts, seeAlerts } from '#contract/alerts.ts';
import { blockMember } from '#contract/blocks.ts';
import {
  type FollowKind,
  followThing,
  listFollowedMembers,
  listFollowers,
  listFollowing,
  listOwnFollowers,
  maxFollows,
  unfollowThing,
} from '#contract/follows.ts';
import { type Id, newId } from '#contract/ids.ts';
import { getPerson } from '#contract/people-page.ts';
import { putPreference } from '#contract/user-preferences.ts';
import { type Answered, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { giveBike } from '#tests/kit/established.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

type Member = { browser: TestBrowser; id: Id; name: string };
let database: TestDatabase;
let watched: WatchedDatabase;
let app: TestApp;
let ana: Member;
let ben: Member;
let cleo: Member;
let count = 0;
async function join(name: string): Promise<Member> {
  const { browser, user } = await app.member(`${name}${count++}`);
  return { browser, id: user.id, name: user.username };
}
beforeAll(async () => {
  database = await TestDatabase.open();
  watched = new WatchedDatabase(database);
  app = await TestApp.open({}, { database, still: true, through: () => watched.db });
});
beforeEach(async () => {
  for (const name of ['limits', 'follows', 'alerts']) await app.db.collection(name).deleteMany({});
  [ana, ben, cleo] = [await join('ana'), await join('ben'), await join('cleo')];
});
afterAll(async () => {
  await app.close();
  await watched.close();
  await database.close();
});

const code = ({ status, answer }: Answered<unknown>) => (answer.error ? `${status} ${answer.error.code}` : status);
const follow = async (by: Member, kind: FollowKind, key = '', name = '') =>
  code(await by.browser.call(followThing, { params: { kind, key }, body: { name } }));
const unfollow = async (by: Member, kind: FollowKind, key = '') =>
  code(await by.browser.call(unfollowThing, { params: { kind, key } }));
const followed = async (by: Member) =>
  (await by.browser.call(listFollowing)).answer.data?.items.map(({ kind, key, name, person, bike }) => [
    kind,
    person?.username ?? bike?.model ?? key,
    ...(name ? [name] : []),
  ]);
const stranger = () => new TestBrowser(app);
const namesOf = ({ answer }: Answered<{ items: { username: string }[] }>) =>
  answer.data?.items.map(({ username }) => username) ?? answer.error?.code;
const followersOf = async ({ id: userId }: Member) =>
  namesOf(await stranger().call(listFollowers, { params: { userId } }));
const followingOf = async ({ id: userId }: Member) =>
  namesOf(await stranger().call(listFollowedMembers, { params: { userId } }));
const numbersOf = async ({ id: userId }: Member) => {
  const { followers, following } = (await stranger().call(getPerson, { params: { userId } })).answer.data?.counts ?? {};
  return [followers, following];
};
const alertsOf = async (by: Member) => {
  const { items = [], unseen, cursor = '' } = (await by.browser.call(pollAlerts)).answer.data ?? {};
  const follows = items.filter(({ type }) => type === 'follow');
  return {
    alerts: follows.map(({ actors, actorCount }) => [actors.map(({ username }) => username), actorCount]),
    unseen: unseen?.followers,
    cursor,
  };
};

describe('what a member follows', () => {
  test('is listed with the latest first, and following twice changes nothing', async () => {
    const bikeId = await giveBike(app.db, ben.id, ben.name);
    expect(await follow(ana, 'member', ben.id)).toBe(200);
    expect(await follow(ana, 'bike', bikeId)).toBe(200);
    expect(await follow(ana, 'model', 'surly straggler', 'Surly Straggler')).toBe(200);
    expect(await follow(ana, 'part', 'brooks b17', 'Brooks B17')).toBe(200);
    expect(await follow(ana, 'tag', 'lugged')).toBe(200);
    expect(await follow(ana, 'search', 'sort=Newest&color=Red&keywords=rando', 'Red ones')).toBe(200);
    expect(await follow(ana, 'member', ben.id)).toBe(200);
    expect(await followed(ana)).toEqual([
      ['search', 'keywords=rando&color=Red', 'Red ones'],
      ['tag', 'lugged'],
      ['part', 'brooks b17', 'Brooks B17'],
      ['model', 'surly straggler', 'Surly Straggler'],
      ['bike', 'Straggler'],
      ['member', ben.name],
    ]);
    expect(await followed(ben)).toEqual([]);
    expect(await follow(ana, 'search', 'color=Red&keywords=rando', 'Reds')).toBe(200);
    expect((await followed(ana))?.[0]).toEqual(['search', 'keywords=rando&color=Red', 'Reds']);
    for (let i = 0; i < 2; i++) expect(await unfollow(ana, 'tag', 'lugged')).toBe(200);
    expect((await followed(ana))?.length).toBe(5);
  });

  test('is refused where it is their own, unknown or without meaning', async () => {
    const own = await giveBike(app.db, ana.id, ana.name);
    expect(await follow(ana, 'member', ana.id)).toBe('403 follow.own');
    expect(await follow(ana, 'bike', own)).toBe('403 follow.own');
    for (const kind of ['member', 'bike'] as const) expect(await follow(ana, kind, newId())).toBe('404 not_found');
    const senseless = [
      ...([
        ['tag', 'No Tag'],
        ['search', 'sort=Newest'],
        ['model', '??'],
        ['part', 'brooks b17 imperial'],
      ] as const),
      ...([
        ['search', `keywords=${'a'.repeat(600)}`],
        ['dream', 'x'],
      ] as unknown as [FollowKind, string][]),
    ];
    for (const [kind, key] of senseless) expect(await follow(ana, kind, key)).toBe('404 not_found');
    expect(await followed(ana)).toEqual([]);
  });

  test('is at most a thousand things, of which any can still be renamed', async () => {
    const rows = Array.from({ length: maxFollows }, (_, i) => ({
      ...{ _id: `${ana.id}:tag:t${i}`, userId: ana.id, kind: 'tag', key: `t${i}`, name: '', at: new Date(i) },
    }));
    await app.db.collection<{ _id: string }>('follows').insertMany(rows);
    expect(await follow(ana, 'tag', 'lugged')).toBe('409 follow.too_many');
    expect(await follow(ana, 'tag', 't1')).toBe(200);
    await unfollow(ana, 'tag', 't1');
    expect(await follow(ana, 'tag', 'lugged')).toBe(200);
  });
});

describe("a member's page", () => {
  test('shows followers and followed members, at once and by pages', async () => {
    expect(await numbersOf(ben)).toEqual([0, 0]);
    await follow(ana, 'member', ben.id);
    await follow(cleo, 'member', ben.id);
    await follow(ben, 'member', cleo.id);
    await follow(ben, 'tag', 'lugged');
    expect(await numbersOf(ben)).toEqual([2, 1]);
    expect(await followersOf(ben)).toEqual([cleo.name, ana.name]);
    expect(await followingOf(ben)).toEqual([cleo.name]);
    const page = { params: { userId: ben.id }, query: { limit: 1 } };
    const { next } = (await stranger().call(listFollowers, page)).answer.data ?? {};
    expect(namesOf(await stranger().call(listFollowers, { ...page, query: { cursor: next ?? '' } }))).toEqual([
      ana.name,
    ]);
    await unfollow(ana, 'member', ben.id);
    expect(await numbersOf(ben)).toEqual([1, 1]);
  });

  test('hides either by choice, at once and from others only', async () => {
    await follow(ana, 'member', ben.id);
    await follow(ben, 'member', ana.id);
    expect(await numbersOf(ben)).toEqual([1, 1]);
    const hide = (name: 'followersFor' | 'followingFor') =>
      ben.browser.call(putPreference, {
        body: { name, value: 'Nobody', seen: { version: 0, device: newId() } },
      });
    await hide('followersFor');
    expect([await numbersOf(ben), await followersOf(ben), await followingOf(ben)]).toEqual([
      [undefined, 1],
      'follow.hidden',
      [ana.name],
    ]);
    await hide('followingFor');
    expect([await numbersOf(ben), await followingOf(ben)]).toEqual([[undefined, undefined], 'follow.hidden']);
    expect(namesOf(await ben.browser.call(listOwnFollowers))).toEqual([ana.name]);
    expect(await numbersOf(ana)).toEqual([1, 1]);
  });
});

test('all new followers are one alert, which ends when they stop', async () => {
  await follow(ana, 'member', ben.id);
  await follow(cleo, 'member', ben.id);
  await follow(ana, 'tag', 'lugged');
  expect(await alertsOf(ben)).toMatchObject({ alerts: [[[cleo.name, ana.name], 2]], unseen: 2 });
  await ben.browser.call(seeAlerts, { body: { cursor: (await alertsOf(ben)).cursor } });
  await unfollow(cleo, 'member', ben.id);
  await follow(cleo, 'member', ben.id);
  expect(await alertsOf(ben)).toMatchObject({ alerts: [[expect.arrayContaining([ana.name]), 2]], unseen: 0 });
  await unfollow(cleo, 'member', ben.id);
  await unfollow(ana, 'member', ben.id);
  expect(await alertsOf(ben)).toMatchObject({ alerts: [], unseen: 0 });
});

test('a block ends following in both directions and prevents it', async () => {
  const bikeId = await giveBike(app.db, ben.id, ben.name);
  await follow(ana, 'member', ben.id);
  await follow(ben, 'member', ana.id);
  await follow(ana, 'bike', bikeId);
  await ben.browser.call(blockMember, { params: { userId: ana.id } });
  expect([await followed(ana), await followed(ben)]).toEqual([[], []]);
  expect(await followersOf(ben)).toEqual([]);
  expect((await alertsOf(ben)).alerts).toEqual([]);
  expect(await follow(ana, 'member', ben.id)).toBe('403 follow.blocked');
  expect(await follow(ben, 'member', ana.id)).toBe('403 follow.blocked');
  expect(await follow(ana, 'bike', bikeId)).toBe('403 block.between');
});

test('publishing a bike that 10,000 follow takes the same commands as one that nobody follows', async () => {
  const commandsOfPublishing = async () => {
    const { commands } = await watched.during(async () => {
      await publishBike(ben.browser);
      await app.idle();
    });
    // What is counted or looked up once for all calls of some seconds.
    return commands.filter((command) => !/ (?:limits|webhooks)$/.test(command));
  };
  await commandsOfPublishing();
  const before = await commandsOfPublishing();
  const rows = Array.from({ length: 10_000 }, (_, i) => ({ _id: `u${i}:member:${ben.id}`, userId: `u${i}` }));
  await app.db
    .collection<{ _id: string }>('follows')
    .insertMany(rows.map((row) => ({ ...row, kind: 'member', key: ben.id, name: '', at: new Date() })));
  expect(await commandsOfPublishing()).toEqual(before);
  expect(await numbersOf(ben)).toEqual([10_000, 0]);
});
