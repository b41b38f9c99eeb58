import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlertService } from '#api/features/alerts/alerts.service.ts';
import { AlertStore } from '#api/features/alerts/alerts.store.ts';
import type { AlertSource } from '#api/platform/alerting.ts';
import type { AppEvent } from '#api/platform/events.ts';
import { type Alerts, pollAlerts } from '#contract/alerts.ts';
import { deleteBike } from '#contract/bikes.ts';
import { addComment, deleteComment, editComment } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { interposed } from '#tests/kit/interposed.ts';
import { stalled } from '#tests/kit/stalled.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

const sweep = 'numbers of bikes';

let app: TestApp;
let ana: TestBrowser;
let anaId: Id;
let ben: TestBrowser;
let cleo: TestBrowser;
let bikeId: Id;
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
  const joined = await app.member('ana');
  [ana, anaId] = [joined.browser, joined.user.id];
  [ben, cleo] = [await app.join('ben'), await app.join('cleo')];
});
beforeEach(async () => {
  for (const name of ['alerts', 'comments', 'limits']) await app.db.collection(name).deleteMany({});
  bikeId = await anasBike();
});
afterAll(() => app.close());

async function anasBike(): Promise<Id> {
  const { id } = await strangeBike(app.db, 'Straggler');
  await app.db.collection<{ _id: string }>('bikes').updateOne({ _id: id }, { $set: { 'owner.id': anaId } });
  return id;
}
async function alertsOf(browser: TestBrowser): Promise<Alerts> {
  const { answer } = await browser.call(pollAlerts);
  if (!answer.successful) throw new Error('No alerts.');
  return answer.data;
}
const storedAlerts = async () => {
  const { items, unseen } = await alertsOf(ana);
  const lines = items.map(
    ({ type, actors, actorCount }) => `${type} ${actors.map((one) => one.username)} ${actorCount}`,
  );
  return { lines, unseen: unseen.comments + unseen.likes };
};

/**
 * Runs work in a process that dies before the n-th of its commands on these collections. Returns false when it
 * finished.
 */
async function dying(n: number, work: (app: TestApp) => Promise<unknown>): Promise<boolean> {
  let count = 0;
  let dead = false;
  let isOpen = false;
  const other = await TestApp.open(
    {},
    {
      database: app.database,
      still: true,
      through: ({ db }) =>
        interposed(db, ['alerts', 'likes', 'comments', 'bikes'], async (_, run) => {
          if (isOpen) count += 1;
          dead ||= count === n;
          if (dead) throw new Error('this process is dead');
          return run();
        }),
    },
  );
  isOpen = true;
  await work(other);
  await other.close();
  return dead;
}

type Deed = {
  name: string;
  first?: () => Promise<unknown>;
  by: (at: TestApp) => Promise<{ status: number }>;
  lines: string[];
};
let commentId: Id = newId();
const say = (browser: TestBrowser, text = 'Nice rack.') =>
  browser.call(addComment, { params: { bikeId }, body: { id: commentId, text }, key: commentId });
const elsewhere = async () => {
  bikeId = (await strangeBike(app.db, 'Ogre')).id;
};
const change = (browser: TestBrowser, text: string) =>
  browser.call(editComment, { params: { commentId }, body: { text } });
const deeds: Deed[] = [
  { name: 'a like', by: (at) => ben.with(at).call(likeBike, { params: { bikeId } }), lines: ['like ben 1'] },
  { name: 'a comment', by: (at) => say(ben.with(at)), lines: ['comment ben 1'] },
  {
    name: 'an undone like',
    first: () => ben.call(likeBike, { params: { bikeId } }),
    by: (at) => ben.with(at).call(unlikeBike, { params: { bikeId } }),
    lines: [],
  },
  {
    name: 'one of two likes, undone',
    first: async () => {
      for (const one of [ben, cleo]) await one.call(likeBike, { params: { bikeId } });
    },
    by: (at) => ben.with(at).call(unlikeBike, { params: { bikeId } }),
    lines: ['like cleo 1'],
  },
  {
    name: 'a comment that is deleted',
    first: () => say(ben),
    by: (at) => ben.with(at).call(deleteComment, { params: { commentId } }),
    lines: [],
  },
  { name: 'a name in a comment', first: elsewhere, by: (at) => say(ben.with(at), '@ana!'), lines: ['mention ben 1'] },
  {
    name: 'a name that comes by a change',
    first: async () => {
      await elsewhere();
      await say(ben);
    },
    by: (at) => change(ben.with(at), 'Nice rack, @ana.'),
    lines: ['mention ben 1'],
  },
  {
    name: 'a name that goes by a change',
    first: async () => {
      await elsewhere();
      await say(ben, 'Nice rack, @ana.');
    },
    by: (at) => change(ben.with(at), 'Nice rack.'),
    lines: [],
  },
];

