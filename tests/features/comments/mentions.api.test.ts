import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { memberRow } from '#api/demo/demo.store.ts';
import { type Alert, listAlerts, pollAlerts, seeAlerts } from '#contract/alerts.ts';
import { blockMember } from '#contract/blocks.ts';
import { addComment, deleteComment, editComment, listComments } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { suggestMembers } from '#contract/mentions.ts';
import type { Person } from '#contract/people.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { insertConversation } from '#tests/kit/long-conversation.ts';
import { rename } from '#tests/kit/rename.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

type Member = { browser: TestBrowser; user: Person };
let app: TestApp;
let ana: Member;
let ben: Member;
let cleo: Member;
let bikeId: Id;
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
  ana = await app.member('ana');
  ben = await app.member('ben.ridge');
  cleo = await app.member('cleo');
  await join(8);
});
/** Lets ana have joined this many days ago. */
const join = (days: number) =>
  app.db
    .collection('users')
    .updateOne({ username: 'ana' }, { $set: { createdAt: new Date(Date.now() - days * 86_400_000) } });
beforeEach(async () => {
  for (const name of ['alerts', 'limits', 'blocks', 'comments']) await app.db.collection(name).deleteMany({});
  bikeId = (await strangeBike(app.db, 'Straggler')).id;
});
afterAll(() => app.close());

const say = async (text: string, by = ana, id = newId()) => {
  const { answer } = await by.browser.call(addComment, { params: { bikeId }, body: { id, text } });
  if (!answer.successful) throw new Error(text);
  return answer.data;
};
const change = (commentId: Id, text: string) =>
  ana.browser.call(editComment, { params: { commentId }, body: { text } });
const called = async (text: string) => (await say(text)).mentions?.map(({ name }) => name);
const alertsOf = async ({ browser }: Member) => {
  const { data } = (await browser.call(pollAlerts)).answer;
  return {
    items: data?.items.map(({ type, text, actors }) => `${type} ${actors[0]?.username}: ${text}`),
    unseen: data?.unseen.comments,
  };
};
const nothing = { items: [], unseen: 0 };

test.each([
  ['@cleo, look', ['cleo']],
  ['Is that yours, @BEN_RIDGE?', ['ben.ridge']],
  ['@ben.ridge.nice one', ['ben.ridge']],
  ['(@cleo)\n@cleo and @ben.ridge', ['cleo', 'ben.ridge']],
  ['mail cleo@cleo.org or look at https://x.org/@cleo', undefined],
  ['@cleopatra @nobody @ cleo @cleoé', undefined],
  ['Seen at @cleo@mastodon.example first', undefined],
  ['@ana is me', ['ana']],
])('%s mentions %s', async (text, names) => {
  expect(await called(text)).toEqual(names);
});

test('the eleventh name in a text stays plain text', async () => {
  const others = Array.from({ length: 10 }, (_, i) => `@nobody${i}`).join(' ');
  expect(await called(`${others} @cleo`)).toBeUndefined();
});

test('a mentioned member is notified once, and not again by an edit that keeps the name', async () => {
  const { id } = await say('@cleo which tires are those?');
  const once = { items: ['mention ana: @cleo which tires are those?'], unseen: 1 };
  expect(await alertsOf(cleo)).toEqual(once);
  await say('@cleo which tires are those?', ana, id);
  expect(await alertsOf(cleo)).toEqual(once);
  await app.db.collection('alerts').updateMany({ type: 'mention' }, { $set: { seen: true, fresh: 0 } });
  await change(id, 'And @Cleo, which rims?');
  expect(await alertsOf(cleo)).toEqual({ items: ['mention ana: And @Cleo, which rims?'], unseen: 0 });
});

test('an edit that adds a name notifies that member, and one that removes it withdraws the alert', async () => {
  const { id } = await say('Which tires are those?');
  await change(id, 'Which tires are those, @cleo?');
  expect(await alertsOf(cleo)).toMatchObject({ unseen: 1 });
  await change(id, '@ben.ridge may know.');
  expect([await alertsOf(cleo), (await alertsOf(ben)).unseen]).toEqual([nothing, 1]);
});

