import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteAccount, forgotPassword, login, resetPassword, restoreAccount } from '#contract/accounts.ts';
import { getAuthUser } from '#contract/auth.ts';
import { getBike, putBike } from '#contract/bike-whole.ts';
import { deleteBike, listOwnBikes, listPopularBikes, listRecentBikes } from '#contract/bikes.ts';
import { addComment, listComments } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { judgeBike } from '#contract/moderation.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { giveRole } from '#tests/kit/roles.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
let app: TestApp;
let photo: Buffer;
let hosts: TestBrowser;
let hostsBike: Id;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await TestApp.open();
  photo = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  hosts = await app.join('host');
  hostsBike = (await bikeOf(hosts)).id;
});
// Sign-ups and guesses from one network have hourly limits.
beforeEach(async () => {
  vi.setSystemTime(Date.now() + 61 * minute);
  hosts = await again('host');
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const visitor = () => new TestBrowser(app);
const codeOf = ({ answer }: Answered<unknown>) => answer.error?.code;
const logIn = (identifier: string, password = goodPassword) =>
  visitor().call(login, { body: { identifier, password } });
const leave = (browser: TestBrowser, username: string) => browser.call(deleteAccount, { body: { username } });
const restore = (identifier: string, password = goodPassword, browser = visitor()) =>
  browser.call(restoreAccount, { body: { identifier, password } });

async function again(name: string): Promise<TestBrowser> {
  const browser = visitor();
  expect((await browser.call(login, { body: { identifier: name, password: goodPassword } })).status).toBe(200);
  return browser;
}
async function bikeOf(browser: TestBrowser): Promise<{ id: Id; photoId: Id }> {
  const [id, photoId] = [newId(), newId()];
  await browser.sendPhoto(photo, { id: photoId });
  expect((await browser.call(putBike, { params: { bikeId: id }, body: bikeWith([photoId]) })).status).toBe(200);
  return { id, photoId };
}
const see = (bikeId: Id) => visitor().call(getBike, { params: { bikeId } });
/** The lists that show a bike to a visitor. */
async function listsWith(id: Id): Promise<string[]> {
  const lists = { recent: listRecentBikes, popular: listPopularBikes, search: searchBikes };
  const found = await Promise.all(
    Object.entries(lists).map(async ([name, list]) => {
      const { answer } = await visitor().call(list, { query: {} });
      return answer.data?.items.some((bike) => bike.id === id) ? [name] : [];
    }),
  );
  return found.flat();
}
const say = (browser: TestBrowser, text: string) =>
  browser.call(addComment, { params: { bikeId: hostsBike }, body: { id: newId(), text } });
const authorOf = async (text: string) => {
  const { answer } = await visitor().call(listComments, { params: { bikeId: hostsBike } });
  return answer.data?.items.find((comment) => comment.text === text)?.author;
};

describe('deleting the account', () => {
  test('removes the bikes from every list, page and picture at once, and the name from comments', async () => {
    const { browser, user } = await app.member('anabel');
    const bike = await bikeOf(browser);
    await say(browser, 'Fine lugs.');
    await hosts.call(likeBike, { params: { bikeId: bike.id } });
    expect(await listsWith(bike.id)).toEqual(['recent', 'popular', 'search']);

    const { status, answer } = await leave(browser, 'Anabel');
    expect([status, answer.data]).toEqual([200, { until: new Date(Date.now() + 30 * day).toISOString() }]);
    expect(await listsWith(bike.id)).toEqual([]);
    expect([codeOf(await see(bike.id)), (await app.request(photoPath(bike.photoId, 320))).status]).toEqual([
      'not_found',
      410,
    ]);
    expect(await authorOf('Fine lugs.')).toEqual({ id: user.id, username: 'Deleted member', avatar: '' });
  });

  test('ends every session, shows the deletion date at log-in and by mail, and keeps name and address reserved', async () => {
    const first = await app.join('bruno');
    const second = await again('bruno');
    await leave(first, 'bruno');
    expect([...first.cookies.keys()].filter((name) => name !== 'device')).toEqual([]);
    for (const browser of [first, second]) expect((await browser.call(getAuthUser)).status).toBe(401);

    for (const identifier of ['bruno', 'bruno@example.org']) {
      const refused = await logIn(identifier);
      expect([refused.status, codeOf(refused)]).toEqual([403, 'Deleted']);
      const [deletedAt, until] = [Date.now(), Date.now() + 30 * day].map((at) => new Date(at).toISOString());
      expect(refused.answer.error?.details).toEqual({ deletedAt, until });
      expect(refused.answer.error?.message).toMatch(
        /^You deleted this account on \d+ \w+ \d{4}\. It will be erased on \d+ \w+ \d{4}\.$/,
      );
    }
    expect(codeOf(await logIn('bruno', 'wrong'))).toBe('LoginFailed');
    const isAboutIt = (mail: string) =>
      mail.includes('To: bruno@') && mail.includes('You deleted your Headbadge account');
    const deletionMails = (await app.mails()).filter(isAboutIt);
    expect(deletionMails).toHaveLength(1);
    const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    expect(deletionMails[0]?.replaceAll('\r\n', ' ')).toContain(dates.format(new Date(Date.now() + 30 * day)));
    expect(deletionMails[0]).toContain('http://localhost/account/login');
  });

  test("requires the account's name and a session", async () => {
    const { browser } = await app.member('carlo');
    const other = await leave(browser, 'host');
    expect([other.status, other.answer.validation]).toEqual([
      422,
      { username: ["That isn't your username. Type carlo."] },
    ]);
    expect((await leave(visitor(), 'carlo')).status).toBe(401);
    expect((await browser.call(getAuthUser)).status).toBe(200);
  });

  test('from two tabs at once deletes it once', async () => {
    const { browser } = await app.member('dario');
    const answers = await Promise.all([leave(browser, 'dario'), leave(browser, 'dario')]);
    expect(new Set(answers.map(({ answer }) => answer.data?.until)).size).toBe(1);
    expect((await app.mails()).filter((mail) => mail.includes('To: dario@') && mail.includes('deleted'))).toHaveLength(
      1,
    );
  });
});

describe('restoring the account', () => {
  test('restores everything as it was and logs in, also a second time', async () => {
    const { browser, user } = await app.member('edgar');
    const [bike, gone] = [await bikeOf(browser), await bikeOf(browser)];
    await browser.call(deleteBike, { params: { bikeId: gone.id } });
    await say(browser, 'Such a fork.');
    await hosts.call(likeBike, { params: { bikeId: bike.id } });
    await browser.call(likeBike, { params: { bikeId: hostsBike } });
    const before = await Promise.all([see(bike.id), see(hostsBike)]);
    await leave(browser, 'edgar');
    pass(29 * day);
    expect(codeOf(await restore('edgar', 'wrong'))).toBe('LoginFailed');
    expect(codeOf(await logIn('edgar'))).toBe('Deleted');

    const back = visitor();
    const { status, answer } = await restore('edgar@example.org', goodPassword, back);
    expect([status, answer.data]).toEqual([200, { login: 'LoginSucceeded', authUser: user }]);
    expect((await back.call(getAuthUser)).answer.data).toEqual(user);
    const after = await Promise.all([see(bike.id), see(hostsBike)]);
    expect(after.map(({ answer }) => answer)).toEqual(before.map(({ answer }) => answer));
    expect(await listsWith(bike.id)).toEqual(['recent', 'popular', 'search']);
    expect((await app.request(photoPath(bike.photoId, 320))).status).toBe(200);
    expect(codeOf(await see(gone.id))).toBe('not_found');
    expect(await authorOf('Such a fork.')).toEqual(user);
    const own = await back.call(listOwnBikes);
    // Both were published at the same time, so either may come first.
    expect(own.answer.data?.items).toHaveLength(2);
    expect(new Map(own.answer.data?.items.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [gone.id, 'Deleted'],
        [bike.id, 'Active'],
      ]),
    );
    expect((await restore('edgar', goodPassword)).status).toBe(200);
    expect((await logIn('edgar')).status).toBe(200);
  });

  test('does not open a suspended or banned account, and is rate limited like the log-in', async () => {
    const { user } = await app.member('fabio');
    const users = app.db.collection<{ _id: string }>('users');
    await users.updateOne({ _id: user.id }, { $set: { status: 'Banned', reason: 'Spam' } });
    expect(codeOf(await restore('fabio'))).toBe('Banned');
    const codes = [];
    for (let guess = 0; guess < 7; guess++) codes.push(codeOf(await restore('fabio', 'wrong')));
    expect([codes[0], codes.at(-1)]).toEqual(['LoginFailed', 'LockedOut']);
    expect(codeOf(await logIn('fabio'))).toBe('LockedOut');
  });

  test('works after a password reset', async () => {
    const browser = await app.join('gina');
    await leave(browser, 'gina');
    pass(minute);
    await visitor().call(forgotPassword, { body: { email: 'gina@example.org' } });
    const token = await app.tokenMailedTo('gina@example.org');
    const better = 'gravel under a low sun';
    expect((await visitor().call(resetPassword, { body: { token, password: better } })).status).toBe(200);
    expect(codeOf(await logIn('gina', better))).toBe('Deleted');
    expect((await restore('gina', better)).status).toBe(200);
  });

  test('does not restore a bike that was removed separately in the meantime', async () => {
    const browser = await app.join('hugo');
    const bike = await bikeOf(browser);
    const judge = await app.join('judge');
    await giveRole(app.db, 'judge');
    await leave(browser, 'hugo');
    const body = { status: 'Removed', reason: 'Stolen.' } as const;
    expect((await judge.call(judgeBike, { params: { bikeId: bike.id }, body })).status).toBe(200);
    expect(codeOf(await see(bike.id))).toBe('not_found');
    await restore('hugo');
    expect(codeOf(await see(bike.id))).toBe('gone');
    expect((await app.db.collection<{ _id: string; status: string }>('bikes').findOne({ _id: bike.id }))?.status).toBe(
      'Removed',
    );
  });
});
