import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { OwnerAvailabilityStore } from '#api/features/bikes/bikes.owner-availability.store.ts';
import { login } from '#contract/accounts.ts';
import { getAuthUser, refreshTokens } from '#contract/auth.ts';
import { getBike } from '#contract/bike-whole.ts';
import { listOwnBikes, listRecentBikes } from '#contract/bikes.ts';
import { addComment, listComments } from '#contract/comments.ts';
import { decideFlags } from '#contract/flag-queue.ts';
import { addFlag } from '#contract/flags.ts';
import { type Id, newId } from '#contract/ids.ts';
import {
  type Act,
  changeRole,
  judgeBike,
  judgeComment,
  judgeMember,
  listActs,
  listRoles,
  type RoleChange,
} from '#contract/moderation.ts';
import { endOtherSessions } from '#contract/sessions.ts';
import { changeSite } from '#contract/site.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { giveRole } from '#tests/kit/roles.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
let app: TestApp;
let judge: TestBrowser;
let hostsBike: Id;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await TestApp.open();
  judge = await app.join('judge');
  hostsBike = await publishBike(await app.join('host'));
});
// Sign-ups from one network are limited by the hour, and access tokens last ten minutes.
beforeEach(async () => {
  vi.setSystemTime(Date.now() + 61 * minute);
  judge = (await logIn('judge')).browser;
  await giveRole(app.db, 'judge');
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

const users = () => app.db.collection('users');
const codeOf = ({ answer }: Answered<unknown>) => answer.error?.code;
async function logIn(identifier: string) {
  const browser = new TestBrowser(app);
  const answered = await browser.call(login, { body: { identifier, password: goodPassword } });
  return { browser, answered };
}
const suspend = (userId: string, until = new Date(Date.now() + 7 * day), by = judge) =>
  by.call(judgeMember, {
    params: { userId },
    body: { standing: 'Suspended', until: until.toISOString(), reason: 'Insults.' },
  });
const ban = (userId: string, comments: 'keep' | 'remove' = 'keep') =>
  judge.call(judgeMember, { params: { userId }, body: { standing: 'Banned', reason: 'Adverts.', comments } });
const reinstate = (userId: string) =>
  judge.call(judgeMember, { params: { userId }, body: { standing: 'Active', reason: 'Sorry.' } });
const mailsTo = async (name: string) => (await app.mails()).filter((mail) => mail.includes(`To: ${name}@`)).join('\n');
const say = (browser: TestBrowser, text: string) =>
  browser.call(addComment, { params: { bikeId: hostsBike }, body: { id: newId(), text } });
const said = async () =>
  (await new TestBrowser(app).call(listComments, { params: { bikeId: hostsBike } })).answer.data?.items.map(
    ({ text, author }) => `${author.username}: ${text}`,
  );
const statusOf = async (bikeId: Id) => (await new TestBrowser(app).call(getBike, { params: { bikeId } })).status;
const isRecent = async (bikeId: Id) =>
  (await new TestBrowser(app).call(listRecentBikes, { query: {} })).answer.data?.items.some(({ id }) => id === bikeId);

describe('a suspension', () => {
  test('ends the sessions, is shown with end date and reason at log-in and by mail, and deletes nothing', async () => {
    const { browser, user } = await app.member('sulky');
    const bike = await publishBike(browser);
    await say(browser, 'Meh.');
    const until = new Date(Date.now() + 7 * day);
    expect((await suspend(user.id, until)).answer.data).toMatchObject({
      by: 'judge',
      member: { id: user.id, username: 'sulky' },
      ...{ what: 'suspend', reason: 'Insults.', until: until.toISOString(), done: true },
    });
    expect((await say(browser, 'And another thing.')).status).toBe(401);
    const { answered } = await logIn('sulky');
    expect(codeOf(answered)).toBe('Suspended');
    expect(answered.answer.error?.details).toMatchObject({
      userId: user.id,
      until: until.toISOString(),
      reason: 'Insults.',
    });
    expect(await mailsTo('sulky')).toContain('Insults.');
    expect([await statusOf(bike), await said()]).toEqual([200, ['sulky: Meh.']]);
  });

  test('gives its reason to a session that it ended, and to no other', async () => {
    const { browser, user } = await app.member('curious');
    const { browser: other } = await logIn('curious');
    await browser.call(endOtherSessions);
    await suspend(user.id);
    expect((await say(browser, 'Why?')).status).toBe(401);
    for (let twice = 0; twice < 2; twice++) {
      const { status, answer } = await browser.call(refreshTokens);
      expect([status, answer.error]).toMatchObject([200, { code: 'Suspended', details: { reason: 'Insults.' } }]);
    }
    expect(codeOf(await other.call(refreshTokens))).toBe('unauthenticated');
    await reinstate(user.id);
    expect(codeOf(await browser.call(refreshTokens))).toBe('unauthenticated');
    const { browser: back } = await logIn('curious');
    await ban(user.id);
    expect(codeOf(await back.call(refreshTokens))).toBe('Banned');
  });

  test('ends by itself', async () => {
    const { user } = await app.member('patient');
    await suspend(user.id, new Date(Date.now() + day));
    expect(codeOf((await logIn('patient')).answered)).toBe('Suspended');
    vi.setSystemTime(Date.now() + day + 1000);
    const { browser } = await logIn('patient');
    expect((await browser.call(getAuthUser)).status).toBe(200);
  });

  test('needs an end date in the future, within ten years', async () => {
    const { user } = await app.member('fieldwise');
    for (const [at, why] of [
      [Date.now() - 1000, 'Choose a time in the future.'],
      [Date.now() + 4000 * day, 'Choose a time within ten years, or ban the member.'],
    ] as const) {
      const { status, answer } = await suspend(user.id, new Date(at));
      expect([status, answer.validation]).toEqual([422, { until: [why] }]);
    }
    expect((await logIn('fieldwise')).answered.status).toBe(200);
  });
});

describe('a ban', () => {
  test('removes the bikes, keeps or removes comments, and lifting it restores both, except for separately removed items', async () => {
    const { browser, user } = await app.member('spammer');
    const bike = await publishBike(browser);
    await say(browser, 'Cheap tyres!');
    await ban(user.id);
    expect([await statusOf(bike), await isRecent(bike)]).toEqual([410, false]);
    expect(await said()).toContain('spammer: Cheap tyres!');
    const refused = (await logIn('spammer')).answered;
    expect(refused.answer.error).toMatchObject({
      code: 'Banned',
      message: 'This account has been closed by the moderators. Reason: Adverts.',
    });
    expect(await mailsTo('spammer')).toContain('Adverts.');

    expect((await reinstate(user.id)).answer.data).toMatchObject({ what: 'restore', reason: 'Sorry.' });
    expect([await statusOf(bike), await isRecent(bike)]).toEqual([200, true]);
    expect(await mailsTo('spammer')).toContain('open again');

    await ban(user.id, 'remove');
    expect(await said()).not.toContain('spammer: Cheap tyres!');
    const host = await new TestBrowser(app).call(getBike, { params: { bikeId: hostsBike } });
    expect(host.answer.data?.counts.comments).toBe((await said())?.length);
    await reinstate(user.id);
    expect(await said()).toContain('spammer: Cheap tyres!');
    const back = (await logIn('spammer')).browser;
    const own = await back.call(listOwnBikes, { query: {} });
    expect(own.answer.data?.items.map(({ status }) => status)).toEqual(['Active']);
  });

  test('leaves items that a moderator had removed before removed after it is lifted', async () => {
    const { browser, user } = await app.member('twofold');
    const bike = await publishBike(browser);
    await app.db.collection('bikes').updateOne({ _id: bike as never }, { $set: { status: 'Removed' } });
    await say(browser, 'Fair enough.');
    const commentId = newId();
    await browser.call(addComment, { params: { bikeId: hostsBike }, body: { id: commentId, text: 'You fools.' } });
    await judge.call(judgeComment, { params: { commentId }, body: { status: 'Removed', reason: 'An insult.' } });
    await ban(user.id, 'remove');
    await reinstate(user.id);
    expect(await statusOf(bike)).toBe(410);
    expect(await said()).toContain('twofold: Fair enough.');
    expect(await said()).not.toContain('twofold: You fools.');
  });

  test('a ban and its end at the same time leave the comments as the account is in the end', async () => {
    const { browser, user } = await app.member('racer');
    for (let i = 0; i < 4; i++) await say(browser, `Lap ${i}.`);
    for (let round = 0; round < 3; round++) {
      await Promise.all([ban(user.id, 'remove'), reinstate(user.id), ban(user.id, 'remove'), reinstate(user.id)]);
      const status = (await users().findOne({ _id: user.id as never }))?.status;
      expect((await said())?.filter((one) => one.startsWith('racer: '))).toHaveLength(status === 'Banned' ? 0 : 4);
    }
  });

  test('is refused for deleted and unconfirmed accounts, and for operators', async () => {
    const { user } = await app.member('leaver');
    await users().updateOne({ _id: user.id as never }, { $set: { status: 'Deleted' } });
    const refused = await ban(user.id);
    expect([refused.status, refused.answer.error?.message]).toEqual([
      409,
      "This isn't possible with its current status.",
    ]);
    const colleague = await app.member('colleague');
    await giveRole(app.db, 'colleague');
    expect(codeOf(await ban(colleague.user.id))).toBe('moderation.operator');
    const { answer } = await judge.call(listActs, { query: { userId: user.id } });
    expect(answer.data?.items).toEqual([]);
  });
});

test('every decision is stored with moderator, time and reason, newest first, for one member or all', async () => {
  const { user } = await app.member('known');
  await suspend(user.id);
  vi.setSystemTime(Date.now() + 1000);
  await reinstate(user.id);
  const { answer } = await judge.call(listActs, { query: { userId: user.id } });
  expect(answer.data?.items.map(({ what, by, reason }) => [what, by, reason])).toEqual([
    ['restore', 'judge', 'Sorry.'],
    ['suspend', 'judge', 'Insults.'],
  ]);
  expect(answer.data?.items[0]?.at).toBe(new Date().toISOString());
  const page = await judge.call(listActs, { query: { limit: 1 } });
  const more = await judge.call(listActs, { query: { limit: 1, cursor: page.answer.data?.next } });
  expect([page, more].map((one) => one.answer.data?.items[0]?.what)).toEqual(['restore', 'suspend']);
});

test('an interrupted decision is shown as unfinished, and repeating it finishes it', async () => {
  const { browser, user } = await app.member('halfway');
  const bike = await publishBike(browser);
  vi.spyOn(OwnerAvailabilityStore.prototype, 'update').mockRejectedValueOnce(new Error('The power went.'));
  const broken = await ban(user.id);
  expect(broken.status).toBe(500);
  const { answer } = await judge.call(listActs, { query: { userId: user.id } });
  expect(answer.data?.items.map(({ what, done }) => [what, done])).toEqual([['ban', false]]);
  expect((await ban(user.id)).answer.data?.done).toBe(true);
  expect(await statusOf(bike)).toBe(410);
});

test('a decision that is repeated while it holds is answered as it is, with one entry and one mail', async () => {
  const { browser, user } = await app.member('reheated');
  const bikeId = await publishBike(browser);
  const flag = { body: { id: newId(), targetType: 'Post', targetId: bikeId, reason: 'Spam', note: '' } } as const;
  expect((await judge.call(addFlag, flag)).status).toBe(201);
  const until = new Date(Date.now() + 7 * day);
  const flagBike = (reason: string) =>
    judge.call(judgeBike, { params: { bikeId }, body: { status: 'Flagged', reason } });
  const decisions: [() => Promise<Answered<Act>>, string][] = [
    [
      () => judge.call(decideFlags, { params: { targetType: 'Post', targetId: bikeId }, body: { state: 'rejected' } }),
      '',
    ],
    [() => flagBike('No bike.'), ''],
    [() => suspend(user.id, until), 'Insults.'],
    [() => ban(user.id), 'Adverts.'],
    [() => reinstate(user.id), 'open again'],
  ];
  for (const [decide, mail] of decisions) {
    const first = await decide();
    expect(first.status).toBe(200);
    vi.setSystemTime(Date.now() + 30_000);
    expect((await decide()).answer.data).toEqual(first.answer.data);
    const told = (await app.mails()).filter((one) => one.includes('To: reheated@') && one.includes(mail));
    if (mail) expect(told.length, mail).toBe(1);
  }
  const whats = async () =>
    (await judge.call(listActs, { query: { userId: user.id } })).answer.data?.items.map(({ what }) => what);
  expect(await whats()).toEqual(['restore', 'ban', 'suspend', 'bike.flag', 'flags.reject']);

  // Another reason, or the same one after a change, is a decision of its own.
  for (const decide of [() => flagBike('Still no bike.'), () => flagBike('No bike.'), () => ban(user.id)]) {
    vi.setSystemTime(Date.now() + 30_000);
    await decide();
  }
  expect((await whats())?.slice(0, 4)).toEqual(['ban', 'bike.flag', 'bike.flag', 'restore']);
});

test('a ban that is repeated to remove the comments removes them, with one entry', async () => {
  const { browser, user } = await app.member('verbose');
  await say(browser, 'And so on.');
  const first = await ban(user.id);
  vi.setSystemTime(Date.now() + 30_000);
  expect((await ban(user.id, 'remove')).answer.data).toEqual(first.answer.data);
  expect(await said()).not.toContain('verbose: And so on.');
});

test('only operators moderate, and a revoked role takes effect at the next call', async () => {
  const { browser, user } = await app.member('meddler');
  const body = { standing: 'Active' } as const;
  const tries = (by: TestBrowser) =>
    Promise.all([
      by.call(judgeMember, { params: { userId: user.id }, body }).then(({ status }) => status),
      by.call(listActs, { query: {} }).then(({ status }) => status),
    ]);
  expect(await tries(new TestBrowser(app))).toEqual([401, 401]);
  expect(await tries(browser)).toEqual([404, 404]);
  expect(await tries(judge)).toEqual([200, 200]);
  // Their pages offer moderation to them alone.
  const isOperator = async (by: TestBrowser) => (await by.call(getAuthUser)).answer.data?.operator;
  expect([await isOperator(browser), await isOperator(judge)]).toEqual([undefined, true]);
  await users().updateOne({ username: 'judge' }, { $unset: { operator: '' } });
  expect(await tries(judge)).toEqual([404, 404]);
  expect(await isOperator(judge)).toBeUndefined();
});

describe('roles', () => {
  const give = async (by: TestBrowser, username: string, role: RoleChange['role']) => {
    const { status, answer } = await by.call(changeRole, { body: { username, role } });
    return answer.error?.code ?? Object.keys(answer.validation ?? {})[0] ?? status;
  };
  const holders = async (by: TestBrowser) =>
    (await by.call(listRoles)).answer.data?.map(({ username, role }) => `${username}: ${role}`);

  test('an operator gives and takes them, and each change is in the log', async () => {
    await app.member('helper');
    expect(await give(judge, 'nobody-here', 'moderator')).toBe('username');
    expect(await give(judge, 'helper', 'moderator')).toBe(200);
    expect(await holders(judge)).toContain('helper: moderator');
    expect(await give(judge, 'helper', 'operator')).toBe(200);
    expect(await holders(judge)).toContain('helper: operator');
    expect(await give(judge, 'helper', 'member')).toBe(200);
    expect(await holders(judge)).not.toContain('helper: operator');
    const acts = (await judge.call(listActs, { query: {} })).answer.data?.items ?? [];
    // All were at the same moment.
    expect(
      acts
        .slice(0, 3)
        .map(({ what, member }) => `${what} ${member.username}`)
        .sort(),
    ).toEqual(['moderator.add helper', 'operator.add helper', 'operator.remove helper']);
  });

  test('a moderator decides about members, but about nobody with a role, and changes neither roles nor settings', async () => {
    const { browser: warden } = await app.member('warden');
    const { user } = await app.member('pest');
    await give(judge, 'warden', 'moderator');
    const decide = (by: TestBrowser, userId: string) =>
      by.call(judgeMember, { params: { userId }, body: { standing: 'Banned', reason: 'Spam.' } });
    expect(codeOf(await decide(warden, user.id))).toBe('proof.needed');
    await giveRole(app.db, 'warden', 'moderator');
    expect((await decide(warden, user.id)).status).toBe(200);
    const judgeId = (await judge.call(getAuthUser)).answer.data?.id ?? '';
    expect(codeOf(await decide(warden, judgeId))).toBe('moderation.operator');
    expect(await give(warden, 'warden', 'operator')).toBe('not_found');
    expect((await warden.call(changeSite, { body: { name: 'Mine' } })).status).toBe(404);
    const wardenId = (await warden.call(getAuthUser)).answer.data?.id ?? '';
    expect(codeOf(await decide(judge, wardenId))).toBe('moderation.moderator');
  });

  test('the last operator stays, also when two take the role from each other at the same moment', async () => {
    const { browser: second } = await app.member('second');
    await users().updateMany({ operator: true, username: { $ne: 'judge' } }, { $unset: { operator: '' } });
    expect(await give(judge, 'judge', 'member')).toBe('moderation.lastOperator');
    await giveRole(app.db, 'second');
    await Promise.all([give(judge, 'second', 'member'), give(second, 'judge', 'moderator')]);
    expect(await users().countDocuments({ operator: true })).toBeGreaterThan(0);
  });

  test('deciding and giving roles need a mailed code of the last twelve hours, reading does not', async () => {
    const late = new Date(Date.now() - 12 * 60 * minute);
    await app.db.collection('sessions').updateMany({}, { $set: { 'proofs.code': late } });
    expect(await give(judge, 'judge', 'operator')).toBe('proof.needed');
    expect(await holders(judge)).toContain('judge: operator');
  });
});