describe('several comments of one member that mention another', () => {
  const itemsOf = async (cursor?: string, limit = 30) => {
    const { data } = (await cleo.browser.call(listAlerts, { query: { limit, ...(cursor && { cursor }) } })).answer;
    return { next: data?.next ?? null, items: data?.items ?? [] };
  };
  const groups = async () =>
    (await itemsOf()).items.map(({ key, bikeId: on, grouped, seen }) => ({ key, on, grouped, seen }));
  const poll = async () => {
    const { data } = (await cleo.browser.call(pollAlerts)).answer;
    if (!data) throw new Error('No alerts.');
    return data;
  };

  test('are one alert of the latest; each that goes lowers it, and the last one withdraws it', async () => {
    const [troll, ogre] = [bikeId, (await strangeBike(app.db, 'Ogre')).id];
    const first = await say('@cleo, one');
    const second = await say('@cleo, two');
    const tag = (await poll()).items.map(({ id }) => id);
    expect(await groups()).toEqual([{ key: second.id, on: troll, grouped: { count: 2, bikeCount: 1 }, seen: false }]);
    bikeId = ogre;
    const third = await say('@cleo, three');
    expect(await groups()).toEqual([{ key: third.id, on: ogre, grouped: { count: 3, bikeCount: 2 }, seen: false }]);
    const { items, unseen } = await poll();
    expect([items.map(({ id }) => id), items[0]?.text, unseen.comments]).toEqual([tag, '@cleo, three', 3]);

    await ana.browser.call(deleteComment, { params: { commentId: third.id } });
    expect(await groups()).toMatchObject([{ key: second.id, on: troll, grouped: { count: 2, bikeCount: 1 } }]);
    await change(second.id, 'Nobody, two');
    expect(await groups()).toEqual([{ key: first.id, on: troll, grouped: undefined, seen: false }]);
    await app.db.collection('comments').updateOne({ _id: first.id as never }, { $set: { status: 'Flagged' } });
    expect(await alertsOf(cleo)).toEqual(nothing);
  });

  test('are new again when one more comes, and only that one is counted', async () => {
    await say('@cleo, one');
    await say('@cleo, two');
    await cleo.browser.call(seeAlerts, { body: { cursor: (await poll()).cursor } });
    expect(await groups()).toMatchObject([{ grouped: { count: 2 }, seen: true }]);
    await say('@cleo, three');
    expect(await groups()).toMatchObject([{ grouped: { count: 3 }, seen: false }]);
    expect((await poll()).unseen.comments).toBe(1);
  });

  test('leave out those on a bike that is not public, also in the count', async () => {
    await say('@cleo, one');
    const shown = bikeId;
    bikeId = (await strangeBike(app.db, 'Ogre')).id;
    await say('@cleo, two');
    await app.db.collection('bikes').updateOne({ _id: bikeId as never }, { $set: { status: 'Draft' } });
    expect(await groups()).toMatchObject([{ on: shown, grouped: undefined }]);
    expect((await poll()).unseen.comments).toBe(1);
  });

  test('are counted, however many there are, and leave the counts of others alone', async () => {
    const troll = bikeId;
    const ogre = (await strangeBike(app.db, 'Ogre')).id;
    /** Stores mentions of cleo in the database: the API takes only so many comments a minute. */
    const store = async (by: Member, on: Id, count: number, from: number) => {
      const rows = Array.from({ length: count }, (_, i) => ({ id: newId(), at: new Date(from + i) }));
      await app.db.collection<{ _id: Id }>('comments').insertMany(
        rows.map(({ id, at }) => ({
          _id: id,
          bikeId: on,
          author: by.user,
          text: '@cleo!',
          status: 'Active',
          addedAt: at,
          editedAt: null,
        })),
      );
      await app.db.collection<{ _id: string }>('alerts').insertMany(
        rows.map(({ id, at }) => ({
          _id: `${cleo.user.id}:mention:${id}`,
          userId: cleo.user.id,
          type: 'mention',
          key: id,
          bikeId: on,
          actors: [{ id: by.user.id, at }],
          fresh: 0,
          seen: true,
          seenAt: at,
          at,
          place: at.getTime(),
          rev: 1,
        })),
      );
    };
    const dan = await app.member('dan');
    await store(ben, troll, 2, 1_000);
    await store(dan, ogre, 3, 2_000);
    await store(ana, ogre, 20, 10_000);
    await store(ana, troll, 400, 20_000);
    await store(dan, ogre, 1, 30_000);
    await store(ben, troll, 1, 40_000);
    const rows = (items: readonly Alert[]) => items.map(({ actors, grouped }) => [actors[0]?.username, grouped]);
    const all = [
      ['ben.ridge', { count: 3, bikeCount: 1 }],
      ['dan', { count: 4, bikeCount: 1 }],
      ['ana', { count: 420, bikeCount: 2 }],
    ];
    expect(rows((await poll()).items)).toEqual(all);
    const listed: Alert[] = [];
    for (let cursor: string | undefined; ; ) {
      const { items, next } = await itemsOf(cursor, 2);
      listed.push(...items);
      if (!next) break;
      cursor = next;
    }
    expect(rows(listed)).toEqual(all);
  });

  test('hide nobody else on any page, and are on one page only', async () => {
    await say('Nice rack.', cleo);
    await say('@cleo!', ben);
    const some = [];
    for (let i = 0; i < 6; i++) some.push(await say(`@cleo, ${i}`));
    const [early] = some;
    await app.db.collection('alerts').updateOne({ key: early?.id }, { $set: { place: 1, seen: true, fresh: 0 } });
    const listed: Alert[] = [];
    for (let cursor: string | undefined; ; ) {
      const { items, next } = await itemsOf(cursor, 1);
      listed.push(...items);
      if (!next) break;
      cursor = next;
    }
    expect(listed.map(({ actors, grouped }) => [actors[0]?.username, grouped?.count])).toEqual([
      ['ana', 6],
      ['ben.ridge', undefined],
    ]);
    expect((await poll()).items).toHaveLength(2);
  });
});

