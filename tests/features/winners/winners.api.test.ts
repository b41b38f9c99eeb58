import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getBike } from '#contract/bike-whole.ts';
import { deleteBike, listRecentBikes } from '#contract/bikes.ts';
import { getSiteFigures } from '#contract/figures.ts';
import { endOf, numberOf, weeksAfter } from '#contract/week-dates.ts';
import { listWinners } from '#contract/winners.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { Ballot, idNamed } from '#tests/kit/ballot.ts';
import { type Interposer, interposed } from '#tests/kit/interposed.ts';

vi.setConfig({ testTimeout: 60_000 });
const week = '2026-W09';
const minute = 60_000;
const voters = ['m1', 'm2', 'm3', 'm4', 'm5'];

let notified: string[] = [];
let failures = 0;
const log = pino(
  { level: 'debug', base: null },
  {
    write: (text: string) => {
      const line = JSON.parse(text) as { effect?: string; bikeId?: string; week?: string };
      if (line.effect !== 'bike.won') return;
      if (failures-- > 0) throw new Error('this follower is down');
      notified.push(`${line.week} ${line.bikeId}`);
    },
  },
);

const at = (time: Date | number) => vi.setSystemTime(time);
const overAt = (one: string) => at(endOf(one).getTime() + minute);
let app: TestApp;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  overAt(week);
  app = await TestApp.open({}, { still: true, log });
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

const mutationsOf = (db = app.db) => db.collection<{ _id: string }>('winners').find().sort({ _id: 1 }).toArray();
const winners = async (query: { cursor?: string; limit?: number } = {}, by = app) =>
  (await new TestBrowser(by).call(listWinners, { query: query as never })).answer.data;
const decided = async () => {
  // The site's totals are counted every ten seconds.
  at(Date.now() + minute);
  return (await new TestBrowser(app).call(getSiteFigures)).answer.data?.decided;
};
const shown = async (by = app) => (await winners({}, by))?.items.map(({ model, won }) => `${won?.week} ${model}`);

/** A bike for each of three owners, with its likes in that week. */
async function fill(
  of: string,
  likes: [string, number][] = [
    ['a', 4],
    ['b', 3],
    ['c', 1],
  ],
): Promise<void> {
  const ballot = new Ballot(app.db, of);
  for (const name of voters) await ballot.member(name, { createdAt: new Date('2024-01-01') });
  for (const [name, count] of likes) {
    const bike = `${name}${numberOf(of)}`;
    await ballot.member(`owner${bike}`);
    await ballot.bike(bike, `owner${bike}`, { publishedAt: new Date(ballot.begin.getTime() + minute) });
    await ballot.likes(bike, voters.slice(0, count));
  }
}
beforeEach(async () => {
  [notified, failures] = [[], 0];
  overAt(week);
  await new Ballot(app.db, week).clear();
  await fill(week);
});

const process = (interpose: Interposer) =>
  TestApp.open(
    {},
    {
      ...{ database: app.database, still: true as const, log },
      through: ({ db }) => interposed(db, ['winners', 'bikes', 'likes', 'leases'], interpose),
    },
  );

test('the bike of the week is marked on its page, in every list and among the winners, and its owner is notified', async () => {
  await app.runJob('winners');
  const [first] = (await winners())?.items ?? [];
  expect(first).toMatchObject({ model: 'a9', won: { week, votes: 4 } });
  expect(await decided()).toBe(week);
  const { answer } = await new TestBrowser(app).call(getBike, { params: { bikeId: idNamed('a9') } });
  expect(answer.data?.won).toEqual({ week, votes: 4 });
  const recent = (await new TestBrowser(app).call(listRecentBikes, { query: {} })).answer.data?.items ?? [];
  expect(recent.filter((bike) => 'won' in bike).map(({ model }) => model)).toEqual(['a9']);
  expect(notified).toEqual([`${week} ${idNamed('a9')}`]);
});