describe('after a crash at each of its commands and a retry,', () => {
  test.each(deeds.map((deed) => [deed.name, deed] as const))(
    '%s creates one alert',
    { timeout: 300_000 },
    async (_, deed) => {
      let deaths = 0;
      for (let n = 1; ; n++) {
        for (const name of ['alerts', 'comments', 'limits']) await app.db.collection(name).deleteMany({});
        [bikeId, commentId] = [await anasBike(), newId()];
        await deed.first?.();
        if (!(await dying(n, deed.by))) break;
        deaths += 1;
        await app.runJob(sweep);
        await app.db.collection('receipts').deleteMany({ state: 'running' });
        // The write may have arrived; a repeated one gets the same reply.
        expect([200, 201]).toContain((await deed.by(app)).status);
        expect([n, await storedAlerts()]).toEqual([n, { lines: deed.lines, unseen: deed.lines.length }]);
      }
      expect(deaths).toBeGreaterThan(4);
    },
  );
});

test('likes that are counted together are all counted, and told once, after a crash at each command', async () => {
  const fans = [ben, cleo];
  let deaths = 0;
  for (let n = 1; ; n++) {
    for (const name of ['alerts', 'comments', 'limits']) await app.db.collection(name).deleteMany({});
    const bikes = [await anasBike(), await anasBike()];
    const answered: [bikeId: Id, fan: TestBrowser][] = [];
    const isDead = await dying(n, async (other) => {
      const likes = bikes.flatMap((one) => fans.map((fan) => [one, fan] as const));
      await Promise.all(
        likes.map(async ([one, fan]) => {
          const { status } = await fan.with(other).call(likeBike, { params: { bikeId: one } });
          if (status === 200) answered.push([one, fan]);
        }),
      );
      await other.idle();
    });
    await app.runJob(sweep);
    const { items, unseen } = await alertsOf(ana);
    // An answered like is counted and told without a retry.
    for (const one of bikes) {
      const here = answered.filter(([bikeId]) => bikeId === one).length;
      expect(items.find((alert) => alert.bikeId === one)?.actorCount ?? 0, `step ${n}`).toBeGreaterThanOrEqual(here);
    }
    expect(unseen.likes).toBe(items.reduce((sum, { actorCount }) => sum + actorCount, 0));
    // Retried likes change nothing but what was never stored.
    for (const one of bikes) for (const fan of fans) await fan.call(likeBike, { params: { bikeId: one } });
    await app.idle();
    const all = await alertsOf(ana);
    expect(all.items.map(({ actorCount, actors }) => [actorCount, actors.length])).toEqual(bikes.map(() => [2, 2]));
    expect(all.unseen.likes).toBe(4);
    if (!isDead) break;
    deaths += 1;
  }
  expect(deaths).toBeGreaterThan(3);
});

describe('a process that writes its alert after another process has told newer changes', () => {
  const like = (at: TestApp) => ben.with(at).call(likeBike, { params: { bikeId } });
  const unlike = (at: TestApp) => ben.with(at).call(unlikeBike, { params: { bikeId } });

  test('leaves no alert of a like that was undone', async () => {
    await stalled(app, {
      before: 'alerts',
      deed: like,
      meanwhile: async () => expect((await unlike(app)).status).toBe(200),
    });
    expect(await storedAlerts()).toEqual({ lines: [], unseen: 0 });
  });

  test('leaves the alert of a like that was given again', async () => {
    const again = async () => expect((await like(app)).status).toBe(200);
    await stalled(app, { before: 'alerts', first: like, deed: unlike, meanwhile: again });
    expect(await storedAlerts()).toEqual({ lines: ['like ben 1'], unseen: 1 });
  });

  test('leaves no alert of a comment that was deleted', async () => {
    commentId = newId();
    await stalled(app, {
      before: 'alerts',
      deed: (at) => say(ben.with(at)),
      meanwhile: async () => expect((await ben.call(deleteComment, { params: { commentId } })).status).toBe(200),
    });
    expect(await storedAlerts()).toEqual({ lines: [], unseen: 0 });
  });

  test('leaves no unseen alert of a bike that was deleted', async () => {
    const remove = async () => expect((await ana.call(deleteBike, { params: { bikeId } })).status).toBe(200);
    await stalled(app, { before: 'alerts', deed: like, meanwhile: remove });
    expect(await storedAlerts()).toEqual({ lines: [], unseen: 0 });
  });
});