test('a deleted comment withdraws its alert, and a restored one brings it back', async () => {
  const { id } = await say('@cleo!');
  await ana.browser.call(deleteComment, { params: { commentId: id } });
  expect(await alertsOf(cleo)).toEqual(nothing);
  const listed = await cleo.browser.call(listComments, { params: { bikeId } });
  expect(JSON.stringify(listed.answer)).not.toContain('cleo');
});

test('a flagged comment that a member suspended from posting corrects is shown again, and mentions nobody', async () => {
  const { id } = await say('Sorry.');
  const flag = { reason: 'Spam', at: new Date(), fixed: false };
  const comments = app.db.collection<{ _id: Id }>('comments');
  await comments.updateOne({ _id: id }, { $set: { status: 'Flagged', flag } });
  await app.db.collection('users').updateOne({ username: 'ana' }, { $set: { held: true } });
  const { data } = (await change(id, 'Sorry, @cleo.')).answer;
  await app.db.collection('users').updateOne({ username: 'ana' }, { $unset: { held: '' } });
  expect([data?.status, data?.mentions ?? []]).toEqual(['Active', []]);
  expect(await alertsOf(cleo)).toEqual(nothing);
});

test('a mention on a hidden bike notifies nobody', async () => {
  await say('@cleo!');
  await app.db.collection('bikes').updateOne({ _id: bikeId as never }, { $set: { status: 'Draft' } });
  expect((await alertsOf(cleo)).items).toEqual([]);
});