test('a winner comes with what the large presentation shows, and with its owner; other lists stay small', async () => {
  const [bikes, profiles] = [app.db.collection('bikes'), app.db.collection('profiles')];
  const fields = { lead: 'Built in one winter.', frameMaterial: 'Steel', weightG: 8_950 };
  await bikes.updateOne({ _id: idNamed('a9') as never }, { $set: fields });
  const ownerId = idNamed('ownera9');
  const profile = { discipline: 'Touring', location: { country: 'BE', region: 'BE-VOV' } };
  await profiles.insertOne({ _id: ownerId as never, ...profile });
  await app.runJob('winners');
  const [winner] = (await winners())?.items ?? [];
  expect(winner?.brief).toEqual({
    ...{ story: 'Built in one winter.', frame: 'Steel', frameNote: '', gears: '1 × 11' },
    weight: { Metric: '8.95', Imperial: '19.7' },
  });
  const content = {
    id: ownerId,
    discipline: 'Touring',
    place: 'Oost-Vlaanderen, Belgium',
    country: 'BE',
    regionName: 'Oost-Vlaanderen',
  };
  expect(winner?.owner).toMatchObject(content);
  const page = await new TestBrowser(app).call(getBike, { params: { bikeId: idNamed('a9') } });
  expect(page.answer.data?.owner).toMatchObject(content);
  const silent = await new TestBrowser(app).call(getBike, { params: { bikeId: idNamed('b9') } });
  expect(silent.answer.data?.owner).toMatchObject({ discipline: '', place: '', country: '' });
  const recent = (await new TestBrowser(app).call(listRecentBikes, { query: {} })).answer.data?.items ?? [];
  expect(recent.filter((bike) => 'brief' in bike || 'story' in bike || 'place' in bike.owner)).toEqual([]);
  await profiles.deleteOne({ _id: ownerId as never });
});

test('no winner is chosen before the week is over, and a chosen one never changes', async () => {
  at(endOf(week).getTime() - 1);
  await app.runJob('winners');
  expect(await mutationsOf()).toEqual([]);
  overAt(week);
  await app.runJob('winners');
  const once = await mutationsOf();
  expect(once).toHaveLength(1);
  await new Ballot(app.db, week).likes('b9', voters);
  await app.runJob('winners');
  expect(await mutationsOf()).toEqual(once);
  expect(notified).toHaveLength(1);
});

test('missed weeks are decided later with the same result', async () => {
  const weeks = [week, weeksAfter(week, 1), weeksAfter(week, 2), weeksAfter(week, 3)];
  for (const one of weeks.slice(1, 3)) await fill(one);
  const decide = async (...at: string[]) => {
    for (const one of at) {
      overAt(one);
      await app.runJob('winners');
    }
    const rows = (await mutationsOf()).map(({ decidedAt: _, ...row }: Record<string, unknown>) => row);
    await app.db.collection('winners').deleteMany({});
    await app.db.collection('bikes').updateMany({}, { $unset: { won: '' } });
    return rows;
  };
  const inTime = await decide(...weeks);
  expect(inTime.map(({ _id }) => _id)).toEqual(weeks);
  expect(await decide(weeks[3] as string)).toEqual(inTime);
});

test('of two processes that decide concurrently one does, and the other leaves it to the first', async () => {
  const [one, two] = [await process((_, run) => run()), await process((_, run) => run())];
  await Promise.all([one.runJob('winners'), two.runJob('winners'), app.runJob('winners')]);
  expect(await mutationsOf()).toHaveLength(1);
  expect(notified).toHaveLength(1);
  await Promise.all([one.close(), two.close()]);
});

test('a process with an expired lease and another count changes nothing', async () => {
  let went: () => void = () => undefined;
  const may = new Promise<void>((resolve) => {
    went = resolve;
  });
  let arrived: () => void = () => undefined;
  const paused = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const slow = await process(async (command, run) => {
    if (command === 'winners.insertOne') {
      arrived();
      await may;
    }
    return run();
  });
  const late = slow.runJob('winners');
  await paused;
  at(Date.now() + 10 * minute);
  await new Ballot(app.db, week).likes('b9', voters);
  await app.runJob('winners');
  went();
  await late;
  const rows = await mutationsOf();
  expect(rows).toMatchObject([{ _id: week, winner: { bikeId: idNamed('b9') } }]);
  expect(await shown()).toEqual([`${week} b9`]);
  await slow.close();
});