test('a name in a comment is neither listed nor counted while its bike is not public', async () => {
  [bikeId, commentId] = [(await strangeBike(app.db, 'Ogre')).id, newId()];
  const setStatus = (status: string) =>
    app.db.collection<{ _id: string; status: string }>('bikes').updateOne({ _id: bikeId }, { $set: { status } });
  await say(ben, 'Nice rack, @ana.');
  await setStatus('Draft');
  expect(await storedAlerts()).toEqual({ lines: [], unseen: 0 });
  await setStatus('Active');
  expect(await storedAlerts()).toEqual({ lines: ['mention ben 1'], unseen: 1 });
});

test('after many concurrent likes and unlikes, the alert lists the members who like the bike in the end', async () => {
  const fans = [ben, cleo];
  const moves = fans.flatMap((fan) => Array.from({ length: 10 }, (_, i) => ({ fan, on: i % 2 === 0 })));
  for (const on of [true, false, true]) {
    await Promise.all(moves.map(({ fan }) => fan.call(on ? likeBike : unlikeBike, { params: { bikeId } })));
  }
  await app.runJob(sweep);
  const { lines, unseen } = await storedAlerts();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^like (ben,cleo|cleo,ben) 2$/);
  expect(unseen).toBe(2);
});

test('an alert follows sixty members who undo their likes, and like again, all at once in two processes', async () => {
  const processes = [new AlertStore(app.db), new AlertStore(app.db)];
  const fans = Array.from({ length: 60 }, () => newId());
  const about = { type: 'like', first: false, userId: anaId, key: bikeId, bikeId };
  const raised = (actorId: string) => ({ ...about, what: 'raised' as const, actorId });
  const lowered = (actorId: string) => ({ ...about, what: 'lowered' as const, actorId });
  const each = (work: (store: AlertStore, fan: string) => Promise<void>) =>
    Promise.all(
      fans.map(async (fan, i) => {
        const store = processes[i % 2];
        // Those of one tick would be one command.
        for (let ticks = 0; ticks < i; ticks++) await setImmediate();
        if (store) await work(store, fan);
      }),
    );
  const row = () => app.db.collection('alerts').findOne({ bikeId });
  await each((store, fan) => store.raise([raised(fan)], new Date()));
  await each((store, fan) => store.lower([lowered(fan)], new Date()));
  expect(await row()).toMatchObject({ was: anaId, actors: [], fresh: 0 });
  await each((store, fan) => store.raise([raised(fan)], new Date()));
  const again = await row();
  expect(again).toMatchObject({ userId: anaId, fresh: 60 });
  expect(again?.actors.map(({ id }: { id: string }) => id).toSorted()).toEqual(fans.toSorted());
});

test('an event delivered twenty times, some concurrently, creates one alert', async () => {
  await ben.call(likeBike, { params: { bikeId } });
  const service = serviceWith([winners]);
  const event: AppEvent = { what: 'bike.changed', bikeId };
  for (let i = 0; i < 3; i++) await Promise.all(Array.from({ length: 7 }, () => service.follow([event])));
  const row = await app.db.collection('alerts').findOne({ type: 'winner' });
  expect(row).toMatchObject({ fresh: 1, actors: [{ id: 'jury' }] });
});

/** An alert type that the alerts feature does not know. */
const winners: AlertSource = {
  type: 'winner' as never,
  group: 'winners',
  first: true,
  changesOf: (event) => {
    if (event.what !== 'bike.changed') return [];
    const { bikeId: about } = event;
    return [{ what: 'raised', userId: anaId, key: about, bikeId: about, actorId: 'jury' }];
  },
  fieldsOf: async (alerts) =>
    new Map(alerts.map(({ key }) => [key, { actors: [], actorCount: 1, text: 'Bike of the Week' }])),
};
const serviceWith = (sources: AlertSource[]) =>
  new AlertService({
    alerts: new AlertStore(app.db),
    sources,
    bikesOf: async (ids) =>
      ids.map((id) => ({
        id,
        slug: '',
        brand: '',
        model: '',
        year: null,
        status: 'Active',
        counts: { likes: 0, favorites: 0 },
      })),
    unreadOf: async () => ({ unreadMessageCount: 2, conversations: [] }),
    counted: async () => undefined,
    chosenOf: async () => ({ version: 0 }),
    switchedOff: async () => new Map(),
    now: () => new Date(),
    emit: async () => undefined,
    version: 'test',
  });

test('a feature adds an alert type with its own text, group and position, and unread messages are listed with it', async () => {
  await ben.call(likeBike, { params: { bikeId } });
  const service = serviceWith([winners]);
  await service.follow([{ what: 'bike.changed', bikeId }]);
  const { data } = await service.poll(anaId);
  expect(data.items).toMatchObject([{ type: 'winner', text: 'Bike of the Week' }]);
  expect(data.unseen).toMatchObject({ winners: 1, likes: 0 });
  expect(data.unreadMessageCount).toBe(2);
});
