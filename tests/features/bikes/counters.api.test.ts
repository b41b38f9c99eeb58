import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getBike } from '#contract/bike-whole.ts';
import { addComment, deleteComment } from '#contract/comments.ts';
import { addFavorite, removeFavorite } from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { judgeComment } from '#contract/moderation.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { computedCounters, storedCounters, uncountedChanges } from '#tests/kit/counters.ts';
import { type Interposer, interposed } from '#tests/kit/interposed.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { nightly } from '#tests/run/tiers.ts';

const counted = ['bikes', 'likes', 'favorites', 'comments'];
const sweep = 'numbers of bikes';
const rankDigits = 6;

let app: TestApp;
let people: TestBrowser[];
/** The owners of the browsers, as the default folder has its member's id. */
const ids = new Map<TestBrowser, Id>();
let benId: Id;
beforeAll(async () => {
  app = await TestApp.open();
  const members = await Promise.all(['ana', 'ben', 'cleo', 'dag', 'edda', 'finn'].map((name) => app.member(name)));
  people = members.map(({ browser }) => browser);
  for (const { browser, user } of members) ids.set(browser, user.id);
  benId = members[1]?.user.id ?? newId();
});
// No real member may comment this often in ten minutes.
beforeEach(() => app.db.collection('limits').deleteMany({}));
afterAll(() => app.close());

/** Another process of the same site, with an interposer before the database. */
const processWith = (interpose: Interposer) =>
  TestApp.open({}, { database: app.database, through: ({ db }) => interposed(db, counted, interpose) });

/** The same member's browser at another process. */
const at = (other: TestApp, browser: TestBrowser): TestBrowser => browser.with(other);

async function expectCounted(bikeId: string, note = ''): Promise<void> {
  await app.idle();
  const [stored, documents] = await Promise.all([storedCounters(app.db, bikeId), computedCounters(app.db, bikeId)]);
  const { likes, comments, favorites } = documents;
  expect({ likes: stored.likes, comments: stored.comments, favorites: stored.favorites }, note).toEqual({
    ...{ likes, comments, favorites },
  });
  expect(stored.hotRank, note).toBeCloseTo(documents.hotRank, rankDigits);
}

const [ana, ben] = [() => people[0] as TestBrowser, () => people[1] as TestBrowser];

type Write = {
  name: string;
  /** Prepares the data; returns the id of the comment that the write is about. */
  before(bikeId: Id): Promise<Id>;
  send(browser: TestBrowser, bikeId: Id, commentId: Id): Promise<{ status: number }>;
};
const say = (browser: TestBrowser, bikeId: Id, id: Id = newId()) =>
  browser.call(addComment, { params: { bikeId }, body: { id, text: 'What a frame!' }, key: id });
const keep = (browser: TestBrowser, bikeId: Id, on: boolean, folderId = ids.get(browser) ?? newId()) =>
  browser.call(on ? addFavorite : removeFavorite, { params: { folderId, bikeId } });
const writes: Write[] = [
  {
    name: 'a favorite',
    before: async () => newId(),
    send: (browser, bikeId) => keep(browser, bikeId, true, benId),
  },
  {
    name: 'an undone favorite',
    before: async (bikeId) => {
      await keep(ben(), bikeId, true);
      return newId();
    },
    send: (browser, bikeId) => keep(browser, bikeId, false, benId),
  },
  {
    name: 'a like',
    before: async () => newId(),
    send: (browser, bikeId) => browser.call(likeBike, { params: { bikeId } }),
  },
  {
    name: 'an undone like',
    before: async (bikeId) => {
      await ben().call(likeBike, { params: { bikeId } });
      return newId();
    },
    send: (browser, bikeId) => browser.call(unlikeBike, { params: { bikeId } }),
  },
  {
    name: 'a like that is undone at once',
    before: async () => newId(),
    async send(browser, bikeId) {
      await browser.call(likeBike, { params: { bikeId } });
      return browser.call(unlikeBike, { params: { bikeId } });
    },
  },
  {
    name: 'a comment',
    before: async () => newId(),
    send: (browser, bikeId, commentId) => say(browser, bikeId, commentId),
  },
  {
    name: 'a first comment that is deleted, with another after it',
    before: async (bikeId) => {
      const id = newId();
      await say(ben(), bikeId, id);
      await say(ben(), bikeId);
      return id;
    },
    send: (browser, _, commentId) => browser.call(deleteComment, { params: { commentId } }),
  },
];

