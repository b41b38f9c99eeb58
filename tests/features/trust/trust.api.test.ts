import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { memberRow } from '#api/demo/demo.store.ts';
import { pollAlerts } from '#contract/alerts.ts';
import { getAuthUser } from '#contract/auth.ts';
import { getBike } from '#contract/bike-whole.ts';
import { addComment, editComment } from '#contract/comments.ts';
import { getCorrespondence, listConversations, sendMessage } from '#contract/conversations.ts';
import { addFlag } from '#contract/flags.ts';
import { type Id, newId } from '#contract/ids.ts';
import { putPush } from '#contract/push.ts';
import { fromNewMembersADay, trustRules } from '#contract/trust.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { commentRows } from '#tests/kit/comments.ts';
import { enter, testKey } from '#tests/kit/direct-session.ts';
import { giveBike } from '#tests/kit/established.ts';
import { PushReceiver, PushServer } from '#tests/kit/push-receiver.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
const hundred = Array.from({ length: 100 }, (_, i) => `fresh${i}`);

let service: PushServer;
let app: TestApp;
let now: number;
/** A member of many days, whom the new members are after. */
let ana: TestBrowser;
let anaId: Id;
/** Another old member. */
let ben: TestBrowser;
let fresh: TestBrowser[];
let bikeId: Id;

async function insertMembers(names: readonly string[], joined: number): Promise<Id[]> {
  const rows = names.map((name) => memberRow(newId(), name, new Date(joined)));
  await app.db.collection<(typeof rows)[number]>('users').insertMany(rows);
  return rows.map(({ _id }) => _id);
}
/** Gives members what they need to start a conversation. */
async function giveComments(ids: readonly Id[]): Promise<void> {
  const rows = ids.flatMap((id, i) =>
    commentRows(bikeId, 3).map((row) => ({ ...row, author: { id, username: hundred[i] ?? 'old', avatar: '' } })),
  );
  await app.db.collection<(typeof rows)[number]>('comments').insertMany(rows);
}
const entered = (names: readonly string[]) =>
  Promise.all(names.map((name) => enter(app, name, undefined, new Date(now))));

beforeAll(async () => {
  service = await PushServer.open();
});
beforeEach(async () => {
  now = Date.now();
  const options = { still: true, now: () => new Date(now), pushTransport: service.transport } as const;
  app = await TestApp.open({ KEYS: testKey }, options);
  bikeId = (await strangeBike(app.db, 'Straggler')).id;
  const [first, second] = await insertMembers(['ana', 'ben'], now - 30 * day);
  [anaId = '', ana, ben] = [first, ...(await entered(['ana', 'ben']))] as [Id, TestBrowser, TestBrowser];
  await giveComments([anaId, String(second) as Id]);
  await giveComments(await insertMembers(hundred, now - day));
  fresh = await entered(hundred.slice(0, 1));
});
afterEach(async () => {
  await app.close();
  service.received.length = 0;
});
afterAll(() => service.close());

const comment = (by: TestBrowser, text: string, on = bikeId) =>
  by.call(addComment, { params: { bikeId: on }, body: { id: newId(), text } });
const write = (by: TestBrowser, text = 'Hello.', id = newId()) =>
  by.call(sendMessage, { params: { userId: anaId }, body: { id, text } });
const later = async (ms: number) => {
  now += ms;
  [ana, ben] = (await entered(['ana', 'ben'])) as [TestBrowser, TestBrowser];
  fresh = await entered(hundred.slice(0, fresh.length));
};

