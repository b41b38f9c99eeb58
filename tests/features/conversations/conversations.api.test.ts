import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { deleteAccount, login } from '#contract/accounts.ts';
import { type Alerts, pollAlerts } from '#contract/alerts.ts';
import { addComment } from '#contract/comments.ts';
import {
  getCorrespondence,
  hideConversation,
  hideMessage,
  listConversations,
  listMessages,
  readConversation,
  sendMessage,
  unsendMessage,
} from '#contract/conversations.ts';
import { type Id, newId } from '#contract/ids.ts';
import { type PreferenceChange, putPreference } from '#contract/user-preferences.ts';
import { type Answered, goodPassword, TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { season } from '#tests/kit/established.ts';
import { interposed } from '#tests/kit/interposed.ts';
import { stalled } from '#tests/kit/stalled.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

const minute = 60_000;
const hour = 60 * minute;

type Member = { browser: TestBrowser; id: Id; name: string };
let app: TestApp;
let ana: Member;
let ben: Member;
let cleo: Member;
let networks = 0;
/** Creates a member who may start conversations. */
async function member(name: string, seasoned = true): Promise<Member> {
  networks += 1;
  const { browser, user } = await app.member(`${name}${networks}`);
  if (seasoned) await season(app.db, user.username);
  return { browser, id: user.id, name: user.username };
}
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
});
beforeEach(async () => {
  await app.db.collection('limits').deleteMany({});
  [ana, ben, cleo] = [await member('ana'), await member('ben'), await member('cleo')];
});
afterEach(() => vi.useRealTimers());
afterAll(() => app.close());

const code = ({ status, answer }: Answered<unknown>) => (answer.error ? `${status} ${answer.error.code}` : status);
const say = (from: Member, to: { id: Id }, text: string, id = newId()) =>
  from.browser.call(sendMessage, { params: { userId: to.id }, body: { id, text } });
const arrived = async (from: Member, to: Member, text: string) => {
  const { status, answer } = await say(from, to, text);
  expect([status, answer.error]).toEqual([201, null]);
  return answer.data ?? { id: '', number: 0 };
};
const listOf = async (who: Member) => (await who.browser.call(listConversations)).answer.data?.items ?? [];
const linesOf = async (who: Member) =>
  (await listOf(who)).map(({ with: other, unreadCount, last }) => `${other.username} ${unreadCount} ${last.text}`);
const thread = async (who: Member, other: Member) =>
  ((await who.browser.call(listMessages, { params: { userId: other.id } })).answer.data?.items ?? []).toReversed();
const texts = async (who: Member, other: Member) => (await thread(who, other)).map(({ text }) => text);
const read = async (who: Member, other: Member, upTo: number) =>
  (await who.browser.call(readConversation, { params: { userId: other.id }, body: { upTo } })).answer.data?.unreadCount;
async function alertsOf({ browser }: Member): Promise<Alerts> {
  const { answer } = await browser.call(pollAlerts);
  if (!answer.successful) throw new Error('No alerts.');
  return answer.data;
}
const unread = async (who: Member) => (await alertsOf(who)).unreadMessageCount;
const meet = async (who: Member, other: { id: Id }) =>
  (await who.browser.call(getCorrespondence, { params: { userId: other.id } })).answer.data;

