import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pollAlerts } from '#contract/alerts.ts';
import { newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { putPreference } from '#contract/user-preferences.ts';
import { endOf, weekOf, weeksAfter } from '#contract/week-dates.ts';
import { getWeekRanking } from '#contract/winners.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { Ballot, idNamed } from '#tests/kit/ballot.ts';
import { rng } from '#tests/kit/random.ts';

vi.setConfig({ testTimeout: 60_000 });
const week = '2026-W09';
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const bikes = Array.from({ length: 12 }, (_, i) => `${String.fromCharCode(97 + i)}bike`);
const names = new Map(bikes.map((name) => [idNamed(name), name]));

let app: TestApp;
let ballot: Ballot;
const at = (time: Date | number) => vi.setSystemTime(time);
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  at(endOf(week).getTime() - 30 * hour);
  app = await TestApp.open({}, { still: true });
  ballot = new Ballot(app.db, week);
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});
beforeEach(async () => {
  at(ballot.before(30));
  await ballot.clear();
  await app.db.collection('alerts').deleteMany({});
});

const ranking = async () => {
  const { places = [], week: of } = (await new TestBrowser(app).call(getWeekRanking)).answer.data ?? {};
  expect(of).toBe(weekOf(new Date()));
  return places.map(({ rank, votes, bike }) => `${rank} ${names.get(bike.id)} ${votes}`);
};

test('the last ranking of a week is its result, whatever counts and does not', async () => {
  const next = rng('ranking');
  const random = (max: number) => Math.floor(next() * max);
  for (let round = 0; round < 10; round += 1) {
    await ballot.clear();
    at(ballot.before(1));
    const members = Array.from({ length: 10 }, (_, i) => `m${i}`);
    for (const [i, name] of members.entries()) {
      // Some are new, some are not confirmed.
      const createdAt = new Date(ballot.begin.getTime() - (i < 3 ? random(7) : 100) * day);
      await ballot.member(name, { createdAt, ...(i === 9 && { status: 'Unconfirmed' }) });
    }
    for (const name of bikes) {
      await ballot.member(`o${name}`);
      // Some are too new, too old or unfinished.
      const publishedAt = new Date(ballot.close.getTime() - random(30) * day - 2 * minute);
      const buildState = random(6) === 0 ? 'Project (in progress)' : 'Complete';
      await ballot.bike(name, `o${name}`, { publishedAt, buildState });
      await ballot.likes(
        name,
        members.filter(() => random(2) === 0),
        { at: ballot.before(2 + random(160)) },
      );
      if (random(3) === 0) await ballot.comments(name, ['m5']);
    }
    await ballot.likes(bikes[0] as string, members, { at: ballot.before(24 * 8) });
    await app.db.collection<{ _id: string }>('winners').insertOne({
      _id: weeksAfter(week, -1),
      places: [],
      eligible: 0,
      decidedAt: new Date(),
    } as never);
    await app.runJob('ranking');
    const last = await ranking();
    expect(last.length).toBeLessThanOrEqual(10);
    at(ballot.close.getTime() + minute);
    await app.runJob('winners');
    const row = await app.db.collection('winners').findOne({ _id: week as never });
    const result = row?.places.map(
      ({ rank, bikeId, votes }: { rank: number; bikeId: string; votes: number }) =>
        `${rank} ${names.get(bikeId)} ${votes}`,
    );
    // Without enough votes or bikes there is no winner, though a ranking.
    const hasWinner = row?.eligible >= 3 && Number(last[0]?.split(' ')[2] ?? 0) >= 3;
    expect(result).toEqual(hasWinner ? last.slice(0, 3) : []);
    expect(await ranking()).toEqual([]);
  }
});

test('a like shows in the ranking within two seconds, and one that is taken back leaves it', async () => {
  const fan = await app.join('fan');
  await app.db
    .collection<{ _id: string }>('users')
    .updateOne({ username: 'fan' }, { $set: { createdAt: new Date(ballot.begin.getTime() - 30 * day) } });
  await ballot.member('owner');
  await ballot.bike('abike', 'owner');
  const params = { bikeId: idNamed('abike') };
  expect(await ranking()).toEqual([]);
  await fan.call(likeBike, { params });
  at(Date.now() + 2_000);
  expect(await ranking()).toEqual(['1 abike 1']);
  await fan.call(unlikeBike, { params });
  at(Date.now() + 2_000);
  expect(await ranking()).toEqual([]);
});

const alertsOf = async (browser: TestBrowser) =>
  (await browser.call(pollAlerts)).answer.data?.items.map(({ type, key, bikeId }) => ({ type, key, bikeId }));

test('an owner is told once a week that a bike is among the first ten, unless they do not want to know', async () => {
  const owner = await app.join('olga');
  const quiet = await app.join('quinn');
  const seen = { version: 0, device: newId() };
  await quiet.call(putPreference, { body: { name: 'rankingAlerts', value: 'Off', seen } });
  const ids = new Map<string, string>();
  for (const username of ['olga', 'quinn']) {
    ids.set(username, String((await app.db.collection('users').findOne({ username }))?._id));
  }
  const ownerOf = (name: string) => ({ owner: { id: ids.get(name), username: name, avatar: '' } });
  for (const name of ['m1', 'm2', 'other']) await ballot.member(name);
  await ballot.bike('abike', 'other', ownerOf('olga'));
  await ballot.bike('bbike', 'other', ownerOf('quinn'));
  for (const name of bikes.slice(2)) {
    await ballot.bike(name, 'other');
    await ballot.likes(name, ['m1']);
  }
  await app.runJob('ranking');
  expect(await alertsOf(owner)).toEqual([]);
  await ballot.likes('abike', ['m1', 'm2']);
  await ballot.likes('bbike', ['m1', 'm2']);
  await app.runJob('ranking');
  const bikeId = idNamed('abike');
  const told = [{ type: 'ranking', key: `${week}:${bikeId}`, bikeId }];
  expect(await alertsOf(owner)).toEqual(told);
  expect(await alertsOf(quiet)).toEqual([]);
  // It leaves the first ten and comes back.
  await app.db.collection('likes').deleteMany({ bikeId: bikeId as never });
  await app.runJob('ranking');
  await ballot.likes('abike', ['m1', 'm2']);
  await app.runJob('ranking');
  expect(await alertsOf(owner)).toEqual(told);
});
