import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AlertStore } from '#api/features/alerts/alerts.store.ts';
import { type Alerts, listAlerts, pollAlerts, seeAlerts } from '#contract/alerts.ts';
import { refreshTokens, signout } from '#contract/auth.ts';
import { changeBikeStatus } from '#contract/bike-status.ts';
import { deleteBike } from '#contract/bikes.ts';
import { addComment, deleteComment, editComment } from '#contract/comments.ts';
import { actingUserHeader } from '#contract/envelope.ts';
import { addFavorite, removeFavorite } from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike, unlikeBike } from '#contract/likes.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { rename } from '#tests/kit/rename.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';

let database: TestDatabase;
let watched: WatchedDatabase;
let app: TestApp;
let ana: TestBrowser;
let anaId: Id;
let ben: TestBrowser;
let benId: Id;
let cleo: TestBrowser;
let bikeId: Id;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  database = await TestDatabase.open();
  watched = new WatchedDatabase(database);
  app = await TestApp.open({}, { database, still: true, through: () => watched.db });
  const [first, second] = [await app.member('ana'), await app.member('ben')];
  [ana, anaId, ben, benId] = [first.browser, first.user.id, second.browser, second.user.id];
  cleo = await app.join('cleo');
});
beforeEach(async () => {
  await app.idle();
  for (const name of ['alerts', 'limits']) await app.db.collection(name).deleteMany({});
  bikeId = await publishBike(ana);
});
afterAll(async () => {
  await app.close();
  await watched.close();
  await database.close();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
async function alertsOf(browser: TestBrowser): Promise<Alerts> {
  const { answer } = await browser.call(pollAlerts);
  if (!answer.successful) throw new Error('No alerts.');
  return answer.data;
}
async function say(browser: TestBrowser, text: string, about = bikeId): Promise<Id> {
  const id = newId();
  pass(1000);
  expect((await browser.call(addComment, { params: { bikeId: about }, body: { id, text } })).status).toBe(201);
  return id;
}
async function like(browser: TestBrowser, about = bikeId): Promise<void> {
  pass(1000);
  expect((await browser.call(likeBike, { params: { bikeId: about } })).status).toBe(200);
}
const unlike = (browser: TestBrowser) => browser.call(unlikeBike, { params: { bikeId } });
const seeAll = async () => ana.call(seeAlerts, { body: { cursor: (await alertsOf(ana)).cursor } });
const typesOf = ({ items }: Alerts) => items.map(({ type }) => type);
const namesOf = ({ items }: Alerts) => items.map(({ actors }) => actors.map(({ username }) => username));

test("a comment alerts the bike's owner with author, bike and the beginning of its text", async () => {
  const commentId = await say(ben, `${'Ride it. '.repeat(30)}`);
  const { items, unseen, unreadMessageCount, conversations, pollAfterSeconds, serverTime } = await alertsOf(ana);
  expect(items).toMatchObject([
    {
      ...{ type: 'comment', key: commentId, bikeId, actorCount: 1, seen: false },
      actors: [{ id: benId, username: 'ben' }],
      bike: { id: bikeId, brand: 'Surly' },
    },
  ]);
  expect(items[0]?.text).toMatch(/^Ride it\..{130,135}…$/);
  expect(unseen).toEqual({ comments: 1, likes: 0, favorites: 0, winners: 0, followers: 0, searches: 0, moderation: 0 });
  expect({ unreadMessageCount, conversations, pollAfterSeconds }).toEqual({
    ...{ unreadMessageCount: 0, conversations: [], pollAfterSeconds: 60 },
  });
  expect(Date.parse(serverTime)).toBe(Date.now());
  expect((await alertsOf(ben)).items).toEqual([]);
});

test("a member's own comment creates no alert", async () => {
  await say(ana, 'New bars.');
  expect((await alertsOf(ana)).items).toEqual([]);
});

test('all likes of a bike are one alert, the latest first, and comments come before it', async () => {
  await like(ben);
  await say(ben, 'Nice rack.');
  await like(cleo);
  const alerts = await alertsOf(ana);
  expect(typesOf(alerts)).toEqual(['comment', 'like']);
  expect(namesOf(alerts)[1]).toEqual(['cleo', 'ben']);
  expect(alerts.items[1]).toMatchObject({ actorCount: 2, bikeId, seen: false, text: '' });
  expect(alerts.unseen).toMatchObject({ comments: 1, likes: 2 });
});

test('unseen comments come before newer likes of many bikes, and seen alerts are sorted by time', async () => {
  await say(ben, 'Look at me.');
  const others: Id[] = [];
  for (let i = 0; i < 3; i++) others.push(await publishBike(ana));
  for (const one of others) await like(ben, one);
  const page = async (cursor?: string) => {
    const { answer } = await ana.call(listAlerts, { query: { limit: 2, cursor } });
    return answer.data ?? { items: [], next: null };
  };
  expect((await page()).items.map(({ type }) => type)).toEqual(['comment', 'like']);
  await seeAll();
  const first = await page();
  const second = await page(first.next ?? '');
  expect([...first.items, ...second.items].map(({ type }) => type)).toEqual(['like', 'like', 'comment', 'like']);
  expect(second.next).toBeNull();
});

test('a seen alert stays seen until more arrives, and only what arrived is new', async () => {
  await like(ben);
  await say(ben, 'Nice rack.');
  const { cursor } = await alertsOf(ana);
  await say(cleo, 'And nice bags.');
  await ana.call(seeAlerts, { body: { cursor } });
  let alerts = await alertsOf(ana);
  expect(alerts.unseen).toMatchObject({ comments: 1, likes: 0 });
  expect(alerts.items.map(({ text, seen }) => [text, seen])).toEqual([
    ['And nice bags.', false],
    ['Nice rack.', true],
    ['', true],
  ]);
  await seeAll();
  await like(cleo);
  alerts = await alertsOf(ana);
  expect(alerts.unseen).toMatchObject({ comments: 0, likes: 1 });
  expect(alerts.items.filter(({ seen }) => !seen)).toMatchObject([{ type: 'like', actorCount: 2 }]);
});

test('alerts that do not exist yet cannot be marked as seen', async () => {
  await ana.call(seeAlerts, { body: { cursor: '9999999999999' } });
  await like(ben);
  await app.idle();
  await ana.call(seeAlerts, { body: { cursor: '9999999999999' } });
  await like(cleo);
  await unlike(cleo);
  await like(cleo);
  expect((await alertsOf(ana)).unseen.likes).toBe(1);
});

test('an undone like and a deleted comment disappear from the alerts', async () => {
  await like(ben);
  const commentId = await say(ben, 'Nice rack.');
  await seeAll();
  await like(cleo);
  expect((await alertsOf(ana)).unseen.likes).toBe(1);
  await unlike(cleo);
  let alerts = await alertsOf(ana);
  expect(alerts.unseen).toMatchObject({ comments: 0, likes: 0 });
  expect(namesOf(alerts)).toEqual([['ben'], ['ben']]);
  await unlike(ben);
  await ben.call(deleteComment, { params: { commentId } });
  alerts = await alertsOf(ana);
  expect(alerts.items).toEqual([]);
  expect(await app.db.collection('alerts').countDocuments({ userId: anaId })).toBe(0);
});

test('an alert shows the current text of an edited comment', async () => {
  const commentId = await say(ben, 'Nice rak.');
  await ben.call(editComment, { params: { commentId }, body: { text: 'Nice rack.' } });
  expect((await alertsOf(ana)).items[0]?.text).toBe('Nice rack.');
});

test('deleting a bike removes its alerts', async () => {
  await like(ben);
  await say(ben, 'Nice rack.');
  await ana.call(deleteBike, { params: { bikeId } });
  const { items, unseen } = await alertsOf(ana);
  expect(items).toEqual([]);
  expect(unseen).toMatchObject({ comments: 0, likes: 0 });
});

describe('a member who acts, undoes and acts again', () => {
  const day = 86_400_000;
  const favor = async (call: typeof addFavorite | typeof removeFavorite) => {
    pass(1000);
    expect((await ben.call(call, { params: { folderId: benId, bikeId } })).status).toBe(200);
  };
  /** Ben comments on his own bike, with or without a mention of ana. */
  const ride = async () => {
    const own = await publishBike(ben);
    const commentId = await say(ben, 'Look, @ana!', own);
    const edit = async (text: string) => {
      pass(1000);
      expect((await ben.call(editComment, { params: { commentId }, body: { text } })).status).toBe(200);
    };
    return { own, edit };
  };

  test.each([
    [
      'likes a bike',
      async () => {
        await like(ben);
        return async () => {
          await unlike(ben);
          await like(ben);
        };
      },
    ],
    [
      'favors a bike',
      async () => {
        await favor(addFavorite);
        return async () => {
          await favor(removeFavorite);
          await favor(addFavorite);
        };
      },
    ],
    [
      'calls a member in a comment',
      async () => {
        const { edit } = await ride();
        return async () => {
          await edit('Look!');
          await edit('Look, @ana!');
        };
      },
    ],
    [
      'calls a member in a comment, and takes away and brings back the bike meanwhile',
      async () => {
        const { own, edit } = await ride();
        const move = (from: 'Deleted' | 'Draft', to: 'Draft' | 'Active') =>
          ben.call(changeBikeStatus, { params: { bikeId: own }, body: { from, to } as never });
        return async () => {
          await ben.call(deleteBike, { params: { bikeId: own } });
          await move('Deleted', 'Draft');
          expect((await move('Draft', 'Active')).status).toBe(200);
          await edit('Look!');
          await edit('Look, @ana!');
        };
      },
    ],
  ])('notifies the other member once: %s', async (_, begin) => {
    const again = await begin();
    const first = (await alertsOf(ana)).items[0];
    expect(first?.seen).toBe(false);
    // Unseen, it is new once.
    await again();
    const { unseen } = await alertsOf(ana);
    expect(unseen.comments + unseen.likes + unseen.favorites).toBe(1);
    await seeAll();
    for (let n = 0; n < 3; n++) {
      await again();
      const alerts = await alertsOf(ana);
      expect(alerts.items.map(({ at, seen }) => [at, seen])).toEqual([[first?.at, true]]);
      expect(alerts.unseen).toMatchObject({ comments: 0, likes: 0, favorites: 0 });
    }
    expect(await app.db.collection('alerts').countDocuments({ key: first?.key })).toBe(1);
  });

  test('is sorted among the others, and what others do in the meantime is new', async () => {
    await like(ben);
    await seeAll();
    await unlike(ben);
    expect((await alertsOf(ana)).items).toEqual([]);
    await like(cleo);
    await like(ben);
    const { items, unseen } = await alertsOf(ana);
    expect([namesOf({ items } as Alerts), unseen.likes]).toEqual([[['cleo', 'ben']], 1]);
  });

  test('notifies again after a month', async () => {
    await like(ben);
    await seeAll();
    await unlike(ben);
    await app.idle();
    pass(31 * day);
    for (const one of [ana, ben, cleo]) await one.call(refreshTokens);
    await like(ben);
    expect((await alertsOf(ana)).unseen.likes).toBe(1);
  });

  test('leaves nothing behind when either member deletes the account', async () => {
    await like(ben);
    await app.idle();
    await unlike(ben);
    await like(cleo);
    await app.idle();
    const alerts = new AlertStore(app.db);
    const rows = async () => JSON.stringify(await app.db.collection('alerts').find({ type: 'like' }).toArray());
    expect(await rows()).toContain(benId);
    await alerts.eraseOf(benId);
    expect(await rows()).not.toContain(benId);
    await unlike(cleo);
    expect((await alertsOf(ana)).items).toEqual([]);
    await alerts.eraseOf(anaId);
    expect(await rows()).toBe('[]');
  });
});

test('alerts show a changed name', async () => {
  await like(ben);
  await say(ben, 'Nice rack.');
  await rename(app.db, benId, 'Benedict');
  await app.runJob('copies of members');
  expect(namesOf(await alertsOf(ana))).toEqual([['Benedict'], ['Benedict']]);
  await rename(app.db, benId, 'ben');
  await app.runJob('copies of members');
});

const unchanged = async (browser: TestBrowser, tag: string, headers: Record<string, string> = {}) =>
  (await browser.call(pollAlerts, { headers: { 'If-None-Match': tag, ...headers } })).status;
const tagOf = async (browser: TestBrowser) => (await browser.call(pollAlerts)).headers.get('ETag') ?? '';

test('a poll without news is answered 304, with one database command', async () => {
  await like(ben);
  const tag = await tagOf(ana);
  const { commands } = await watched.during(async () => expect(await unchanged(ana, tag)).toBe(304));
  expect(commands).toEqual(['find alerts']);
});

test("every change of a poll's data changes its ETag", async () => {
  let tag = await tagOf(ana);
  const changes: (() => Promise<unknown>)[] = [
    () => like(ben),
    () => say(ben, 'Nice rack.'),
    seeAll,
    () => unlike(ben),
    () => ana.call(deleteBike, { params: { bikeId } }),
  ];
  for (const change of changes) {
    await change();
    expect(await unchanged(ana, tag)).toBe(200);
    tag = await tagOf(ana);
    expect(await unchanged(ana, tag)).toBe(304);
  }
});

test("another member's ETag does not get a 304", async () => {
  const tag = await tagOf(ana);
  expect(await unchanged(ben, tag)).toBe(200);
  expect(await unchanged(ana, tag, { [actingUserHeader]: benId })).toBe(409);
  expect(await unchanged(ana, '*')).toBe(200);
});

test('a signed-out member receives no later alerts', async () => {
  const out = await app.join('olaf');
  const left = out.with(app);
  const tag = await tagOf(out);
  await out.call(signout);
  expect((await left.call(pollAlerts)).status).toBe(401);
  const olaf = await app.db.collection('users').findOne({ username: 'olaf' });
  await app.db
    .collection<{ _id: string }>('alerts')
    .updateOne({ _id: String(olaf?._id) }, { $inc: { seq: 1 } }, { upsert: true });
  expect(await unchanged(left, tag)).toBe(401);
});

test('a list of alerts is read with the same number of commands, whatever its length', async () => {
  const poll = async () => (await watched.during(() => ana.call(pollAlerts))).commands;
  await like(ben);
  await say(ben, 'Nice rack.');
  await app.idle();
  const few = await poll();
  expect(few).toEqual([
    ...['find sessions', 'find users', 'find alerts', 'find alerts', 'aggregate alerts', 'find conversations'],
    ...['find preferences', 'find bikes', 'find comments', 'find users'],
  ]);
  for (let i = 0; i < 10; i++) await say(ben, `Nice rack number ${i}.`);
  expect(await poll()).toEqual(few);
});