test("a member who mentions themselves is not notified, and the bike's owner gets the comment alert only", async () => {
  await app.db.collection('bikes').updateOne({ _id: bikeId as never }, { $set: { owner: cleo.user } });
  await say('@ana and @cleo!');
  expect(await alertsOf(ana)).toEqual(nothing);
  expect(await alertsOf(cleo)).toEqual({ items: ['comment ana: @ana and @cleo!'], unseen: 1 });
});

test.each([
  ['blocked', 'cleo', 'ana'],
  ['was blocked', 'ana', 'cleo'],
])('a mention does not notify a member with a block (%s)', async (_, by, whom) => {
  const [blocker, blocked] = [by, whom].map((name) => (name === 'ana' ? ana : cleo)) as [Member, Member];
  await blocker.browser.call(blockMember, { params: { userId: blocked.user.id } });
  const { mentions } = await say('@cleo and @ben.ridge!');
  // The link does not reveal who has blocked whom.
  expect(mentions).toHaveLength(2);
  expect([await alertsOf(cleo), (await alertsOf(ben)).unseen]).toEqual([nothing, 1]);
});

test('a mention keeps its member when the name changes hands', async () => {
  const dora = await app.member('dora');
  const { mentions } = await say('@dora!');
  await rename(app.db, dora.user.id, 'theodora');
  await app.member('dora.2');
  expect(mentions).toEqual([{ id: dora.user.id, name: 'dora' }]);
  const { answer } = await ana.browser.call(listComments, { params: { bikeId } });
  expect(answer.data?.items[0]?.mentions).toEqual(mentions);
  expect((await alertsOf(dora)).items).toEqual(['mention ana: @dora!']);
});

test('the site sends notifications that a crash left unsent', async () => {
  const { id } = await say('@cleo!');
  await app.db.collection('alerts').deleteMany({});
  await app.db.collection('comments').updateOne({ _id: id as never }, { $set: { untold: true } });
  await app.runJob('mentions');
  expect(await alertsOf(cleo)).toMatchObject({ unseen: 1 });
  expect(await app.db.collection('comments').countDocuments({ untold: { $exists: true } })).toBe(0);
});

test('after concurrent edits, the last one decides who is notified', async () => {
  const { id } = await say('Hm.');
  const texts = Array.from({ length: 12 }, (_, i) => (i % 2 ? `@cleo ${i}` : `@ben.ridge ${i}`));
  await Promise.all(texts.map((text) => change(id, text)));
  const { answer } = await ana.browser.call(listComments, { params: { bikeId } });
  const mentions = answer.data?.items[0]?.mentions;
  const unseenCounts = await Promise.all([cleo, ben].map(async (one) => (await alertsOf(one)).unseen));
  expect(unseenCounts).toEqual([cleo, ben].map(({ user }) => Number(mentions?.[0]?.id === user.id)));
});

test('a comment notifies at most fifty members, however often it is edited', async () => {
  const { id } = await say('Hm.');
  const others = Array.from({ length: 50 }, () => newId());
  await app.db.collection('comments').updateOne({ _id: id as never }, { $set: { mentioned: others } });
  await change(id, '@cleo!');
  expect(await alertsOf(cleo)).toEqual(nothing);
});