/** Writes of the first tier. Each of the others takes the steps of one of these. */
const firstWrites = ['a favorite', 'a like', 'a first comment that is deleted, with another after it'];

describe.each(writes)('$name, with a crash at each of its steps', ({ name, before, send }) => {
  const tags = firstWrites.includes(name) ? [] : [nightly];

  /** Runs the write in a process that dies at its nth command; null when it had fewer. */
  async function crash(n: number, when: 'before' | 'after') {
    const { id: bikeId } = await strangeBike(app.db, 'Cross-Check');
    await ana().call(likeBike, { params: { bikeId } });
    await say(ana(), bikeId);
    const commentId = await before(bikeId);
    await app.idle();
    let left = Number.POSITIVE_INFINITY;
    const dying = await processWith(async (command, run) => {
      if (left === 0) throw new Error('this process is dead');
      left--;
      if (left > 0) return run();
      if (when === 'after') await run();
      throw new Error(`died ${when} ${command}`);
    });
    left = n;
    const { status } = await send(at(dying, ben()), bikeId, commentId);
    await dying.idle();
    const died = left === 0;
    left = Number.POSITIVE_INFINITY;
    await dying.close();
    return died ? { bikeId, commentId, status } : null;
  }

  test.each(['before', 'after'] as const)(
    "%s the step: another process's sweep counts the write",
    { tags },
    async (when) => {
      let steps = 0;
      for (; ; steps++) {
        const crashed = await crash(steps + 1, when);
        if (!crashed) break;
        await app.runJob(sweep);
        await expectCounted(crashed.bikeId, `step ${steps + 1}`);
        expect(await uncountedChanges(app.db)).toBe(0);
      }
      expect(steps).toBeGreaterThan(3);
    },
  );

  test.each(['before', 'after'] as const)('%s the step: a retried write is applied once', { tags }, async (when) => {
    for (let step = 1; ; step++) {
      const crashed = await crash(step, when);
      if (!crashed) break;
      const again = await processWith((_, run) => run());
      expect((await send(at(again, ben()), crashed.bikeId, crashed.commentId)).status).toBeLessThan(300);
      await again.close();
      await expectCounted(crashed.bikeId, `step ${step}`);
    }
  });
});

/** Pseudo-random numbers from a seed (mulberry32). */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const isWrite = (command: string) => !/\.find(One)?$/.test(command);
/** Commands that another process may repeat; the change itself is written by one, and no driver retries it. */
const isRepeatable = (command: string) => /\.(updateOne|updateMany|deleteMany|bulkWrite)$/.test(command);

test('concurrent writes in two processes, with failing, late and repeated commands, are counted right', async () => {
  const seed = Date.now();
  const chance = chanceOf(seed);
  const bikes = await Promise.all(['One', 'Two', 'Three'].map((model) => strangeBike(app.db, model)));
  const late: (() => Promise<unknown>)[] = [];
  let injected = 0;
  let troubled = true;
  const interpose: Interposer = async (command, run) => {
    const fate = troubled ? chance() : 1;
    if (fate > 0.2) return run();
    injected++;
    if (fate < 0.05) throw new Error('connection lost before');
    if (fate < 0.1) {
      await run();
      throw new Error('connection lost after');
    }
    const once = fate < 0.15;
    if (once ? isWrite(command) : isRepeatable(command)) late.push(run);
    if (once && isWrite(command)) throw new Error('connection lost, and the command comes late');
    return run();
  };
  const processes = await Promise.all([processWith(interpose), processWith(interpose)]);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)] as T;
  const said: Id[] = [];
  const act = async (browser: TestBrowser): Promise<void> => {
    const one = at(pick(processes), browser);
    const bikeId = pick(bikes).id;
    const kind = chance();
    if (kind < 0.35) await one.call(likeBike, { params: { bikeId } });
    else if (kind < 0.5) await one.call(unlikeBike, { params: { bikeId } });
    else if (kind < 0.65) await keep(one, bikeId, chance() < 0.5, ids.get(browser));
    else if (kind < 0.85) {
      const id = newId();
      said.push(id);
      await say(one, bikeId, id);
    } else if (said.length > 0) await one.call(deleteComment, { params: { commentId: pick(said) } });
    if (late.length > 0 && chance() < 0.2) {
      await late
        .splice(Math.floor(chance() * late.length), 1)[0]?.()
        .catch(() => undefined);
    }
  };
  const rounds = Array.from({ length: 50 });
  await Promise.all(
    people.map(async (browser) => {
      for (const _ of rounds) await act(browser);
    }),
  );
  for (const run of late.splice(0)) await run().catch(() => undefined);
  troubled = false;
  await app.runJob(sweep);
  expect(injected).toBeGreaterThan(100);
  expect(await uncountedChanges(app.db), `seed ${seed}`).toBe(0);
  for (const { id } of bikes) await expectCounted(id, `seed ${seed}`);
  await Promise.all(processes.map((one) => one.close()));
});