test('a message carries the bike that it is about, as it is now; one that is hidden or of others is gone', async () => {
  const about = async (from: Member, to: Member, bikeId: Id) => {
    const body = { id: newId(), text: 'Which rack is that?', bikeId };
    const { status, answer } = await from.browser.call(sendMessage, { params: { userId: to.id }, body });
    expect(status).toBe(201);
    return answer.data;
  };
  const bikes = app.db.collection<{ _id: Id; slug: string }>('bikes');
  const bike = await bikes.findOne({ 'owner.id': ben.id });
  const id = bike?._id ?? '';
  const theirs = { id, slug: bike?.slug, title: expect.stringContaining('Surly'), cover: null };
  const gone = (bikeId: Id) => ({ id: bikeId, slug: '', title: '', gone: true });
  const sent = await about(ana, ben, id);
  expect(sent?.bike).toEqual(theirs);
  expect((await about(ben, ana, id))?.bike).toEqual(theirs);
  expect((await thread(ben, ana)).map((one) => one.bike)).toEqual([theirs, theirs]);
  const foreign = await bikes.findOne({ 'owner.id': cleo.id });
  const [elsewhere, never] = [foreign?._id ?? '', newId()];
  expect((await about(ana, ben, elsewhere))?.bike).toEqual(gone(elsewhere));
  expect((await about(ana, ben, never))?.bike).toEqual(gone(never));
  await bikes.updateOne({ _id: id }, { $set: { model: 'Pugsley', cover: { id: 'c' } } } as never);
  expect((await thread(ben, ana))[0]?.bike).toMatchObject({
    title: expect.stringContaining('Pugsley'),
    cover: { id: 'c' },
  });
  await bikes.updateOne({ _id: id }, { $set: { status: 'Draft' } } as never);
  // A message that waited for signal meanwhile says that it was about a bike.
  expect((await about(ana, ben, id))?.bike).toEqual(gone(id));
  expect((await thread(ana, ben))[0]?.bike).toEqual(gone(id));
  expect(JSON.stringify([await thread(ana, ben), await listOf(ana), await meet(ben, ana)])).not.toContain('Surly');
  await ana.browser.call(unsendMessage, { params: { messageId: sent?.id ?? '' } });
  expect((await thread(ben, ana))[0]?.bike).toBe(undefined);
});

test('a message starts a conversation that both members share, and is stored once however often it is sent', async () => {
  const id = newId();
  const first = await say(ana, ben, 'Which rack is that?', id);
  expect(first).toMatchObject({ status: 201, answer: { data: { number: 1, authorId: ana.id, unsent: false } } });
  expect((await say(ana, ben, 'Which rack is that?', id)).answer).toEqual(first.answer);
  expect(await linesOf(ana)).toEqual([`${ben.name} 0 Which rack is that?`]);
  expect(await linesOf(ben)).toEqual([`${ana.name} 1 Which rack is that?`]);
  await arrived(ben, ana, 'A Tubus.');
  expect(await texts(ana, ben)).toEqual(['Which rack is that?', 'A Tubus.']);
  expect(await linesOf(ana)).toEqual([`${ben.name} 1 A Tubus.`]);
  expect(await app.db.collection('conversations').countDocuments({ heldBy: ana.id })).toBe(1);
});

test('two members who start at once get one conversation with both messages in order', async () => {
  for (let i = 0; i < 5; i++) {
    const [one, two] = [await member('one'), await member('two')];
    await app.db.collection('limits').deleteMany({});
    const both = await Promise.all([say(one, two, 'Hello two.'), say(two, one, 'Hello one.')]);
    expect(both.map(code)).toEqual([201, 201]);
    expect((await thread(one, two)).map(({ number }) => number)).toEqual([1, 2]);
    expect((await texts(two, one)).sort()).toEqual(['Hello one.', 'Hello two.']);
    expect([(await listOf(one)).length, (await listOf(two)).length]).toEqual([1, 1]);
    expect([await unread(one), await unread(two)]).toEqual([1, 1]);
  }
});

test('concurrent messages through two processes keep their order and are counted once', async () => {
  const other = await TestApp.open({}, { database: app.database, still: true });
  await arrived(ana, ben, 'First.');
  const sending = Array.from({ length: 24 }, (_, i) => {
    const [from, to] = i % 2 ? [ana, ben] : [ben, ana];
    const at = i % 3 ? from.browser : from.browser.with(other);
    return say({ ...from, browser: at }, to, `Number ${i}.`);
  });
  expect(new Set((await Promise.all(sending)).map(code))).toEqual(new Set([201]));
  const { items = [] } = (await ana.browser.call(listMessages, { params: { userId: ben.id } })).answer.data ?? {};
  expect(items.map(({ number }) => number)).toEqual(Array.from({ length: 25 }, (_, i) => 25 - i));
  expect(new Set(items.map(({ text }) => text)).size).toBe(25);
  expect([await unread(ana), await unread(ben)]).toEqual([12, 13]);
  await other.close();
});