describe('strangers whom a member mentions', () => {
  const names = Array.from({ length: 30 }, (_, i) => `stranger${i}`);
  let strangers: Id[];
  beforeAll(async () => {
    const rows = names.map((name) => memberRow(newId(), name, new Date()));
    await app.db.collection<(typeof rows)[number]>('users').insertMany(rows);
    strangers = rows.map(({ _id }) => _id);
  });
  const alerted = async () => {
    const rows = await app.db.collection('alerts').find({ type: 'mention', fresh: 1 }).toArray();
    return rows.map(({ userId }) => strangers.indexOf(userId as Id)).toSorted((a, b) => a - b);
  };
  const upTo = (length: number) => Array.from({ length }, (_, i) => i);
  const mention = (...places: number[]) => say(places.map((i) => `@${names[i]}`).join(' '));

  test.each([
    [1, 5],
    [8, 20],
  ])('are alerted by an account of %i days until they are %i in a day; the others are links', async (days, max) => {
    await join(days);
    const said = [];
    for (const i of upTo(24)) said.push(await mention(i));
    expect(await alerted()).toEqual(upTo(max));
    expect(said.map(({ mentions }) => mentions?.length)).toEqual(said.map(() => 1));
  });

  test('are as many when names come by edits, also of the earliest comment last', async () => {
    await join(1);
    const said = [];
    for (const _ of upTo(4)) said.push(await say('Hm.'));
    for (const [i, { id }] of said.toReversed().entries()) await change(id, `@${names[2 * i]} @${names[2 * i + 1]}`);
    expect(await alerted()).toEqual(upTo(5));
  });

  test('count once each, so those who were alerted hear of every further mention', async () => {
    await join(1);
    for (const _ of upTo(6)) await mention(0);
    await mention(...upTo(6));
    await mention(5, 1);
    expect(await alerted()).toEqual([...upTo(5), ...upTo(6).map(() => 0), 1].toSorted((a, b) => a - b));
  });

  test('do not change when a comment that mentioned others first is edited', async () => {
    await join(1);
    const { id } = await mention(...upTo(5));
    await mention(5, 6);
    await change(id, `Once more: ${upTo(5).map((i) => `@${names[i]}`)}`);
    await mention(5, 6);
    expect(await alerted()).toEqual(upTo(5));
  });

  test('are alerted again the next day', async () => {
    await join(1);
    await mention(...upTo(6));
    expect(await alerted()).toEqual(upTo(5));
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await app.db.collection('comments').updateMany({}, { $set: { addedAt: yesterday } });
    await mention(7);
    expect(await alerted()).toContain(7);
  });

  test('are those only who have neither commented on the bike, nor mentioned the author, nor written messages', async () => {
    await join(1);
    await mention(...upTo(5));
    const unseen = async () => (await Promise.all([ben, cleo].map(alertsOf))).map((one) => one.unseen);
    await say('@cleo and @ben.ridge!');
    expect(await unseen()).toEqual([0, 0]);
    await say('Nice rack.', cleo);
    await insertConversation(app.db, ana.user, ben.user, 2);
    await say('@cleo and @ben.ridge!');
    expect(await unseen()).toEqual([1, 1]);
    await app.db.collection('conversations').deleteMany({});
    bikeId = (await strangeBike(app.db, 'Ogre')).id;
    await say('@ana!', ben);
    bikeId = (await strangeBike(app.db, 'Ogre')).id;
    await say('@cleo and @ben.ridge!');
    expect(await unseen()).toEqual([2, 1]);
  });
});

describe('members whose name begins with the typed letters', () => {
  const ask = async (q: string, by = ana.browser) => {
    const { status, answer } = await by.call(suggestMembers, { query: { q } });
    return answer.successful ? answer.data.items.map(({ username }) => username) : status;
  };

  test('are suggested to members, ignoring separators, without members who have left', async () => {
    expect(await ask('BEN-R')).toEqual(['ben.ridge']);
    expect(await ask('zz')).toEqual([]);
    await app.db.collection('users').updateOne({ username: 'cleo' }, { $set: { status: 'Banned' } });
    expect(await ask('cl')).toEqual([]);
    await app.db.collection('users').updateOne({ username: 'cleo' }, { $set: { status: 'Active' } });
    expect(await ask('cl')).toEqual(['cleo']);
    expect(await ask('cl', new TestBrowser(app))).toBe(401);
    expect(await ask('')).toBe(422);
  });

  test('can be requested 120 times a minute', async () => {
    const asker = await app.join('zoe');
    const statuses = [];
    for (let i = 0; i < 121; i++) statuses.push((await asker.call(suggestMembers, { query: { q: 'c' } })).status);
    expect([statuses[119], statuses[120]]).toEqual([200, 429]);
  });
});
