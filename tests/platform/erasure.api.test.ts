import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteAccount, forgotPassword, login, restoreAccount, signup } from '#contract/accounts.ts';
import { refreshTokens } from '#contract/auth.ts';
import { getBike, putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { addComment, deleteComment, listComments } from '#contract/comments.ts';
import {
  addFavorite,
  orderBikes,
  putFolder,
  shareFolder,
  writeBikeNote,
  writeFolderText,
} from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { acceptKeeping, addToList, inviteKeeper } from '#contract/keepers.ts';
import { likeBike } from '#contract/likes.ts';
import type { Person } from '#contract/people.ts';
import { makeToken } from '#contract/personal-tokens.ts';
import { updateText } from '#contract/profile.ts';
import { addAvatar } from '#contract/profile-pictures.ts';
import { proveIdentity } from '#contract/proof.ts';
import { likeUpdate } from '#contract/updates.ts';
import { goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { type Interposer, interposed } from '#tests/kit/interposed.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { nightly } from '#tests/run/tiers.ts';

type Row = { _id: string } & Record<string, unknown>;
vi.setConfig({ testTimeout: 120_000 });
const minute = 60_000;
const day = 24 * 60 * minute;
const everywhere = [
  ...[
    'users',
    'bikes',
    'comments',
    'likes',
    'updateLikes',
    'favorites',
    'folders',
    'folderOrders',
    'folderKeepers',
    'photos',
    'receipts',
  ],
  ...['sessions', 'tokens', 'personalTokens', 'securityEvents', 'alerts', 'profiles', 'pictures'],
];

const updateId = newId();

let app: TestApp;
let photo: Buffer;
let host: TestBrowser;
let hostId: string;
let hostsBike: Id;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await TestApp.open();
  photo = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  const joined = await app.member('host');
  host = joined.browser;
  hostId = joined.user.id;
  hostsBike = await bikeOf(host);
});
beforeEach(async () => {
  pass(61 * minute);
  await app.runJob('copies of members');
  host = new TestBrowser(app);
  await host.call(login, { body: { identifier: 'host', password: goodPassword } });
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const rows = (name: string) => app.db.collection<Row>(name);
const leave = (browser: TestBrowser, username: string) => browser.call(deleteAccount, { body: { username } });
const logIn = async (identifier: string) =>
  (await new TestBrowser(app).call(login, { body: { identifier, password: goodPassword } })).answer.error?.code;
const restore = (identifier: string) =>
  new TestBrowser(app).call(restoreAccount, { body: { identifier, password: goodPassword } });
const eraseAll = () => app.runJob('deleted accounts');

async function bikeOf(browser: TestBrowser): Promise<Id> {
  const [id, photoId] = [newId(), newId()];
  await browser.sendPhoto(photo, { id: photoId });
  await browser.call(putBike, { params: { bikeId: id }, body: bikeWith([photoId]) });
  return id;
}
async function say(browser: TestBrowser, bikeId: Id, text: string): Promise<Id> {
  const id = newId();
  await browser.call(addComment, { params: { bikeId }, body: { id, text }, key: id });
  return id;
}
const countsOf = async (bikeId: Id) =>
  (await new TestBrowser(app).call(getBike, { params: { bikeId } })).answer.data?.counts;
const isSeen = async (bikeId: Id) => (await new TestBrowser(app).call(getBike, { params: { bikeId } })).status === 200;

/** Creates a member with data in every collection, whose bike has comments of others. */
async function busyMember(name: string): Promise<{ browser: TestBrowser; user: Person; bike: Id }> {
  const { browser, user } = await app.member(name);
  const bike = await bikeOf(browser);
  const gone = await bikeOf(browser);
  await browser.call(deleteBike, { params: { bikeId: gone } });
  const { answer } = await browser.sendPhoto(photo);
  const part = { photoId: answer.data?.id ?? '', crop: { x: 0, y: 0, width: 320, height: 320 } };
  await browser.call(addAvatar, { body: part });
  await browser.call(updateText, { body: { text: `${name} rides.`, seen: { version: 0, device: newId() } } });
  await browser.call(makeToken, { body: { name: `Sync of ${name}`, scopes: ['read'], days: 30 } });
  await browser.call(likeBike, { params: { bikeId: hostsBike } });
  const history = [{ id: updateId, date: '2026-05-01', title: 'Wheels', text: '', photoIds: [], componentChanges: [] }];
  await rows('bikes').updateMany({ _id: { $in: [hostsBike, bike] } }, { $set: { history } });
  await browser.call(likeUpdate, { params: { bikeId: hostsBike, updateId } });
  await host.call(likeUpdate, { params: { bikeId: bike, updateId } });
  const folderId = newId();
  await browser.call(putFolder, { params: { folderId }, body: { name: `Folder of ${name}` } });
  for (const id of [folderId, user.id])
    await browser.call(addFavorite, { params: { folderId: id, bikeId: hostsBike } });
  await browser.call(orderBikes, { params: { folderId }, body: { order: [hostsBike] } });
  await browser.call(writeFolderText, { params: { folderId }, body: { text: `${name} collects.` } });
  await browser.call(writeBikeNote, { params: { folderId, bikeId: hostsBike }, body: { note: `${name} likes it.` } });
  const { answer: link } = await browser.call(shareFolder, { params: { folderId }, query: {} });
  await browser.call(inviteKeeper, { params: { shareId: link.data?.shareId ?? '', userId: hostId } });
  const shared = await host.call(shareFolder, { params: { folderId: hostId }, query: {} });
  const shareId = shared.answer.data?.shareId ?? '';
  await host.call(inviteKeeper, { params: { shareId, userId: user.id } });
  await browser.call(acceptKeeping, { params: { shareId } });
  await browser.call(addToList, { params: { shareId, bikeId: bike } });
  // The database deletes it after a day, by its own clock.
  await rows('fromNewMembers').deleteMany({});
  for (const text of ['First.', 'Second.', `I am ${name}.`]) await say(browser, hostsBike, text);
  await browser.call(deleteComment, { params: { commentId: await say(browser, hostsBike, 'Third.') } });
  await say(browser, bike, 'My own.');
  await host.call(likeBike, { params: { bikeId: bike } });
  await host.call(addFavorite, { params: { folderId: hostId, bikeId: bike } });
  await say(host, bike, 'Hello there.');
  // Nobody is erased within the moment that counting likes takes.
  await app.idle();
  return { browser, user, bike };
}

/**
 * Counts the documents that contain a text, by collection; without those that expire within a week, and without the
 * operator's replies.
 */
async function mentions(text: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const { name } of await app.db.listCollections().toArray()) {
    if (name === 'mails' || name === 'limits') continue;
    for await (const { tally: _, ...row } of rows(name).find())
      if (!(name === 'receipts' && row._id.startsWith(hostId)) && JSON.stringify(row).includes(text))
        found[name] = (found[name] ?? 0) + 1;
  }
  return found;
}
const filesOf = (ids: string[]) =>
  Array.fromAsync(glob(`bikes/*/{${[...ids, 'none'].join()}}/*`, { cwd: join(app.database.folder, 'photos') }));
const pictureFiles = () => Array.fromAsync(glob('users/*/*/*.webp', { cwd: join(app.database.folder, 'photos') }));
const photosOf = async ({ id }: Person) => (await rows('photos').find({ ownerId: id }).toArray()).map((row) => row._id);

describe('an account deleted 30 days ago', () => {
  test('is erased with all its data, and other members keep theirs', async () => {
    const before = await countsOf(hostsBike);
    const pictures = await pictureFiles();
    const { browser, user, bike } = await busyMember('anabel');
    expect(await pictureFiles()).toHaveLength(pictures.length + 2);
    expect(await countsOf(hostsBike)).toEqual({
      ...{ ...before, likes: 1, comments: (before?.comments ?? 0) + 3, favorites: 1 },
    });
    const photos = await photosOf(user);
    expect([photos.length, (await filesOf(photos)).length > 0]).toEqual([3, true]);
    await leave(browser, 'anabel');
    pass(30 * day - minute);
    await eraseAll();
    expect(await logIn('anabel')).toBe('Deleted');
    await new TestBrowser(app).call(forgotPassword, { body: { email: 'anabel@example.org' } });
    await app.mails();
    pass(2 * minute);
    await eraseAll();

    for (const text of ['anabel', user.id, bike, 'Hello there.', ...photos]) expect(await mentions(text)).toEqual({});
    expect(await filesOf(photos)).toEqual([]);
    expect(await pictureFiles()).toEqual(pictures);
    expect(await countsOf(hostsBike)).toEqual(before);
    const { answer } = await host.call(listComments, { params: { bikeId: hostsBike } });
    expect(answer.data?.items).toEqual([]);
    expect(await isSeen(bike)).toBe(false);
    expect((await mentions('host')).users).toBe(1);
    expect(await logIn('host')).toBeUndefined();
  });

  test('frees its name and address, and is unknown at log-in', async () => {
    const browser = await app.join('bruno');
    await leave(browser, 'bruno');
    const again = { username: 'bruno', email: 'bruno@example.org', password: goodPassword, terms: true as const };
    expect((await new TestBrowser(app).call(signup, { body: { id: newId(), ...again } })).answer.validation).toEqual({
      username: ['That username is taken.'],
    });
    pass(31 * day);
    await eraseAll();
    expect(await logIn('bruno')).toBe('LoginFailed');
    expect((await restore('bruno@example.org')).answer.error?.code).toBe('LoginFailed');
    const { user } = await app.member('bruno');
    expect(user.username).toBe('bruno');
  });

  test('is not erased when it was restored, nor when it was deleted again since', async () => {
    const { browser, bike } = await busyMember('carla');
    await leave(browser, 'carla');
    pass(20 * day);
    expect((await restore('carla')).status).toBe(200);
    pass(11 * day);
    await eraseAll();
    expect([await logIn('carla'), await isSeen(bike)]).toEqual([undefined, true]);
    const later = new TestBrowser(app);
    await later.call(login, { body: { identifier: 'carla', password: goodPassword } });
    await leave(later, 'carla');
    pass(29 * day);
    await eraseAll();
    expect(await logIn('carla')).toBe('Deleted');
    expect((await restore('carla')).status).toBe(200);
    expect(await isSeen(bike)).toBe(true);
  });

  test('can be restored until it is erased, and not afterwards', async () => {
    const [late, tooLate] = [await app.join('dora'), await app.join('elsa')];
    for (const [browser, name] of [
      [late, 'dora'],
      [tooLate, 'elsa'],
    ] as const)
      await leave(browser, name);
    pass(31 * day);
    expect((await restore('dora')).status).toBe(200);
    await eraseAll();
    expect([await logIn('dora'), await logIn('elsa')]).toEqual([undefined, 'LoginFailed']);
  });
});

/** A copy of all data, to repeat a test from. */
const snapshot = () => Promise.all(everywhere.map(async (name) => [name, await rows(name).find().toArray()] as const));
async function restoreData(saved: Awaited<ReturnType<typeof snapshot>>): Promise<void> {
  for (const [name, documents] of saved) {
    await rows(name).deleteMany({});
    if (documents.length > 0) await rows(name).insertMany([...documents]);
  }
}

/** Another process of the site, with an interposer before the database. */
const process = (interpose: Interposer) =>
  TestApp.open({}, { database: app.database, through: ({ db }) => interposed(db, everywhere, interpose) });

/** Only changes are steps: dying before a read leaves the same state as dying before the next change. */
const changes = /\.(?:insert|update|delete|bulkWrite|findOneAndUpdate)/;

describe('a server killed at any step', () => {
  /** Runs work in a process that dies before the change after `steps` changes. Returns whether it died. */
  async function dyingAfter(steps: number, work: (dying: TestApp) => Promise<unknown>): Promise<boolean> {
    let left = Number.POSITIVE_INFINITY;
    let died = false;
    const dying = await process(async (command, run) => {
      if (!died && (!changes.test(command) || left-- > 0)) return run();
      died = true;
      throw new Error('this process is dead');
    });
    left = steps;
    await work(dying).catch(() => undefined);
    await dying.close();
    return died;
  }

  test('finishes every erasure that it began', { tags: nightly, timeout: 600_000 }, async () => {
    const before = await countsOf(hostsBike);
    const { browser, user, bike } = await busyMember('faye');
    const photos = await photosOf(user);
    await leave(browser, 'faye');
    pass(31 * day);
    const saved = await snapshot();
    let steps = 0;
    for (let died = true; died; steps++) {
      await restoreData(saved);
      died = await dyingAfter(steps, (dying) => dying.runJob('deleted accounts'));
      const next = await process((_, run) => run());
      await next.runJob('deleted accounts');
      await next.runJob('numbers of bikes');
      await next.close();
      for (const text of ['faye', user.id, bike]) expect(await mentions(text), `step ${steps}`).toEqual({});
      expect(await countsOf(hostsBike), `step ${steps}`).toEqual(before);
    }
    expect(await filesOf(photos)).toEqual([]);
    expect(steps).toBeGreaterThan(30);
  });

  test("finishes hiding or restoring, according to the account's state", {
    tags: nightly,
    timeout: 600_000,
  }, async () => {
    const { browser, user, bike } = await busyMember('gerda');
    let member = browser;
    const body = { username: 'gerda', identifier: 'gerda', password: goodPassword };
    const doing = {
      leave: (at: TestApp) => member.with(at).call(deleteAccount, { body }),
      restore: async (at: TestApp) => {
        member = new TestBrowser(at);
        return member.call(restoreAccount, { body });
      },
    };
    let steps = 0;
    for (let deaths = 2; deaths > 0; steps++) {
      deaths = 0;
      for (const what of ['leave', 'restore'] as const) {
        pass(61 * minute);
        member = member.with(app);
        if (what === 'leave') {
          await member.call(refreshTokens);
          await member.call(proveIdentity, { body: { way: 'password', password: goodPassword } });
        }
        if (await dyingAfter(steps, doing[what])) deaths++;
        // Whatever the reply, the account has a state, and the rest follows it.
        await app.runJob('copies of members');
        const isActive = (await rows('users').findOne({ username: 'gerda' }))?.status === 'Active';
        expect(await isSeen(bike), `${what} ${steps}`).toBe(isActive);
        const { answer } = await new TestBrowser(app).call(listComments, { params: { bikeId: hostsBike } });
        const theirs = answer.data?.items.filter(({ author }) => author.id === user.id) ?? [];
        const authors = new Set(theirs.map(({ author }) => author.username));
        expect([...authors], `${what} ${steps}`).toEqual([isActive ? 'gerda' : 'Deleted member']);
        // Repeating the same call has the same result, and finishes what was begun.
        if (what === 'restore' || isActive) expect((await doing[what](app)).status, `${what} ${steps}`).toBe(200);
        expect(await isSeen(bike), `${what} ${steps}`).toBe(what === 'restore');
      }
    }
    expect(steps).toBeGreaterThan(5);
  });
});

describe('two concurrent', () => {
  test('erasures of the same account both succeed', async () => {
    const before = await countsOf(hostsBike);
    const { browser, user, bike } = await busyMember('hilde');
    await leave(browser, 'hilde');
    pass(31 * day);
    const other = await process((_, run) => run());
    await Promise.all([eraseAll(), other.runJob('deleted accounts')]);
    await other.close();
    for (const text of ['hilde', user.id, bike]) expect(await mentions(text)).toEqual({});
    expect(await countsOf(hostsBike)).toEqual(before);
  });

  test('restoring and erasing: all data is there, or none', { timeout: 600_000 }, async () => {
    const ends = new Set<boolean>();
    const { browser, user, bike } = await busyMember('ilse');
    await leave(browser, 'ilse');
    pass(31 * day);
    const saved = await snapshot();
    for (let attempt = 0; attempt < 6; attempt++) {
      await restoreData(saved);
      pass(61 * minute);
      // The erasure stops before the command after `left` commands, until the restore is answered.
      let left = Number.POSITIVE_INFINITY;
      let reached: () => void = () => undefined;
      let goOn: () => void = () => undefined;
      const atCommand = new Promise<void>((resolve) => {
        reached = resolve;
      });
      const answered = new Promise<void>((resolve) => {
        goOn = resolve;
      });
      const other = await process(async (_, run) => {
        if (left-- === 0) {
          reached();
          await answered;
        }
        return run();
      });
      left = attempt;
      const erasing = other.runJob('deleted accounts');
      await atCommand;
      const restored = await restore('ilse');
      goOn();
      await erasing;
      await other.close();
      const isThere = restored.status === 200;
      ends.add(isThere);
      expect(await isSeen(bike), `attempt ${attempt}`).toBe(isThere);
      expect(await logIn('ilse')).toBe(isThere ? undefined : 'LoginFailed');
      if (isThere) expect((await mentions('ilse')).comments).toBe(5);
      else expect(await mentions(user.id)).toEqual({});
    }
    expect(ends.size).toBe(2);
  });

  test('a late hiding does not undo the restoring', async () => {
    const { browser, bike } = await busyMember('jutta');
    let resume: (() => void) | undefined;
    let reached: () => void = () => undefined;
    const atWrite = new Promise<void>((resolve) => {
      reached = resolve;
    });
    let armed = true;
    const slow = await process(async (command, run) => {
      if (armed && command === 'bikes.bulkWrite') {
        armed = false;
        await new Promise<void>((resolve) => {
          resume = resolve;
          reached();
        });
      }
      return run();
    });
    const leaving = leave(browser.with(slow), 'jutta');
    await atWrite;
    expect((await restore('jutta')).status).toBe(200);
    resume?.();
    await leaving;
    await slow.close();
    expect(await isSeen(bike)).toBe(true);
    const { answer } = await host.call(listComments, { params: { bikeId: hostsBike } });
    expect(new Set(answer.data?.items.map(({ author }) => author.username))).toContain('jutta');
    expect(new Set(answer.data?.items.map(({ author }) => author.username))).not.toContain('Deleted member');
    pass(20 * minute);
    await app.runJob('copies of members');
    expect([await isSeen(bike), await logIn('jutta')]).toEqual([true, undefined]);
  });
});

test('rows that a request of the owner writes afterwards are erased, too', async () => {
  const { browser, user } = await app.member('karin');
  const bike = await bikeOf(browser);
  await leave(browser, 'karin');
  const late = newId();
  const row = (await rows('bikes').findOne({ _id: bike })) as Row;
  const { followed: _, ...own } = row;
  await rows('bikes').insertOne({ ...own, _id: late, status: 'Active', owner: user });
  expect(await isSeen(late)).toBe(true);
  pass(11 * minute);
  await app.runJob('copies of members');
  expect(await isSeen(late)).toBe(false);
  await restore('karin');
  expect([await isSeen(bike), await isSeen(late)]).toEqual([true, true]);
});