describe('reading', () => {
  test("sets a conversation's unread count to zero and lowers the total, and a late reading raises nothing", async () => {
    for (const text of ['One.', 'Two.', 'Three.']) await arrived(ana, ben, text);
    await arrived(cleo, ben, 'Me too.');
    expect(await alertsOf(ben)).toMatchObject({
      unreadMessageCount: 4,
      conversations: [{ unreadCount: 1 }, { unreadCount: 3 }],
    });
    expect(await read(ben, ana, 2)).toBe(1);
    expect(await unread(ben)).toBe(2);
    expect(await read(ben, ana, 3)).toBe(0);
    expect(await read(ben, ana, 1)).toBe(0);
    expect(await alertsOf(ben)).toMatchObject({ unreadMessageCount: 1, conversations: [{ unreadCount: 1 }] });
    expect(await read(ben, cleo, 99)).toBe(0);
    expect(await unread(ben)).toBe(0);
    await arrived(ana, ben, 'Four.');
    expect(await unread(ben)).toBe(1);
  });

  test('changes the ETag of the poll, as a message does', async () => {
    const poll = async (tag: string) =>
      (await ben.browser.call(pollAlerts, { headers: { 'If-None-Match': tag } })).status;
    const tagNow = async () => (await ben.browser.call(pollAlerts)).headers.get('etag') ?? '';
    const before = await tagNow();
    expect(await poll(before)).toBe(304);
    await arrived(ana, ben, 'Hello.');
    expect(await poll(before)).toBe(200);
    const then = await tagNow();
    expect(await poll(then)).toBe(304);
    await read(ben, ana, 1);
    expect(await poll(then)).toBe(200);
  });

  test('counts exactly while messages arrive from another process', async () => {
    const other = await TestApp.open({}, { database: app.database, still: true });
    await arrived(ana, ben, 'First.');
    const there = { ...ana, browser: ana.browser.with(other) };
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? read(ben, ana, i) : arrived(there, ben, `Number ${i}.`))),
    );
    expect(await unread(ben)).toBe((await listOf(ben))[0]?.unreadCount);
    expect(await read(ben, ana, 1000)).toBe(0);
    expect(await unread(ben)).toBe(0);
    await other.close();
  });
});