test.each(['winners.insertOne', 'bikes.updateOne', 'winners.updateOne'])(
  'a process that dies at %s leaves nothing that the next run does not finish',
  async (step) => {
    const dying = await process(async (command, run) => {
      if (command === step) throw new Error('killed');
      return run();
    });
    await expect(dying.runJob('winners')).rejects.toThrow('killed');
    await app.runJob('winners');
    expect(await mutationsOf()).toHaveLength(1);
    expect(await shown()).toEqual([`${week} a9`]);
    expect(new Set(notified)).toEqual(new Set([`${week} ${idNamed('a9')}`]));
    const notifiedCount = notified.length;
    await app.runJob('winners');
    expect(notified).toHaveLength(notifiedCount);
    await dying.close();
  },
);

test("the next run sends a winner's failed notification", async () => {
  failures = 1;
  await expect(app.runJob('winners')).rejects.toThrow('this follower is down');
  await app.runJob('winners');
  expect(notified).toEqual([`${week} ${idNamed('a9')}`]);
});

test('a deleted winner leaves the list; its week keeps its row, and nobody moves up', async () => {
  const owner = await app.member('wheeler');
  await app.db.collection('bikes').updateOne({ _id: idNamed('a9') as never }, { $set: { owner: owner.user } });
  await app.runJob('winners');
  const rows = await mutationsOf();
  const { status } = await owner.browser.call(deleteBike, { params: { bikeId: idNamed('a9') } });
  expect(status).toBe(200);
  expect(await winners()).toEqual({ items: [], next: null });
  expect(await decided()).toBe(week);
  await app.runJob('winners');
  expect(await mutationsOf()).toEqual(rows);
});

test('a week without a winner is decided too, and notifies nobody', async () => {
  await app.db.collection('likes').deleteMany({});
  await app.runJob('winners');
  expect(await mutationsOf()).toMatchObject([{ _id: week, places: [], eligible: 3 }]);
  expect(await winners()).toEqual({ items: [], next: null });
  expect(await decided()).toBe(week);
  expect(notified).toEqual([]);
});

test('a site that has never decided goes back twelve weeks, and one without bikes not at all', async () => {
  await new Ballot(app.db, weeksAfter(week, -30)).bike('old', 'owner');
  await app.runJob('winners');
  const rows = await mutationsOf();
  expect(rows.map(({ _id }) => _id)).toEqual(Array.from({ length: 12 }, (_, i) => weeksAfter(week, i - 11)));
  await new Ballot(app.db, week).clear();
  await app.runJob('winners');
  expect(await mutationsOf()).toEqual([]);
});

test('the last eight winners come first, and the next page continues with the ninth', async () => {
  const weeks = Array.from({ length: 10 }, (_, i) => weeksAfter(week, i));
  for (const one of weeks.slice(1)) await fill(one);
  overAt(weeks[9] as string);
  await app.runJob('winners');
  const newestFirst = weeks.toReversed();
  const first = await winners();
  expect(first?.items.map(({ won }) => won?.week)).toEqual(newestFirst.slice(0, 8));
  const rest = await winners({ cursor: first?.next ?? '' });
  expect(rest?.items.map(({ won }) => won?.week)).toEqual(newestFirst.slice(8));
  expect(rest?.next).toBeNull();
});

test('an erased account leaves no trace in the rows of the weeks', async () => {
  await app.runJob('winners');
  const ownerId = idNamed('ownera9');
  const gone = { status: 'Deleted', deletedAt: new Date(), until: new Date(), email: 'gone@example.org' };
  await app.db.collection('users').updateOne({ _id: ownerId as never }, { $set: gone });
  at(Date.now() + 40 * 24 * 60 * minute);
  await app.runJob('deleted accounts');
  expect(JSON.stringify(await mutationsOf())).not.toContain(ownerId);
  expect(await mutationsOf()).toMatchObject([{ places: [{ bikeId: idNamed('a9') }, {}, {}] }]);
});