test('finishing a write again later, in any order, changes nothing', async () => {
  const { id: bikeId } = await strangeBike(app.db, 'Moonlander');
  const repeats: (() => Promise<unknown>)[] = [];
  const slow = await processWith((command, run) => {
    if (isRepeatable(command)) repeats.push(run);
    return run();
  });
  const [one, two] = [newId(), newId()];
  const ana1 = at(slow, ana());
  for (const id of [one, two]) await say(ana1, bikeId, id);
  const then = async (call: typeof likeBike | typeof unlikeBike) => {
    await ana1.call(call, { params: { bikeId } });
    await slow.idle();
  };
  await then(likeBike);
  await ana1.call(deleteComment, { params: { commentId: one } });
  await then(unlikeBike);
  await then(likeBike);
  for (const run of repeats.toReversed()) await run();
  expect(await app.db.collection('comments').countDocuments({ bikeId, first: { $exists: true } })).toBe(1);
  expect(repeats.length).toBe(12);
  await expectCounted(bikeId);
  await ana1.call(deleteComment, { params: { commentId: two } });
  await then(unlikeBike);
  await expectCounted(bikeId);
  expect(await storedCounters(app.db, bikeId)).toMatchObject({ likes: 0, comments: 0 });
  await slow.close();
});

test('the oldest visible comment of a member counts as their first, also when it was hidden meanwhile', async () => {
  const { id: bikeId } = await strangeBike(app.db, 'Wednesday');
  const judge = people.at(-1) as TestBrowser;
  await giveRole(app.db, 'finn');
  const decide = async (commentId: Id, status: 'Active' | 'Flagged') => {
    const body = { status, reason: 'Looked at.' };
    expect((await judge.call(judgeComment, { params: { commentId }, body })).status).toBe(200);
  };
  const first = async () => {
    await expectCounted(bikeId);
    const rows = await app.db
      .collection('comments')
      .find({ first: `${bikeId}:${benId}` })
      .toArray();
    return rows.map(({ _id }) => String(_id));
  };
  const [one, two, three] = [newId(), newId(), newId()];
  for (const id of [one, two]) await say(ben(), bikeId, id);
  expect(await first()).toEqual([one]);
  for (const id of [one, two]) await decide(id, 'Flagged');
  expect(await first()).toEqual([]);
  await say(ben(), bikeId, three);
  expect(await first()).toEqual([three]);
  await decide(two, 'Active');
  expect(await first()).toEqual([two]);
  await decide(one, 'Active');
  expect(await first()).toEqual([one]);
  await decide(two, 'Flagged');
  expect(await first()).toEqual([one]);
});

test('an undone like leaves the rank exactly as it was', async () => {
  const { id: bikeId } = await strangeBike(app.db, 'Straggler');
  const rank = async () => {
    await app.idle();
    return (await storedCounters(app.db, bikeId)).hotRank;
  };
  const before = await rank();
  for (const browser of people) await browser.call(likeBike, { params: { bikeId } });
  expect(await rank()).toBeGreaterThan(before);
  for (const browser of people) await browser.call(unlikeBike, { params: { bikeId } });
  expect(await rank()).toBe(before);
});

test('an unfinished change of an erased bike is dropped', async () => {
  const { id: bikeId } = await strangeBike(app.db, 'Ogre');
  const dying = await processWith(async (command, run) => {
    if (command === 'bikes.updateOne') throw new Error('died');
    return run();
  });
  await at(dying, ben()).call(likeBike, { params: { bikeId } });
  await dying.close();
  expect(await uncountedChanges(app.db)).toBe(1);
  await app.db.collection<{ _id: string }>('bikes').deleteOne({ _id: bikeId });
  await app.runJob(sweep);
  expect(await uncountedChanges(app.db)).toBe(0);
});