describe('a message', () => {
  test('can be unsent for both within 15 minutes, and is no longer counted as unread', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { id } = await arrived(ana, ben, 'Not meant for you.');
    await arrived(ana, ben, 'This is.');
    expect(code(await ben.browser.call(unsendMessage, { params: { messageId: id } }))).toBe('403 forbidden');
    for (let i = 0; i < 2; i++)
      expect(code(await ana.browser.call(unsendMessage, { params: { messageId: id } }))).toBe(200);
    expect(await thread(ben, ana)).toMatchObject([{ text: '', unsent: true }, { text: 'This is.' }]);
    expect(await unread(ben)).toBe(1);
    expect(await read(ben, ana, 2)).toBe(0);
    const { id: last } = await arrived(ana, ben, 'The last one.');
    await ana.browser.call(unsendMessage, { params: { messageId: last } });
    expect([await unread(ben), (await listOf(ben))[0]?.last]).toMatchObject([0, { text: '', unsent: true }]);
    const { id: late } = await arrived(ana, ben, 'Too late.');
    vi.setSystemTime(Date.now() + 15 * minute + 1000);
    [ana, ben] = [await relogged(ana), await relogged(ben)];
    expect(code(await ana.browser.call(unsendMessage, { params: { messageId: late } }))).toBe('403 message.too_late');
    expect((await texts(ben, ana)).at(-1)).toBe('Too late.');
    // An unsent message may be unsent again at any time.
    expect(code(await ana.browser.call(unsendMessage, { params: { messageId: id } }))).toBe(200);
  });

  test("can be deleted from one member's own view, whoever wrote it", async () => {
    const mine = await arrived(ana, ben, 'Mine.');
    const theirs = await arrived(ben, ana, 'Theirs.');
    for (const { id } of [mine, theirs])
      expect(code(await ana.browser.call(hideMessage, { params: { messageId: id } }))).toBe(200);
    expect([await texts(ana, ben), await texts(ben, ana)]).toEqual([[], ['Mine.', 'Theirs.']]);
    expect((await listOf(ana))[0]?.last.text).toBe('');
    expect((await listOf(ben))[0]?.last.text).toBe('Theirs.');
    expect(code(await cleo.browser.call(hideMessage, { params: { messageId: mine.id } }))).toBe('404 not_found');
    expect(code(await cleo.browser.call(unsendMessage, { params: { messageId: mine.id } }))).toBe('404 not_found');
  });

  test('cannot be accessed by other members through its id', async () => {
    const { id } = await arrived(ana, ben, 'Mine.');
    expect(code(await say(cleo, ben, 'Taken.', id))).toBe('409 message.exists');
    expect(code(await say(ana, cleo, 'Taken.', id))).toBe('409 message.exists');
    expect(await texts(cleo, ben)).toEqual([]);
  });

  test('needs text, of at most 4,000 characters', async () => {
    for (const text of ['', ' \n ', '\u200b', 'x'.repeat(4001)])
      expect((await say(ana, ben, text)).answer.validation).toHaveProperty('text');
    await arrived(ana, ben, '😀'.repeat(4000));
    expect([...((await listOf(ben))[0]?.last.text ?? '')].length).toBe(160);
  });
});

test('a hidden conversation leaves the list as read, until there is a new message', async () => {
  await arrived(ana, ben, 'One.');
  const hide = (upTo: number) => ben.browser.call(hideConversation, { params: { userId: ana.id }, body: { upTo } });
  await arrived(ana, ben, 'Two.');
  // Messages that arrived meanwhile are unread.
  expect(code(await hide(1))).toBe(200);
  expect(await linesOf(ben)).toEqual([`${ana.name} 2 Two.`]);
  expect(code(await hide(2))).toBe(200);
  expect([await linesOf(ben), await unread(ben)]).toEqual([[], 0]);
  expect(await linesOf(ana)).toEqual([`${ben.name} 0 Two.`]);
  await arrived(ana, ben, 'Three.');
  expect(await linesOf(ben)).toEqual([`${ana.name} 1 Three.`]);
  expect(await texts(ben, ana)).toEqual(['One.', 'Two.', 'Three.']);
});

