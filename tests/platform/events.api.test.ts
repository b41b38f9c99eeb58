import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Events } from '#api/platform/events.ts';
import { putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { addComment, deleteComment, editComment } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { computedCounters, storedCounters } from '#tests/kit/counters.ts';
import { interposed } from '#tests/kit/interposed.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

type Line = { effect?: string; bikeId?: string; id?: string; op?: string };
const sweep = 'numbers of bikes';

let lines: Line[] = [];
/** Number of lines that the log accepts before it fails. */
let room = Number.POSITIVE_INFINITY;
const log = pino(
  { level: 'debug', base: null },
  {
    write: (text: string) => {
      const line = JSON.parse(text) as Line;
      // Alerts that were raised are an effect of other events.
      if (!line.effect || line.effect === 'alerts.raised') return;
      if (room-- <= 0) throw new Error('this follower is down');
      lines.push(line);
    },
  },
);
const emitted = () => lines.map(({ effect }) => effect);

let app: TestApp;
let ana: TestBrowser;
let photo: Id;
beforeAll(async () => {
  app = await TestApp.open({}, { log });
  ana = await app.join('ana');
  photo = newId();
  await ana.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
});
beforeEach(() => {
  lines = [];
  room = Number.POSITIVE_INFINITY;
});
afterAll(() => app.close());

const say = (browser: TestBrowser, bikeId: Id, id: Id) =>
  browser.call(addComment, { params: { bikeId }, body: { id, text: 'Nice rack.' } });

test('every write emits one event to every handler', async () => {
  const [bikeId, commentId] = [newId(), newId()];
  const params = { bikeId };
  await ana.call(putBike, { params, body: bikeWith([photo]) });
  await ana.call(putBike, { params, body: bikeWith([photo], { model: 'Straggler' }) });
  const { id: other } = await strangeBike(app.db, 'Ogre');
  await ana.call(likeBike, { params: { bikeId: other } });
  await app.idle();
  await ana.call(unlikeBike, { params: { bikeId: other } });
  await app.idle();
  await say(ana, other, commentId);
  await ana.call(editComment, { params: { commentId }, body: { text: 'Nice rack!' } });
  await ana.call(deleteComment, { params: { commentId } });
  await ana.call(deleteBike, { params });
  expect(emitted()).toEqual([
    'bike.published',
    'bike.changed',
    'liked',
    'unliked',
    'commented',
    'comment.edited',
    'comment.hidden',
    'bike.deleted',
  ]);
  expect(lines.map(({ bikeId: about }) => about)).toEqual([
    ...[bikeId, bikeId],
    ...Array.from({ length: 5 }, () => other),
    bikeId,
  ]);
  expect(lines[4]?.id).toBe(commentId);
  expect(new Set(lines.map(({ op }) => op)).size).toBe(5);
});

test('a write that changes nothing emits no event', async () => {
  const { id: bikeId } = await strangeBike(app.db, 'Pugsley');
  await ana.call(likeBike, { params: { bikeId } });
  await ana.call(likeBike, { params: { bikeId } });
  await app.idle();
  expect(emitted()).toEqual(['liked']);
});

test.each(['before the bike counts it', 'before it is finished'])(
  'a like is notified although the server was killed %s',
  async (when) => {
    const { id: bikeId } = await strangeBike(app.db, 'Karate Monkey');
    const last = when === 'before it is finished' ? 'likes.updateMany' : 'bikes.updateOne';
    let dead = false;
    const dying = await TestApp.open(
      {},
      {
        database: app.database,
        log,
        through: ({ db }) =>
          interposed(db, ['bikes', 'likes'], async (command, run) => {
            if (command === last) dead = true;
            if (dead) throw new Error('this process is dead');
            return run();
          }),
      },
    );
    await ana.with(dying).call(likeBike, { params: { bikeId } });
    await dying.close();
    await app.runJob(sweep);
    expect(new Set(emitted())).toEqual(new Set(['liked']));
    expect(new Set(lines.map(({ op }) => op)).size).toBe(1);
    expect(await storedCounters(app.db, bikeId)).toMatchObject({ likes: 1 });
  },
);

test('a failed handler gets the event later, and the like still counts once', async () => {
  const { id: bikeId } = await strangeBike(app.db, 'Big Dummy');
  room = 0;
  const like = async () => (await ana.call(likeBike, { params: { bikeId } })).answer.data;
  expect(await like()).toEqual({ liked: true, likes: 1 });
  await app.idle();
  expect(emitted()).toEqual([]);
  room = Number.POSITIVE_INFINITY;
  expect(await like()).toEqual({ liked: true, likes: 1 });
  expect(emitted()).toEqual(['liked']);
  expect(await storedCounters(app.db, bikeId)).toMatchObject({
    likes: (await computedCounters(app.db, bikeId)).likes,
  });
});

test('the event of a bike or an edit that failed is emitted on retry', async () => {
  const [bikeId, commentId] = [newId(), newId()];
  const put = () => ana.call(putBike, { params: { bikeId }, body: bikeWith([photo]), key: bikeId });
  const { id: other } = await strangeBike(app.db, 'Ice Cream Truck');
  await say(ana, other, commentId);
  const params = { commentId };
  const edit = () => ana.call(editComment, { params, body: { text: 'Nice rack!' }, key: commentId });
  lines = [];
  for (const [write, effect] of [
    [put, 'bike.published'],
    [edit, 'comment.edited'],
  ] as const) {
    room = 0;
    expect((await write()).status).toBe(500);
    room = Number.POSITIVE_INFINITY;
    expect((await write()).status).toBe(200);
    expect(emitted().at(-1)).toBe(effect);
  }
  expect(emitted()).toEqual(['bike.published', 'comment.edited']);
});

test('each handler gets every event, in order', async () => {
  const received: string[] = [];
  const { emit } = new Events([
    async (events) => void received.push(...events.map(({ what }) => `alerts ${what}`)),
    (events) => void received.push(...events.map(({ what }) => `views ${what}`)),
  ]);
  await emit({ what: 'bike.published', bikeId: 'b' }, { what: 'bike.deleted', bikeId: 'b' });
  expect(received).toEqual([
    'alerts bike.published',
    'alerts bike.deleted',
    'views bike.published',
    'views bike.deleted',
  ]);
});