describe('a bike of a database without stored counters', () => {
  type Row = { _id: string; tally?: unknown };
  const day = 24 * 3600 * 1000;
  const times = Array.from({ length: 2500 }, (_, i) => new Date(Date.now() - (i % 30) * day - i));
  const shown = { likes: 2500, comments: 2000, views: 0, favorites: 0 };

  /** Inserts a bike with likes and comments as the version before stored them. */
  async function olderBike(): Promise<Id> {
    const { id: bikeId } = await strangeBike(app.db, 'Long Haul Trucker');
    const older = { $set: { counts: shown, countSeq: 9, hotRank: 77 }, $unset: { tally: '' as const } };
    await app.db.collection<Row & { hotRank: number }>('bikes').updateOne({ _id: bikeId }, older);
    await app.db
      .collection<Row & { bikeId: string }>('likes')
      .insertMany(times.map((time, i) => ({ _id: `${bikeId}:${i}`, bikeId, userId: String(i), at: time })));
    await app.db.collection<Row & { bikeId: string }>('comments').insertMany(
      times.map((time, i) => ({
        ...{ _id: newId(), bikeId, author: { id: String(i % 700), username: 'x', avatar: '' }, text: 'Hi.' },
        ...{ status: i % 5 ? 'Active' : 'Deleted', addedAt: time, editedAt: null },
      })),
    );
    await app.db.collection<Row>('notes').deleteMany({});
    return bikeId;
  }
  const tallied = async (bikeId: Id) => (await app.db.collection<Row>('bikes').findOne({ _id: bikeId }))?.tally;

  test('is counted at its first like, including that like', async () => {
    const bikeId = await olderBike();
    expect((await ben().call(likeBike, { params: { bikeId } })).answer.data).toEqual({ liked: true, likes: 2501 });
    await expectCounted(bikeId);
  });

  test('is counted in the background, and shows its old counters until then', async () => {
    const bikeId = await olderBike();
    const { answer } = await ben().call(getBike, { params: { bikeId } });
    expect(answer.data?.counts).toEqual(shown);
    expect(await tallied(bikeId)).toBeUndefined();
    await app.runJob(sweep);
    expect(await tallied(bikeId)).toBeDefined();
    await expectCounted(bikeId);
  });

  test('is counted right during many writes, in two processes', async () => {
    const bikeId = await olderBike();
    const id = newId();
    const other = await processWith((_, run) => run());
    await Promise.all([
      app.runJob(sweep),
      other.runJob(sweep),
      ...people.map((browser, i) => (i % 2 ? browser : at(other, browser)).call(likeBike, { params: { bikeId } })),
      say(ben(), bikeId, id).then(() => ben().call(deleteComment, { params: { commentId: id } })),
      say(ana(), bikeId),
    ]);
    await other.close();
    expect((await storedCounters(app.db, bikeId)).likes).toBe(2500 + people.length);
    await expectCounted(bikeId);
  });

  test('is counted right after a crash at each step', async () => {
    const bikeId = await olderBike();
    let steps = 0;
    for (let dead = true; dead; steps++) {
      let left = Number.POSITIVE_INFINITY;
      const dying = await processWith(async (_, run) => {
        if (left-- <= 0) throw new Error('this process is dead');
        return run();
      });
      left = steps;
      dead = await dying.runJob(sweep).then(
        () => false,
        () => true,
      );
      await dying.close();
      if (await tallied(bikeId)) await expectCounted(bikeId);
    }
    // One more if a bike of an earlier test is counted as well.
    expect(steps).toBeGreaterThan(7);
    await expectCounted(bikeId);
    await ben().call(likeBike, { params: { bikeId } });
    await expectCounted(bikeId);
  });
});

test('the internal counter fields of a bike are in no reply', async () => {
  const { id: bikeId } = await strangeBike(app.db, 'Pugsley');
  await ben().call(likeBike, { params: { bikeId } });
  await say(ben(), bikeId);
  const { answer } = await ben().call(getBike, { params: { bikeId } });
  expect(Object.keys(answer.data ?? {})).not.toEqual(expect.arrayContaining(['tally']));
  expect(JSON.stringify(answer)).not.toMatch(/tally|marks|countSeq/);
});
