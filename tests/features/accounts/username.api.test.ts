import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { login, signup } from '#contract/accounts.ts';
import { getAuthUser } from '#contract/auth.ts';
import { addComment, editComment, listComments } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { changeUsername, getOwnAccount } from '#contract/own-account.ts';
import { getPerson } from '#contract/people-page.ts';
import { listSecurityEvents } from '#contract/security-record.ts';
import { type Answered, goodPassword, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
let app: TestApp;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await TestApp.open({}, { still: true });
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
beforeEach(() => pass(61 * minute));

const outcomeOf = ({ status, answer }: Answered<unknown>) =>
  answer.error?.code ?? Object.values(answer.validation ?? {})[0]?.[0] ?? status;
const rename = async (browser: TestBrowser, username: string) =>
  outcomeOf(await browser.call(changeUsername, { body: { username } }));
const again = async (identifier: string) => {
  const browser = new TestBrowser(app);
  const outcome = outcomeOf(await browser.call(login, { body: { identifier, password: goodPassword } }));
  return { browser, outcome };
};
const signUp = async (username: string) => {
  const body = { id: newId(), username, email: `${newId()}@example.org`, password: goodPassword, terms: true };
  return outcomeOf(await new TestBrowser(app).call(signup, { body }));
};
const shownAs = async (id: Id) =>
  (await new TestBrowser(app).call(getPerson, { params: { userId: id } })).answer.data?.username;
const taken = 'That username is taken.';

test('a member changes the name once in 30 days, goes back at any time, and logs in by both names', async () => {
  const { browser, user } = await app.member('anna');
  expect(await rename(browser, 'Anna.Rides')).toBe(200);
  expect((await browser.call(getAuthUser)).answer.data?.username).toBe('Anna.Rides');
  expect(await shownAs(user.id)).toBe('Anna.Rides');
  expect([(await again('anna')).outcome, (await again('annarides')).outcome]).toEqual([200, 200]);
  const record = (await browser.call(listSecurityEvents, { query: {} })).answer.data?.items ?? [];
  expect(record).toContainEqual(expect.objectContaining({ kind: 'username.changed', about: 'Anna.Rides' }));
  expect(await rename(browser, 'annabel')).toMatch(/^You can choose another username from /);
  expect(await rename(browser, 'anna')).toBe(200);
  expect(await rename(browser, 'anna.rides')).toBe(200);
  const { data } = (await browser.call(getOwnAccount)).answer;
  expect([data?.formerNames.map(({ name }) => name), data?.renameAt]).toEqual([['anna'], expect.any(String)]);

  pass(30 * day);
  const { browser: later } = await again('anna');
  expect((await later.call(getOwnAccount)).answer.data?.renameAt).toBeNull();
  expect(await rename(later, 'annabel')).toBe(200);
  pass(16 * minute);
  const { browser: old } = await again('anna');
  pass(16 * minute);
  expect(['proof.needed', 'unauthenticated']).toContain(await rename(old, 'anna'));
});

test('for 90 days nobody else gets a former name, by sign-up or by renaming', async () => {
  const { browser, user } = await app.member('bela');
  const other = await app.join('boris');
  expect(await rename(browser, 'bela.two')).toBe(200);
  expect([await signUp('B.ela'), await rename(other, 'BELA')]).toEqual([taken, taken]);
  pass(89 * day);
  await app.runJob('former names');
  expect([await signUp('bela'), (await again('bela')).outcome]).toEqual([taken, 200]);
  pass(day);
  await app.runJob('former names');
  expect((await again('bela')).outcome).toBe('LoginFailed');
  expect([await signUp('bela'), await shownAs(user.id)]).toEqual([200, 'bela.two']);
});

test('reserved names are refused, and the name of a forsaken sign-up is free', async () => {
  const { browser } = await app.member('cara');
  expect([await rename(browser, 'moderator'), await rename(browser, 'no'), await rename(browser, 'a b c')]).toEqual([
    taken,
    'Enter a username of 3 to 20 characters.',
    'Use letters and numbers, with at most two . _ or - between them.',
  ]);
  expect([await signUp('clara'), await rename(browser, 'clara')]).toEqual([200, taken]);
  pass(49 * 60 * minute);
  const { browser: later } = await again('cara');
  expect(await rename(later, 'clara')).toBe(200);
});

test('one of two members who want one name at the same moment gets it', async () => {
  const members = await Promise.all(['dora', 'dirk'].map((name) => app.join(name)));
  const outcomes = await Promise.all(members.map((browser) => rename(browser, 'the.name')));
  expect(outcomes.toSorted()).toEqual([200, taken]);
});

test('a member who wants two names at the same moment gets one', async () => {
  const { browser, user } = await app.member('eva');
  const outcomes = await Promise.all(['eva.a', 'eva.b'].map((name) => rename(browser, name)));
  expect(outcomes.filter((outcome) => outcome === 200)).toHaveLength(1);
  expect(await shownAs(user.id)).toMatch(/^eva\.[ab]$/);
});

test('a mention by the former name reaches the member, also while they change it, and survives an edit later', async () => {
  const { browser, user } = await app.member('fred');
  const author = await app.join('gina');
  const { id: bikeId } = await strangeBike(app.db, 'Straggler');
  const say = async (text: string, by = author) => {
    const id = newId();
    const { answer } = await by.call(addComment, { params: { bikeId }, body: { id, text } });
    return { id, mentions: answer.data?.mentions };
  };
  const racing = await Promise.all([say('@fred!'), rename(browser, 'frederick'), say('@fred!'), say('@fred!')]);
  const [first, renamed, ...others] = racing;
  expect(renamed).toBe(200);
  for (const { mentions } of [first, ...others]) expect(mentions).toEqual([{ id: user.id, name: 'fred' }]);
  expect((await say('@frederick and @fred')).mentions?.map(({ id }) => id)).toEqual([user.id]);

  pass(23 * 60 * minute);
  await app.db
    .collection('users')
    .updateOne({ username: 'frederick' }, { $set: { 'formerNames.0.until': new Date() } });
  await app.runJob('former names');
  const newcomer = await app.member('f.red');
  const { browser: back } = await again('gina');
  await back.call(editComment, { params: { commentId: first.id }, body: { text: '@fred, look!' } });
  const { answer } = await back.call(listComments, { params: { bikeId } });
  const edited = answer.data?.items.find(({ id }) => id === first.id);
  expect(edited?.mentions).toEqual([{ id: user.id, name: 'fred' }]);
  expect((await say('@fred?', back)).mentions).toEqual([{ id: newcomer.user.id, name: 'f.red' }]);
});

test('a site whose accounts are older than held names fills them in when it starts', async () => {
  const { browser } = await app.member('henry');
  await app.db.collection('users').updateMany({}, { $unset: { nameKeys: '' } });
  await app.db.collection('users').dropIndex('nameKeys_1');
  const next = await TestApp.open({}, { database: app.database, still: true, createsIndexes: true });
  expect((await app.db.collection('users').findOne({ username: 'henry' }))?.nameKeys).toEqual(['henry']);
  expect(await rename(browser.with(next), 'henri')).toBe(200);
  await next.close();
  expect(await signUp('henry')).toBe(taken);
});
