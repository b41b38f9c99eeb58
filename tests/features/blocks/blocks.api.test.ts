import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getBike } from '#contract/bike-whole.ts';
import { getRandomBike } from '#contract/bikes.ts';
import { blockMember, listBlocks, unblockMember } from '#contract/blocks.ts';
import { addComment } from '#contract/comments.ts';
import { getCorrespondence, sendMessage } from '#contract/conversations.ts';
import { addFavorite } from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { type Answered, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { giveBike } from '#tests/kit/established.ts';
import { stalled } from '#tests/kit/stalled.ts';

type Member = { browser: TestBrowser; id: Id; name: string; bikeId: Id };
let app: TestApp;
let ana: Member;
let ben: Member;
let networks = 0;
async function member(name: string): Promise<Member> {
  networks += 1;
  const { browser, user } = await app.member(`${name}${networks}`);
  return { browser, id: user.id, name: user.username, bikeId: await giveBike(app.db, user.id, user.username) };
}
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
});
beforeEach(async () => {
  await app.db.collection('limits').deleteMany({});
  [ana, ben] = [await member('ana'), await member('ben')];
});
afterAll(() => app.close());

const code = ({ status, answer }: Answered<unknown>) => (answer.error ? `${status} ${answer.error.code}` : status);
const block = (by: Member, whom: { id: Id }) => by.browser.call(blockMember, { params: { userId: whom.id } });
const unblock = (by: Member, whom: { id: Id }) => by.browser.call(unblockMember, { params: { userId: whom.id } });
const say = (from: Member, to: Member) =>
  from.browser.call(sendMessage, { params: { userId: to.id }, body: { id: newId(), text: 'Hello.' } });
const like = (by: Member, bikeId: Id) => by.browser.call(likeBike, { params: { bikeId } });
const likes = async (bikeId: Id) => (await ana.browser.call(getBike, { params: { bikeId } })).answer.data?.counts.likes;
const deeds = (by: Member, bikeId: Id) => [
  () => like(by, bikeId),
  () => by.browser.call(addFavorite, { params: { folderId: by.id, bikeId } }),
  () => by.browser.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Nice rack.' } }),
];

test('a block stops messages, likes, favorites and comments between both members', async () => {
  expect(code(await say(ana, ben))).toBe(201);
  expect(code(await block(ana, ben))).toBe(200);
  expect(code(await say(ana, ben))).toBe('403 message.blocked');
  const refused = await say(ben, ana);
  expect(refused.answer.error).toMatchObject({
    code: 'message.refused',
    message: `${ana.name} isn't accepting new messages.`,
  });
  for (const [by, whose] of [
    [ana, ben],
    [ben, ana],
  ] as const) {
    for (const deed of deeds(by, whose.bikeId)) expect(code(await deed())).toBe('403 block.between');
  }
  const seen = async (who: Member, other: Member) =>
    (await who.browser.call(getCorrespondence, { params: { userId: other.id } })).answer.data;
  expect([(await seen(ana, ben))?.blocked, (await seen(ben, ana))?.blocked]).toEqual([true, false]);
  expect(code(await ana.browser.call(unblockMember, { params: { userId: ben.id } }))).toBe(200);
  expect(code(await say(ben, ana))).toBe(201);
  for (const deed of deeds(ben, ana.bikeId)) expect([200, 201]).toContain(code(await deed()));
});

describe('a process that marks the conversation after another process has changed the block', () => {
  const at = (slow: TestApp, { browser, ...rest }: Member): Member => ({ ...rest, browser: browser.with(slow) });
  beforeEach(async () => expect(code(await say(ana, ben))).toBe(201));

  test.each([
    { name: 'a block', deed: (slow: TestApp) => block(at(slow, ana), ben) },
    {
      name: 'the job after a block',
      first: (slow: TestApp) => block(at(slow, ana), ben),
      deed: async (slow: TestApp) => {
        await app.db.collection('blocks').updateMany({}, { $set: { open: true } });
        await slow.runJob('blocks');
      },
    },
  ])('leaves it open after $name that was taken back', async ({ first, deed }) => {
    const meanwhile = async () => expect(code(await unblock(ana, ben))).toBe(200);
    await stalled(app, { before: 'conversations.updateOne', ...(first && { first }), deed, meanwhile });
    expect([code(await say(ana, ben)), code(await say(ben, ana))]).toEqual([201, 201]);
  });

  test('leaves it closed by a block that came after unblocking', async () => {
    await block(ana, ben);
    await app.idle();
    await stalled(app, {
      before: 'conversations.updateOne',
      deed: (slow) => unblock(at(slow, ana), ben),
      meanwhile: async () => expect(code(await block(ana, ben))).toBe(200),
    });
    expect(code(await say(ben, ana))).toBe('403 message.refused');
  });
});