describe('to start a conversation', () => {
  test('a member suspended from posting has to wait, as for replies, and is told why', async () => {
    const suspendPosting = (until: boolean) =>
      app.db
        .collection<{ _id: Id }>('users')
        .updateOne({ _id: ana.id }, until ? { $set: { held: until } } : { $unset: { held: '' } });
    await arrived(ben, ana, 'Is that yours?');
    const stranger = await member('stranger');
    await suspendPosting(true);
    const refused = await say(ana, stranger, 'Hello.');
    expect(code(refused)).toBe('403 posting.held');
    expect(refused.answer.error?.message).toMatch(/post again after a moderator has reviewed/);
    expect((await meet(ana, stranger))?.refusal?.code).toBe('posting.held');
    expect(code(await say(ana, ben, 'It is.'))).toBe('403 posting.held');
    expect((await meet(ana, ben))?.refusal?.code).toBe('posting.held');
    await suspendPosting(false);
    await arrived(ana, ben, 'It is.');
    await arrived(ana, stranger, 'Hello.');
  });

  test('a member needs a bike or three comments; a reply is always allowed', async () => {
    const newcomer = await member('dora', false);
    expect(code(await say(newcomer, ben, 'Hello.'))).toBe('403 message.newcomer');
    expect((await meet(newcomer, ben))?.refusal?.code).toBe('message.newcomer');
    await arrived(ben, newcomer, 'Welcome.');
    await arrived(newcomer, ben, 'Thank you.');
    const { id: bikeId } = await strangeBike(app.db, 'Ogre');
    for (const text of ['One.', 'Two.', 'Three.']) {
      expect(code(await say(newcomer, ana, 'Hello.'))).toBe('403 message.newcomer');
      await newcomer.browser.call(addComment, { params: { bikeId }, body: { id: newId(), text } });
    }
    expect((await meet(newcomer, ana))?.refusal).toBeNull();
    await arrived(newcomer, ana, 'Hello.');
  });

  test('a member has to wait after three in a day and fifteen in a week, also when many are started concurrently', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const others = [];
    for (let i = 0; i < 18; i++) {
      if (i % 6 === 0) await app.db.collection('limits').deleteMany({});
      others.push(await member('other', false));
    }
    const begin = async (some: Member[]) => (await Promise.all(some.map((one) => say(ana, one, 'Hello.')))).map(code);
    const first = await begin(others.slice(0, 6));
    expect(first.filter((one) => one === 201).length).toBe(3);
    const refused = others[first.findIndex((one) => one !== 201)] as Member;
    const begun = others[first.indexOf(201)] as Member;
    const { answer, headers } = await say(ana, refused, 'Hello.');
    expect(answer.error).toMatchObject({ code: 'message.starts', details: { until: expect.any(String) } });
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
    expect(await meet(ana, refused)).toMatchObject({
      refusal: { code: 'message.starts', until: answer.error?.details?.until },
    });
    // An existing conversation continues.
    await arrived(ana, begun, 'Again.');
    expect((await meet(ana, begun))?.refusal).toBeNull();
    for (let day = 1; day < 5; day++) {
      vi.setSystemTime(Date.now() + 24 * hour + 1000);
      ana = await relogged(ana);
      expect((await begin(others.slice(3 * day + 3, 3 * day + 6))).filter((one) => one === 201).length).toBe(3);
    }
    vi.setSystemTime(Date.now() + 24 * hour + 1000);
    ana = await relogged(ana);
    expect(code(await say(ana, refused, 'Hello.'))).toBe('429 message.starts');
    vi.setSystemTime(Date.now() + 48 * hour);
    ana = await relogged(ana);
    await arrived(ana, refused, 'Hello.');
  });

  test("the recipient's setting may exclude members without a bike, or everyone; the sentence is that of a block", async () => {
    const commenter = await member('dora', false);
    const { id: bikeId } = await strangeBike(app.db, 'Ogre');
    for (const text of ['One.', 'Two.', 'Three.'])
      await commenter.browser.call(addComment, { params: { bikeId }, body: { id: newId(), text } });
    const device = newId();
    const choose = (value: string) =>
      ben.browser.call(putPreference, {
        body: { name: 'conversationsFrom', value, seen: { version: 0, device } } as PreferenceChange,
      });
    expect(code(await choose('Bike owners'))).toBe(200);
    const { answer } = await say(commenter, ben, 'Hello.');
    expect(answer.error).toMatchObject({
      code: 'message.refused',
      message: `${ben.name} isn't accepting new messages.`,
    });
    await arrived(ana, ben, 'Hello.');
    await choose('Nobody');
    expect(code(await say(cleo, ben, 'Hello.'))).toBe('403 message.refused');
    await arrived(ana, ben, 'We know each other.');
    await arrived(ben, commenter, 'I may begin.');
    expect((await choose('Enemies')).answer.validation).toHaveProperty('value');
  });

  test('the recipient has to be an existing member, and another one', async () => {
    expect(code(await say(ana, { id: newId() }, 'Hello.'))).toBe('404 not_found');
    expect(code(await say(ana, ana, 'Hello.'))).toBe('403 message.self');
    await arrived(ana, ben, 'Hello.');
    await ben.browser.call(deleteAccount, { body: { username: ben.name } });
    await app.idle();
    expect(code(await say(ana, ben, 'Still there?'))).toBe('403 message.left');
    expect((await meet(ana, ben))?.refusal?.code).toBe('message.left');
    await app.db.collection('users').updateOne({ username: cleo.name }, { $set: { status: 'Banned' } });
    expect(code(await say(ana, cleo, 'Hello.'))).toBe('404 not_found');
  });
});

