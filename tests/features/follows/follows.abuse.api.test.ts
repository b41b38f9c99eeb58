import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '#contract/accounts.ts';
import { pollAlerts } from '#contract/alerts.ts';
import { refreshTokens } from '#contract/auth.ts';
import { type FollowKind, followKinds, followThing, listFollowing, unfollowThing } from '#contract/follows.ts';
import { type Id, newId } from '#contract/ids.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { enter, testKey } from '#tests/kit/direct-session.ts';
import { giveBike } from '#tests/kit/established.ts';

const day = 86_400_000;
type Member = { browser: TestBrowser; id: Id; name: string };
let app: TestApp;
let now = Date.now();
let ana: Member;
let ben: Member;
let count = 0;

async function join(name: string): Promise<Member> {
  const { browser, user } = await app.member(`${name}${count++}`);
  return { browser, id: user.id, name: user.username };
}
beforeAll(async () => {
  app = await TestApp.open({ KEYS: testKey }, { still: true, now: () => new Date(now) });
});
beforeEach(async () => {
  for (const name of ['limits', 'follows', 'alerts']) await app.db.collection(name).deleteMany({});
  [ana, ben] = [await join('ana'), await join('ben')];
});
afterAll(async () => {
  await app.close();
});

const follow = async ({ browser }: Member, kind: FollowKind, key: string) => {
  const { status, answer } = await browser.call(followThing, { params: { kind, key }, body: { name: '' } });
  return answer.error ? `${status} ${answer.error.code}` : status;
};

test('hostile keys are refused, or listed and ended as they were sent', async () => {
  const keys = [
    ...['__proto__', 'constructor', '$where', '.', '..', 'a/b', '%2F', '%', '%00', '\u0000', ' ', "'; drop", '<b>'],
    ...['🚲', '🚲 🚲', 'شيمانو', '\u202eabc', '\u200b', 'e\u0301', '中村 自転車', 'a'.repeat(500), 'ü'.repeat(500)],
    ...['a'.repeat(501), 'keywords=__proto__', 'keywords=%2F', `keywords=${'🚲'.repeat(100)}`, 'keywords=%E0%A4%A'],
    ...[
      '__proto__=1',
      'constructor=1&keywords=x',
      'color=Red&color=Red',
      'color=__proto__',
      `brand=${'x'.repeat(400)}`,
    ],
  ];
  const taken: [FollowKind, string][] = [];
  for (const kind of followKinds) {
    for (const key of keys) {
      const answer = await follow(ana, kind, key);
      expect([200, '404 not_found'], `${kind} ${key}`).toContain(answer);
      if (answer === 200) taken.push([kind, key]);
    }
  }
  const listed = async () => (await ana.browser.call(listFollowing, { query: { limit: 50 } })).answer.data?.items ?? [];
  const before = await listed();
  expect(before.length).toBeGreaterThan(5);
  expect(before.filter(({ kind }) => kind === 'member' || kind === 'bike')).toEqual([]);
  for (const [kind, key] of taken) {
    expect((await ana.browser.call(unfollowThing, { params: { kind, key } })).status).toBe(200);
  }
  expect(await listed()).toEqual([]);
});

test('a bike that is a draft, hidden or deleted cannot be followed, and one that becomes so is not listed', async () => {
  const bikeId = await giveBike(app.db, ben.id, ben.name);
  const become = (status: string) =>
    app.db.collection<{ _id: string }>('bikes').updateOne({ _id: bikeId }, { $set: { status } });
  for (const status of ['Draft', 'Flagged', 'Removed', 'Deleted']) {
    await become(status);
    expect(await follow(ana, 'bike', bikeId)).toBe('404 not_found');
  }
  await become('Active');
  expect(await follow(ana, 'bike', bikeId)).toBe(200);
  await become('Removed');
  expect((await ana.browser.call(listFollowing)).answer.data?.items).toEqual([]);
});

test('a banned member follows nobody, and cannot be followed', async () => {
  const users = app.db.collection<{ _id: string }>('users');
  await users.updateOne({ _id: ana.id }, { $set: { status: 'Banned' } });
  now += 20 * 60_000;
  await ana.browser.call(refreshTokens);
  expect(String(await follow(ana, 'member', ben.id))).toMatch(/^401 /);
  await ben.browser.call(refreshTokens);
  expect(await follow(ben, 'member', ana.id)).toBe('404 not_found');
});

test('a hundred fresh accounts that follow one member are one alert', async () => {
  const users = app.db.collection<{ _id: string }>('users');
  const row = await users.findOne({ _id: ana.id });
  const names = Array.from({ length: 100 }, (_, i) => `fan${count}x${i}`);
  await users.insertMany(
    names.map((name) => ({
      ...row,
      _id: newId(),
      signupId: newId(),
      username: name,
      foldedName: name,
      nameKeys: [name],
      email: `${name}@example.org`,
    })),
  );
  for (const name of names) {
    const browser = await enter(app, name, undefined, new Date(now));
    expect(await follow({ browser, id: '', name }, 'member', ben.id)).toBe(200);
  }
  await app.idle();
  await ben.browser.call(refreshTokens);
  const { items = [] } = (await ben.browser.call(pollAlerts)).answer.data ?? {};
  expect(items.map(({ type, actors, actorCount }) => [type, actors.length, actorCount])).toEqual([['follow', 3, 100]]);
});

test('an erased member leaves no follow: neither theirs, nor of them, nor of their bikes', async () => {
  const bikeId = await giveBike(app.db, ben.id, ben.name);
  expect(await follow(ana, 'member', ben.id)).toBe(200);
  expect(await follow(ana, 'bike', bikeId)).toBe(200);
  expect(await follow(ben, 'member', ana.id)).toBe(200);
  expect(await follow(ben, 'search', 'keywords=surly')).toBe(200);
  await app.db.collection<{ _id: string }>('searchAlerts').insertOne({
    _id: `${ben.id}:2026-08-01`,
    ...{ userId: ben.id, told: ['x'], expires: new Date(now + 90 * day) },
  });
  expect((await ben.browser.call(deleteAccount, { body: { username: ben.name } })).status).toBe(200);
  for (let days = 0; days < 40; days += 10) {
    now += 10 * day;
    for (const job of app.jobNames.filter((name) => /delet|eras|account/.test(name))) await app.runJob(job);
  }
  expect(await app.db.collection<{ _id: string }>('users').countDocuments({ _id: ben.id })).toBe(0);
  expect(await app.db.collection('follows').find().toArray()).toEqual([]);
  expect(await app.db.collection('searchAlerts').countDocuments({ userId: ben.id })).toBe(0);
});