describe('a hundred new members', () => {
  beforeEach(async () => {
    fresh = await entered(hundred);
  });

  test('alert a member of a few mentions a day, and hide none of an older member', async () => {
    const alerts = () => app.db.collection('alerts').countDocuments({ userId: anaId, type: 'mention' });
    const said = await Promise.all(fresh.map((one) => comment(one, '@ana')));
    // Their words appear all the same, with a link to the member.
    expect(said.map(({ answer }) => answer.data?.mentions?.length)).toEqual(hundred.map(() => 1));
    expect(await alerts()).toBe(fromNewMembersADay.mentions);
    await comment(ben, '@ana, somebody is after you.');
    expect(await alerts()).toBe(fromNewMembersADay.mentions + 1);
    await later(day + minute);
    await Promise.all(fresh.slice(0, 15).map((one) => comment(one, 'Once more, @ana.')));
    // Those who alerted her on the first day count again.
    expect(await alerts()).toBe(2 * fromNewMembersADay.mentions + 1);
  });

  test('hide nothing by flags, and stop nobody from posting', async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => giveBike(app.db, anaId, 'ana')));
    const flag = (one: TestBrowser, targetId = '') =>
      one.call(addFlag, { body: { id: newId(), targetType: 'Post', targetId, reason: 'PersonalInfo', note: '' } });
    const sent = await Promise.all(fresh.map((one, i) => flag(one, ids[i % ids.length])));
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201]));
    for (const id of ids)
      expect((await ana.call(getBike, { params: { bikeId: id } })).answer.data?.status).toBe('Active');
    expect((await comment(ana, 'I am still here.')).status).toBe(201);
  });

  test('start a few conversations a day with a member, whom older members reach all the same', async () => {
    const answers = await Promise.all(fresh.map((one) => write(one)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(fromNewMembersADay.conversations);
    const refused = answers.findIndex(({ status }) => status !== 201);
    expect(answers[refused]?.answer.error).toMatchObject({
      code: 'message.starts',
      message: 'Many new members have written to ana today.',
      details: { until: new Date(now + day).toISOString() },
    });
    const one = fresh[refused] as TestBrowser;
    const { answer } = await one.call(getCorrespondence, { params: { userId: anaId } });
    expect(answer.data?.refusal).toMatchObject({ code: 'message.starts', until: expect.any(String) });
    expect((await write(ben)).status).toBe(201);
    expect((await ana.call(listConversations)).answer.data?.items).toHaveLength(fromNewMembersADay.conversations + 1);
    await later(day);
    expect((await write(fresh[refused] as TestBrowser)).status).toBe(201);
  });

  test("wake a member's devices a few times a day, whom older members wake all the same", async () => {
    const anasBike = await giveBike(app.db, anaId, 'ana');
    const device = new PushReceiver().device('https://push.example.org/wpush/v2/abc', 'Etc/UTC');
    await ana.call(putPush, { body: device });
    now += minute;
    const pushes = async (by: TestBrowser) => {
      now += minute;
      await comment(by, 'You again.', anasBike);
      await app.idle();
      await app.runJob('pushes');
      return service.received.length;
    };
    for (const [i, one] of fresh.slice(0, 8).entries())
      expect(await pushes(one)).toBe(Math.min(i + 1, fromNewMembersADay.pushes));
    expect(await pushes(ben)).toBe(fromNewMembersADay.pushes + 1);
    // All of it is listed.
    expect((await ana.call(pollAlerts)).answer.data?.items).toHaveLength(9);
  });
});

describe('a new member', () => {
  const sentence = "In your first 7 days you can't link to other sites. Take the link out.";
  const one = () => fresh[0] as TestBrowser;

  test.each(['https://shop.example', 'Look: HTTP://shop.example/a?b.', 'https://localhost@shop.example/'])(
    'cannot link to another site, as in "%s", until seven days have passed',
    async (text) => {
      const id = newId();
      const send = () => one().call(addComment, { params: { bikeId }, body: { id, text } });
      expect([(await send()).status, (await send()).answer.validation]).toEqual([422, { text: [sentence] }]);
      expect((await write(one(), text)).answer.validation).toEqual({ text: [sentence] });
      const { data } = (await comment(one(), 'Nice rack.')).answer;
      const edited = await one().call(editComment, { params: { commentId: data?.id ?? '' }, body: { text } });
      expect(edited.answer.validation).toEqual({ text: [sentence] });
      await later(6 * day);
      expect([(await send()).status, (await write(one(), text)).status]).toEqual([201, 201]);
    },
  );

  test('may link to this site', async () => {
    expect((await comment(one(), 'As on http://localhost/bikes/1')).status).toBe(201);
  });

  test('gets the answer again to a link that arrived while it was allowed', async () => {
    await app.db.collection('users').updateOne({ username: hundred[0] }, { $set: { operator: true } });
    const [id, messageId, text] = [newId(), newId(), 'https://shop.example'];
    const send = () => one().call(addComment, { params: { bikeId }, body: { id, text } });
    expect([(await send()).status, (await write(one(), text, messageId)).status]).toEqual([201, 201]);
    await app.db.collection('users').updateOne({ username: hundred[0] }, { $unset: { operator: '' } });
    expect([(await send()).status, (await write(one(), text, messageId)).status]).toEqual([201, 201]);
  });

  test('may start fewer conversations', async () => {
    const others = await insertMembers(['cleo', 'dora', 'emil'], now - 30 * day);
    const begun = [];
    for (const userId of others)
      begun.push(await one().call(sendMessage, { params: { userId }, body: { id: newId(), text: 'Hello.' } }));
    expect(begun.map(({ status }) => status)).toEqual([201, 201, 429]);
    expect(begun[2]?.answer.error?.message).toBe(
      'Conversations that you can start in your first 7 days: 2 a day, 5 a week.',
    );
    expect(trustRules.newMember.starts.day).toBe(2);
  });

  test('is told until when; operators are not new', async () => {
    const newUntil = async (by: TestBrowser) => (await by.call(getAuthUser)).answer.data?.newUntil;
    expect(await newUntil(one())).toBe(new Date(Date.parse(new Date(now).toISOString()) + 6 * day).toISOString());
    expect(await newUntil(ana)).toBeUndefined();
    await app.db.collection('users').updateOne({ username: hundred[0] }, { $set: { operator: true } });
    expect(await newUntil(one())).toBeUndefined();
    expect((await comment(one(), 'https://shop.example')).status).toBe(201);
  });
});