/** Logs a member in again after a day. */
async function relogged(who: Member): Promise<Member> {
  await app.db.collection('limits').deleteMany({});
  await who.browser.call(login, { body: { identifier: who.name, password: goodPassword } });
  return who;
}

describe('after a crash at each of its commands and a retry,', () => {
  /** Runs work in a process that dies before the n-th of its commands. Returns false when it finished. */
  async function dying(n: number, work: (browserAt: TestApp) => Promise<unknown>): Promise<boolean> {
    let count = 0;
    let dead = false;
    const names = ['alerts', 'conversations', 'messages', 'correspondents', 'preferences', 'blocks'];
    const other = await TestApp.open(
      {},
      {
        database: app.database,
        still: true,
        through: ({ db }) =>
          interposed(db, names, async (_, run) => {
            count += 1;
            dead ||= count === n;
            if (dead) throw new Error('this process is dead');
            return run();
          }),
      },
    );
    await work(other);
    await other.close();
    return dead;
  }

  test.each([
    ['a first message', 0],
    ['an answer', 2],
  ])('%s is stored and counted once', async (_, before) => {
    let deaths = 0;
    for (let n = 1; ; n++) {
      for (const name of ['conversations', 'messages', 'correspondents', 'limits'])
        await app.db.collection(name).deleteMany({});
      for (let i = 0; i < before; i++) await arrived(ana, ben, `Before ${i}.`);
      const id = newId();
      const by = (at: TestApp) => say({ ...ana, browser: ana.browser.with(at) }, ben, 'Now.', id);
      if (!(await dying(n, by))) break;
      deaths += 1;
      // Another message may come in between.
      if (n % 2 && before > 0) await arrived(ben, ana, 'Between.');
      expect([n, code(await by(app))]).toEqual([n, 201]);
      expect([n, await unread(ben)]).toEqual([n, before + 1]);
      const here = await texts(ana, ben);
      expect([n, here.filter((text) => text === 'Now.').length]).toEqual([n, 1]);
      expect((await thread(ana, ben)).map(({ number }) => number)).toEqual(here.map((_, i) => i + 1));
    }
    expect(deaths).toBeGreaterThan(1);
  });

  test('a message that its sender never retries is completed when its recipient reads', async () => {
    await arrived(ana, ben, 'Before.');
    const lost = ['messages.insertOne'];
    const other = await TestApp.open(
      {},
      {
        database: app.database,
        still: true,
        through: ({ db }) => {
          let dead = false;
          return interposed(db, ['messages', 'conversations'], async (command, run) => {
            if (dead) throw new Error('this process is dead');
            const done = await run();
            dead = lost.includes(command);
            return done;
          });
        },
      },
    );
    await say({ ...ana, browser: ana.browser.with(other) }, ben, 'Lost.');
    await other.close();
    expect(await texts(ben, ana)).toEqual(['Before.', 'Lost.']);
    expect(await read(ben, ana, 2)).toBe(0);
    expect(await linesOf(ben)).toEqual([`${ana.name} 0 Lost.`]);
  });
});