test('likes between both members stop counting, other likes stay', async () => {
  const cleo = await member('cleo');
  await like(ana, ben.bikeId);
  await like(ben, ana.bikeId);
  await like(cleo, ana.bikeId);
  expect([await likes(ana.bikeId), await likes(ben.bikeId)]).toEqual([2, 1]);
  await block(ben, ana);
  await app.idle();
  await app.runJob('blocks');
  expect([await likes(ana.bikeId), await likes(ben.bikeId)]).toEqual([1, 0]);
  expect(await app.db.collection('blocks').countDocuments({ open: true })).toBe(0);
});

test('the list of blocked members is private, and a repeated block changes nothing', async () => {
  const cleo = await member('cleo');
  for (const whom of [ben, cleo, ben]) expect(code(await block(ana, whom))).toBe(200);
  const names = async ({ browser }: Member) =>
    (await browser.call(listBlocks)).answer.data?.items.map(({ username }) => username);
  expect([await names(ana), await names(ben)]).toEqual([[cleo.name, ben.name], []]);
  for (let i = 0; i < 2; i++)
    expect(code(await ana.browser.call(unblockMember, { params: { userId: cleo.id } }))).toBe(200);
  expect(await names(ana)).toEqual([ben.name]);
  expect(code(await block(ana, ana))).toBe('403 block.self');
  expect(code(await block(ana, { id: newId() }))).toBe('404 not_found');
});

test('a member blocks at most 1,000 others', async () => {
  const blocked = Array.from({ length: 999 }, () => ({ id: newId(), username: 'x', avatar: '' }));
  const row = (one: (typeof blocked)[number]) => ({
    _id: `${ana.id}:${one.id}` as never,
    blockerId: ana.id,
    blocked: one,
    at: new Date(),
  });
  await app.db.collection('blocks').insertMany(blocked.map(row));
  const cleo = await member('cleo');
  expect(code(await block(ana, ben))).toBe(200);
  expect(code(await block(ana, cleo))).toBe('409 block.too_many');
  expect(code(await block(ana, ben))).toBe(200);
});

test('the random bike never belongs to a member whom the viewer has blocked, even when all others were seen', async () => {
  await app.db.collection('bikes').deleteMany({ 'owner.id': { $nin: [ana.id, ben.id] } });
  const randomFor = async ({ call }: Pick<TestBrowser, 'call'>, seen?: Id) => {
    const owners = new Set<string | undefined>();
    for (let i = 0; i < 30; i++) owners.add((await call(getRandomBike, { query: { seen } })).answer.data?.id);
    return owners;
  };
  const by = (browser: TestBrowser) => ({ call: browser.call.bind(browser) as TestBrowser['call'] });
  const both = new Set([ana.bikeId, ben.bikeId]);
  expect(await randomFor(by(ana.browser))).toEqual(both);
  expect(code(await block(ana, ben))).toBe(200);
  expect(await randomFor(by(ana.browser))).toEqual(new Set([ana.bikeId]));
  expect(await randomFor(by(ana.browser), ana.bikeId)).toEqual(new Set([ana.bikeId]));
  // A blocked member does not notice the block.
  expect(await randomFor(by(ben.browser))).toEqual(both);
  expect(await randomFor(by(new TestBrowser(app)))).toEqual(both);
  await app.db.collection('bikes').deleteMany({ _id: ana.bikeId as never });
  expect(await randomFor(by(ana.browser))).toEqual(new Set([undefined]));
  await ana.browser.call(unblockMember, { params: { userId: ben.id } });
  expect(await randomFor(by(ana.browser))).toEqual(new Set([ben.bikeId]));
});
