import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PeopleStore } from '#api/features/accounts/accounts.people.store.ts';
import { pollAlerts } from '#contract/alerts.ts';
import { blockMember } from '#contract/blocks.ts';
import { addComment, deleteComment, editComment, listComments } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { suggestMembers } from '#contract/mentions.ts';
import type { Person } from '#contract/people.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { strangeBike } from '#tests/kit/arrived.ts';

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
});
beforeEach(async () => {
  for (const name of ['alerts', 'limits', 'blocks']) await app.db.collection(name).deleteMany({});
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
const told = async ({ browser }: Member) => {
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
  ['@ana is me', ['ana']],
])('%s calls %s', async (text, names) => {
  expect(await called(text)).toEqual(names);
});

test('the eleventh name in a text is words', async () => {
  const others = Array.from({ length: 10 }, (_, i) => `@nobody${i}`).join(' ');
  expect(await called(`${others} @cleo`)).toBeUndefined();
});

test('a member is told once of a comment that calls them, and not again by a change that keeps the name', async () => {
  const { id } = await say('@cleo which tires are those?');
  const once = { items: ['mention ana: @cleo which tires are those?'], unseen: 1 };
  expect(await told(cleo)).toEqual(once);
  await say('@cleo which tires are those?', ana, id);
  expect(await told(cleo)).toEqual(once);
  await app.db.collection('alerts').updateMany({ type: 'mention' }, { $set: { seen: true, fresh: 0 } });
  await change(id, 'And @Cleo, which rims?');
  expect(await told(cleo)).toEqual({ items: ['mention ana: And @Cleo, which rims?'], unseen: 0 });
});

test('a change that adds a name tells whoever has it, and one that takes it out takes that back', async () => {
  const { id } = await say('Which tires are those?');
  await change(id, 'Which tires are those, @cleo?');
  expect(await told(cleo)).toMatchObject({ unseen: 1 });
  await change(id, '@ben.ridge may know.');
  expect([await told(cleo), (await told(ben)).unseen]).toEqual([nothing, 1]);
});

test('a comment that goes takes its alert along, and one that comes back brings it', async () => {
  const { id } = await say('@cleo!');
  await ana.browser.call(deleteComment, { params: { commentId: id } });
  expect(await told(cleo)).toEqual(nothing);
  const listed = await cleo.browser.call(listComments, { params: { bikeId } });
  expect(JSON.stringify(listed.answer)).not.toContain('cleo');
});

test('nobody is told of a bike that is not shown', async () => {
  await say('@cleo!');
  await app.db.collection('bikes').updateOne({ _id: bikeId as never }, { $set: { status: 'Draft' } });
  expect((await told(cleo)).items).toEqual([]);
});

test('whoever calls themselves is not told, and the owner of the bike hears of the comment alone', async () => {
  await app.db.collection('bikes').updateOne({ _id: bikeId as never }, { $set: { owner: cleo.user } });
  await say('@ana and @cleo!');
  expect(await told(ana)).toEqual(nothing);
  expect(await told(cleo)).toEqual({ items: ['comment ana: @ana and @cleo!'], unseen: 1 });
});

test.each([
  ['blocked', 'cleo', 'ana'],
  ['was blocked', 'ana', 'cleo'],
])('nobody is told by somebody with whom they keep apart (%s)', async (_, by, whom) => {
  const [blocker, blocked] = [by, whom].map((name) => (name === 'ana' ? ana : cleo)) as [Member, Member];
  await blocker.browser.call(blockMember, { params: { userId: blocked.user.id } });
  const { mentions } = await say('@cleo and @ben.ridge!');
  // That a name is a link says nothing of who has blocked whom.
  expect(mentions).toHaveLength(2);
  expect([await told(cleo), (await told(ben)).unseen]).toEqual([nothing, 1]);
});

test('who is called by a name stays so when the name changes hands', async () => {
  const dora = await app.member('dora');
  const { mentions } = await say('@dora!');
  await new PeopleStore(app.db).change(dora.user.id, { username: 'theodora' }, new Date());
  await app.member('dora.2');
  expect(mentions).toEqual([{ id: dora.user.id, name: 'dora' }]);
  const { answer } = await ana.browser.call(listComments, { params: { bikeId } });
  expect(answer.data?.items[0]?.mentions).toEqual(mentions);
  expect((await told(dora)).items).toEqual(['mention ana: @dora!']);
});

test('what a crash has left is told by the site itself', async () => {
  const { id } = await say('@cleo!');
  await app.db.collection('alerts').deleteMany({});
  await app.db.collection('comments').updateOne({ _id: id as never }, { $set: { untold: true } });
  await app.runJob('mentions');
  expect(await told(cleo)).toMatchObject({ unseen: 1 });
  expect(await app.db.collection('comments').countDocuments({ untold: { $exists: true } })).toBe(0);
});

test('of changes at once the last decides who is told', async () => {
  const { id } = await say('Hm.');
  const texts = Array.from({ length: 12 }, (_, i) => (i % 2 ? `@cleo ${i}` : `@ben.ridge ${i}`));
  await Promise.all(texts.map((text) => change(id, text)));
  const { answer } = await ana.browser.call(listComments, { params: { bikeId } });
  const mentions = answer.data?.items[0]?.mentions;
  const tolds = await Promise.all([cleo, ben].map(async (one) => (await told(one)).unseen));
  expect(tolds).toEqual([cleo, ben].map(({ user }) => Number(mentions?.[0]?.id === user.id)));
});

test('a comment calls fifty members at most, however often it is changed', async () => {
  const { id } = await say('Hm.');
  const others = Array.from({ length: 50 }, () => newId());
  await app.db.collection('comments').updateOne({ _id: id as never }, { $set: { mentioned: others } });
  await change(id, '@cleo!');
  expect(await told(cleo)).toEqual(nothing);
});

describe('members whose name begins so', () => {
  const ask = async (q: string, by = ana.browser) => {
    const { status, answer } = await by.call(suggestMembers, { query: { q } });
    return answer.successful ? answer.data.items.map(({ username }) => username) : status;
  };

  test('are offered to members, whatever stands between the letters, but those who are not here', async () => {
    expect(await ask('BEN-R')).toEqual(['ben.ridge']);
    expect(await ask('zz')).toEqual([]);
    await app.db.collection('users').updateOne({ username: 'cleo' }, { $set: { status: 'Banned' } });
    expect(await ask('cl')).toEqual([]);
    await app.db.collection('users').updateOne({ username: 'cleo' }, { $set: { status: 'Active' } });
    expect(await ask('cl')).toEqual(['cleo']);
    expect(await ask('cl', new TestBrowser(app))).toBe(401);
    expect(await ask('')).toBe(422);
  });

  test('are asked for 120 times a minute at most', async () => {
    const asker = await app.join('zoe');
    const statuses = [];
    for (let i = 0; i < 121; i++) statuses.push((await asker.call(suggestMembers, { query: { q: 'c' } })).status);
    expect([statuses[119], statuses[120]]).toEqual([200, 429]);
  });
});