describe('a process that lists a message after another process has taken it back', () => {
  test.each([
    { name: 'unsent', by: () => ana, take: unsendMessage, unseen: 0 },
    { name: 'hidden', by: () => ben, take: hideMessage, unseen: 1 },
  ])('does not show its text if it was $name', async ({ by, take, unseen }) => {
    const id = newId();
    await arrived(ben, ana, 'Before.');
    const deed = (slow: TestApp) => say({ ...ana, browser: ana.browser.with(slow) }, ben, 'Oops.', id);
    const meanwhile = async () => expect(code(await by().browser.call(take, { params: { messageId: id } }))).toBe(200);
    await stalled(app, { before: 'conversations.updateOne', deed, meanwhile });
    expect(await linesOf(ben)).toEqual([`${ana.name} ${unseen} `]);
    expect(await unread(ben)).toBe(unseen);
  });
});

test('a first message that is unsent before its conversation is stored is neither shown nor counted', async () => {
  const id = newId();
  await stalled(app, {
    before: 'conversations.insertOne',
    deed: (slow) => say({ ...ana, browser: ana.browser.with(slow) }, ben, 'Oops.', id),
    meanwhile: async () => expect(code(await ana.browser.call(unsendMessage, { params: { messageId: id } }))).toBe(200),
  });
  expect([await linesOf(ben), await unread(ben)]).toEqual([[`${ana.name} 0 `], 0]);
});

describe('a member who leaves', () => {
  test('is shown as such in conversations at once, and their messages stay readable after the erasure', async () => {
    await arrived(ana, ben, 'Remember me.');
    vi.useFakeTimers({ toFake: ['Date'] });
    const { status } = await ana.browser.call(deleteAccount, {
      body: { username: ana.name },
    });
    expect(status).toBe(200);
    await app.idle();
    expect(await linesOf(ben)).toEqual(['Deleted member 1 Remember me.']);
    vi.setSystemTime(Date.now() + 31 * 24 * hour);
    await app.runJob('deleted accounts');
    ben = await relogged(ben);
    expect(await linesOf(ben)).toEqual(['Deleted member 1 Remember me.']);
    expect(await texts(ben, ana)).toEqual(['Remember me.']);
    expect(code(await say(ben, ana, 'Hello?'))).toBe('403 message.left');
    // The last member deletes the conversation with the account.
    await ben.browser.call(deleteAccount, { body: { username: ben.name } });
    vi.setSystemTime(Date.now() + 31 * 24 * hour);
    await app.runJob('deleted accounts');
    expect(await app.db.collection('messages').countDocuments({ authorId: ana.id })).toBe(0);
    expect(await app.db.collection('conversations').countDocuments({ _id: { $regex: ana.id } as never })).toBe(0);
  });
});

test('a list and a thread are paged without a gap or a repetition', async () => {
  for (let i = 0; i < 7; i++) await arrived(i % 2 ? ana : ben, i % 2 ? ben : ana, `${i}`);
  const seen: string[] = [];
  let cursor: string | null | undefined;
  do {
    const query = { limit: 3, ...(cursor && { cursor }) };
    const { answer } = await ana.browser.call(listMessages, { params: { userId: ben.id }, query });
    seen.push(...(answer.data?.items ?? []).map(({ text }) => text));
    cursor = answer.data?.next;
  } while (cursor);
  expect(seen).toEqual(['6', '5', '4', '3', '2', '1', '0']);
  await arrived(cleo, ana, 'Last.');
  const query = { limit: 1 };
  const one = (await ana.browser.call(listConversations, { query })).answer.data;
  const two = (await ana.browser.call(listConversations, { query: { ...query, cursor: one?.next } })).answer.data;
  expect([one, two].flatMap((page) => page?.items.map((item) => item.last.text))).toEqual(['Last.', '6']);
  expect(two?.next).toBeNull();
});
