import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getBike, putBike } from '#contract/bike-whole.ts';
import { addComment, deleteComment } from '#contract/comments.ts';
import { decideFlags, type FlagState, listFlagCases } from '#contract/flag-queue.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import { addFlag } from '#contract/flags.ts';
import { type Id, newId } from '#contract/ids.ts';
import { judgeBike, judgeComment } from '#contract/moderation.ts';
import { type Answered, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { enter, testKey } from '#tests/kit/direct-session.ts';
import { giveBike } from '#tests/kit/established.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { giveRole } from '#tests/kit/roles.ts';

const day = 86_400_000;
const names = ['ana', 'judge', 'ben', 'cem', 'dan', 'eve'] as const;
let app: TestApp;
const by = {} as Record<(typeof names)[number], TestBrowser>;
let photoId: Id;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await TestApp.open({ KEYS: testKey, TRUSTED_PROXIES: '127.0.0.0/8' });
  for (const name of names) {
    const { user } = await app.member(name);
    // Flags of members with a bike count toward hiding.
    await giveBike(app.db, user.id, name);
  }
  await giveRole(app.db, 'judge');
  photoId = newId();
  const bytes = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  await (await enter(app, 'ana')).sendPhoto(bytes, { id: photoId });
});
beforeEach(async () => {
  vi.setSystemTime(Date.now() + 40 * day);
  for (const name of ['flags', 'flagCases', 'acts']) await app.db.collection(name).deleteMany({});
  await users().updateMany({}, { $unset: { held: '' } });
  await enterAll();
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

/** Each in their own network. */
const enterAll = async () => {
  for (const [n, name] of names.entries()) by[name] = await enter(app, name, `203.0.${n}.7`);
};
const users = () => app.db.collection('users');
const codeOf = ({ answer, status }: Answered<unknown>) => answer.error?.code ?? status;
async function shown(): Promise<Id> {
  const bikeId = newId();
  vi.setSystemTime(Date.now() + 1000);
  const put = await by.ana.call(putBike, {
    params: { bikeId },
    body: bikeWith([photoId], { story: 'Found in a barn.' }),
  });
  expect(put.status).toBe(200);
  return bikeId;
}
async function say(who: TestBrowser, bikeId: Id, text = 'Nice rack.'): Promise<Id> {
  const id = newId();
  expect((await who.call(addComment, { params: { bikeId }, body: { id, text } })).status).toBe(201);
  return id;
}
async function flag(who: TestBrowser, targetType: FlagTarget, targetId: Id, reason = 'PersonalInfo', note = '') {
  vi.setSystemTime(Date.now() + 1000);
  const said = await who.call(addFlag, { body: { id: newId(), targetType, targetId, reason, note } });
  expect(said.status).toBe(201);
}
const flagTwice = async (targetType: FlagTarget, targetId: Id) => {
  for (const who of [by.ben, by.cem]) await flag(who, targetType, targetId);
};
const flagThrice = async (targetType: FlagTarget, targetId: Id) => {
  for (const who of [by.ben, by.cem, by.eve]) await flag(who, targetType, targetId);
};
const queue = async (state: 'open' | 'decided' = 'open', query = {}) => {
  const { answer } = await by.judge.call(listFlagCases, { query: { state, ...query } });
  if (!answer.successful) throw new Error('There is no queue.');
  return answer.data;
};
const list = async (state: 'open' | 'decided' = 'open') =>
  (await queue(state)).items.map(({ targetId, status, hidden }) => [targetId, status, hidden]);
const decide = (targetType: FlagTarget, targetId: Id, state: FlagState) =>
  by.judge.call(decideFlags, { params: { targetType, targetId }, body: { state } });
const judge = (bikeId: Id, status: 'Active' | 'Removed') =>
  by.judge.call(judgeBike, { params: { bikeId }, body: { status, reason: 'Looked at.' } });

test('operators see flagged items with flags and reasons, newest first, a page at a time', async () => {
  const bikeId = await shown();
  const commentId = await say(by.ana, bikeId, 'Call 555-1234.');
  await flag(by.ben, 'Post', bikeId, 'Other', 'That is my street.');
  await flagTwice('Comment', commentId);
  const { items, next } = await queue();
  expect(next).toBe(null);
  expect(items).toMatchObject([
    {
      ...{
        targetType: 'Comment',
        targetId: commentId,
        status: 'Flagged',
        text: 'Call 555-1234.',
        open: true,
        hidden: true,
      },
      ...{ owner: { username: 'ana' }, bike: { id: bikeId, model: 'Midnight Special' }, acts: [] },
      flags: [
        { reason: 'PersonalInfo', by: { username: 'cem' }, weight: 1, state: 'open' },
        { reason: 'PersonalInfo', by: { username: 'ben' }, state: 'open' },
      ],
    },
    {
      ...{
        targetType: 'Post',
        targetId: bikeId,
        status: 'Active',
        text: 'Found in a barn.',
        open: true,
        hidden: false,
      },
      flags: [{ reason: 'Other', note: 'That is my street.', by: { username: 'ben' } }],
    },
  ]);
  const first = await queue('open', { limit: 1 });
  const second = await queue('open', { limit: 1, cursor: first.next });
  expect([first, second].map((page) => page.items.map(({ targetId }) => targetId))).toEqual([[commentId], [bikeId]]);
  expect(second.next).toBe(null);
});

test('a decided item leaves the queue with its history, and can be reopened', async () => {
  const [left, removed] = [await shown(), await shown()];
  await flag(by.ben, 'Post', left);
  await flagTwice('Post', removed);
  expect(codeOf(await decide('Post', removed, 'rejected'))).toBe('moderation.state');
  expect((await decide('Post', left, 'rejected')).answer.data).toMatchObject({
    what: 'flags.reject',
    by: 'judge',
    done: true,
  });
  vi.setSystemTime(Date.now() + 1000);
  await judge(removed, 'Removed');
  expect(await list()).toEqual([]);
  expect(await list('decided')).toEqual([
    [removed, 'Removed', true],
    [left, 'Active', false],
  ]);
  vi.setSystemTime(Date.now() + 1000);
  // Undone: the old status, and open again.
  await judge(removed, 'Active');
  vi.setSystemTime(Date.now() + 1000);
  await decide('Post', removed, 'open');
  const [again] = (await queue()).items;
  expect(again).toMatchObject({ targetId: removed, status: 'Active', flags: [{ state: 'open' }, { state: 'open' }] });
  expect(again?.acts.map(({ what }) => what)).toEqual(['flags.reopen', 'bike.restore', 'bike.remove']);
  // A new flag reopens a decided item.
  await flag(by.dan, 'Post', left);
  expect((await list()).map(([id]) => id)).toContain(left);
});

test('deciding on a deleted item says so, and closes it', async () => {
  const bikeId = await shown();
  const commentId = await say(by.ben, bikeId);
  await flag(by.cem, 'Comment', commentId);
  await by.ben.call(deleteComment, { params: { commentId } });
  expect(await list()).toEqual([[commentId, 'Deleted', false]]);
  const restore = await by.judge.call(judgeComment, { params: { commentId }, body: { status: 'Active', reason: '' } });
  expect(codeOf(restore)).toBe('moderation.state');
  expect((await decide('Comment', commentId, 'upheld')).status).toBe(200);
  expect(await list()).toEqual([]);
  expect(codeOf(await decide('Post', newId(), 'rejected'))).toBe('not_found');
  const params = { targetType: 'User', targetId: bikeId };
  expect(codeOf(await by.judge.call(decideFlags, { params, body: { state: 'rejected' } }))).toBe('not_found');
});

test('only operators have access', async () => {
  for (const [who, code] of [
    [by.ana, 'not_found'],
    [new TestBrowser(app), 'unauthenticated'],
  ] as const)
    expect(codeOf(await who.call(listFlagCases, { query: {} }))).toBe(code);
});

test('three hidden items within a month suspend their author from posting until a moderator has reviewed all of them', async () => {
  const bikeId = await shown();
  const ids = [await say(by.dan, bikeId), await say(by.dan, bikeId), await say(by.dan, bikeId)];
  for (const id of ids.slice(0, 2)) await flagThrice('Comment', id);
  await say(by.dan, bikeId, 'Still here.');
  await flagThrice('Comment', ids[2] ?? '');
  const comment = () => by.dan.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Hello?' } });
  expect(codeOf(await comment())).toBe('posting.held');
  const params = { bikeId: newId() };
  expect(codeOf(await by.dan.call(putBike, { params, body: bikeWith([photoId]) }))).toBe('posting.held');
  expect(codeOf(await by.dan.call(getBike, { params: { bikeId } }))).toBe(200);
  const look = async (commentId: Id, status: 'Active' | 'Removed') =>
    by.judge.call(judgeComment, { params: { commentId }, body: { status, reason: 'Looked at.' } });
  await look(ids[0] ?? '', 'Removed');
  // However long the decision takes.
  vi.setSystemTime(Date.now() + 31 * day);
  await enterAll();
  await look(ids[1] ?? '', 'Active');
  expect(codeOf(await comment())).toBe('posting.held');
  await look(ids[2] ?? '', 'Removed');
  expect((await comment()).status).toBe(201);
});

test('items hidden more than a month ago suspend nobody', async () => {
  const bikeId = await shown();
  const ids = [await say(by.dan, bikeId), await say(by.dan, bikeId), await say(by.dan, bikeId)];
  for (const id of ids.slice(0, 2)) await flagThrice('Comment', id);
  vi.setSystemTime(Date.now() + 31 * day);
  await enterAll();
  await flagThrice('Comment', ids[2] ?? '');
  await say(by.dan, bikeId, 'Still here.');
});

test('items hidden by two members suspend nobody, until a moderator has confirmed them', async () => {
  const bikeId = await shown();
  const ids = [await say(by.dan, bikeId), await say(by.dan, bikeId), await say(by.dan, bikeId)];
  for (const id of ids) await flagTwice('Comment', id);
  expect((await list()).map(([, status]) => status)).toEqual(['Flagged', 'Flagged', 'Flagged']);
  await say(by.dan, bikeId, 'Still here.');
  for (const commentId of ids.slice(0, 2))
    await by.judge.call(judgeComment, { params: { commentId }, body: { status: 'Removed', reason: 'Looked at.' } });
  const next = await say(by.dan, bikeId, 'And on.');
  await flagThrice('Comment', next);
  const comment = () => by.dan.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Hello?' } });
  expect(codeOf(await comment())).toBe('posting.held');
});
