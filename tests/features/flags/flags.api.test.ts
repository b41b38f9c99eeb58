import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { pollAlerts } from '#contract/alerts.ts';
import { getBikeNotice } from '#contract/bike-status.ts';
import { getBike, putBike } from '#contract/bike-whole.ts';
import { listRecentBikes } from '#contract/bikes.ts';
import { addComment, deleteComment, editComment, getComment, listComments } from '#contract/comments.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import { addFlag } from '#contract/flags.ts';
import { type Id, newId } from '#contract/ids.ts';
import { judgeBike, judgeComment, type ThingJudgement } from '#contract/moderation.ts';
import { getViewerState } from '#contract/viewer-state.ts';
import { type Answered, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { enter, testKey } from '#tests/kit/direct-session.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { stalled } from '#tests/kit/stalled.ts';

const day = 86_400_000;
const env = { KEYS: testKey, TRUSTED_PROXIES: '127.0.0.0/8' };
const names = ['ana', 'judge', ...Array.from({ length: 8 }, (_, n) => `rider${n}`)];
let app: TestApp;
let ana: TestBrowser;
let judge: TestBrowser;
let riders: TestBrowser[];
let photoId: Id;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await TestApp.open(env);
  for (const name of names) {
    await app.join(name);
    // Sign-ups from one network are limited by the hour.
    vi.setSystemTime(Date.now() + day);
  }
  await giveRole(app.db, 'judge');
  photoId = newId();
  await (await enter(app, 'ana')).sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), {
    id: photoId,
  });
});
// All members are old and have posted; each test has its own day.
beforeEach(async () => {
  vi.setSystemTime(Date.now() + 31 * day);
  await app.db.collection('flags').deleteMany({});
  await app.db.collection('flagCases').deleteMany({});
  [ana, judge] = [await enter(app, 'ana'), await enter(app, 'judge')];
  // Each in their own network.
  riders = await Promise.all(names.slice(2).map((name, n) => enter(app, name, `203.0.${n}.7`)));
  const { bikeId } = await shown();
  for (const rider of riders) await say(rider, bikeId);
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

const users = () => app.db.collection('users');
const stranger = () => new TestBrowser(app);
const codeOf = ({ answer, status }: Answered<unknown>) => answer.error?.code ?? status;
async function shown() {
  const bikeId = newId();
  expect((await put(bikeId, 'Ogre')).status).toBe(200);
  return { bikeId };
}
const put = (bikeId: Id, model: string) =>
  ana.call(putBike, { params: { bikeId }, body: bikeWith([photoId], { model }) });
async function say(by: TestBrowser, bikeId: Id, text = 'Nice rack.'): Promise<Id> {
  const id = newId();
  // One after another.
  vi.setSystemTime(Date.now() + 10);
  expect((await by.call(addComment, { params: { bikeId }, body: { id, text } })).status).toBe(201);
  return id;
}
const flag = (
  by: TestBrowser | undefined,
  targetType: FlagTarget,
  targetId: Id,
  { reason = 'Spam', note = '', id = newId() } = {},
) => (by ?? stranger()).call(addFlag, { body: { id, targetType, targetId, reason, note } });
const flagAll = async (targetType: FlagTarget, targetId: Id, by = riders.slice(0, 3), reason = 'Spam') => {
  for (const rider of by) expect(codeOf(await flag(rider, targetType, targetId, { reason }))).toBe(201);
};
const see = (bikeId: Id) => stranger().call(getBike, { params: { bikeId } });
const notice = async (bikeId: Id) => {
  const { bike, standing: how } = (await ana.call(getBikeNotice, { params: { bikeId } })).answer.data ?? {};
  return { status: bike?.status, ...how };
};
const isListed = async (bikeId: Id) =>
  (await stranger().call(listRecentBikes, { query: {} })).answer.data?.items.some(({ id }) => id === bikeId);
const thread = async (bikeId: Id) =>
  (await stranger().call(listComments, { params: { bikeId } })).answer.data?.items.map(({ id, status, text }) => [
    ...[id, status, text],
  ]);
const countOf = async (bikeId: Id) => (await see(bikeId)).answer.data?.counts.comments;
const decide = (bikeId: Id, status: ThingJudgement['status']) =>
  judge.call(judgeBike, { params: { bikeId }, body: { status, reason: 'Looked at.' } });
const decideComment = (commentId: Id, status: ThingJudgement['status']) =>
  judge.call(judgeComment, { params: { commentId }, body: { status, reason: 'Looked at.' } });
const countFlags = async (what: string, id: Id) =>
  (await app.db.collection('flags').find({ targetId: id }).toArray()).filter(({ state }) => state === what).length;

test('a flag does not count against its author if a moderator rejects it while it hides the comment', async () => {
  const { bikeId } = await shown();
  const [first, ...others] = [
    await say(ana, bikeId, 'One.'),
    await say(ana, bikeId, 'Two.'),
    await say(ana, bikeId, 'Three.'),
  ];
  await flagAll('Comment', first, riders.slice(0, 2));
  await stalled(app, {
    env,
    before: 'alerts',
    deed: async (slow) => flag(riders[2]?.with(slow), 'Comment', first),
    meanwhile: async () => expect(codeOf(await decideComment(first, 'Active'))).toBe(200),
  });
  for (const id of others) await flagAll('Comment', id);
  expect((await users().findOne({ username: 'ana' }))?.held).toBeUndefined();
});

describe('a bike', () => {
  test('is hidden by the third flag, and its owner gets the reason without the members', async () => {
    const { bikeId } = await shown();
    await flagAll('Post', bikeId, riders.slice(0, 2));
    expect([codeOf(await see(bikeId)), await isListed(bikeId)]).toEqual([200, true]);
    await flagAll('Post', bikeId, riders.slice(2, 3));
    expect([codeOf(await see(bikeId)), await isListed(bikeId)]).toEqual(['bike.flagged', false]);
    expect(await notice(bikeId)).toMatchObject({ status: 'Flagged', reason: 'Spam or scam', fixable: true });
    const own = await ana.call(getBikeNotice, { params: { bikeId } });
    expect(JSON.stringify(own.answer)).not.toContain('rider');
  });

  test('is hidden by two flags for personal information', async () => {
    const { bikeId } = await shown();
    await flagAll('Post', bikeId, riders.slice(0, 2), 'PersonalInfo');
    expect(codeOf(await see(bikeId))).toBe('bike.flagged');
  });

  test('is not hidden by three new members, nor by three flags as stolen', async () => {
    const [one, two] = [await shown(), await shown()];
    const createdAt = { $set: { createdAt: new Date(Date.now() - 6 * day) } };
    const young = { username: { $in: names.slice(2, 5) } };
    const before = await users().find(young).toArray();
    await users().updateMany(young, createdAt);
    await flagAll('Post', one.bikeId);
    for (const { _id, createdAt: at } of before) await users().updateOne({ _id }, { $set: { createdAt: at } });
    await flagAll('Post', two.bikeId, riders.slice(0, 5), 'StolenBike');
    expect([codeOf(await see(one.bikeId)), codeOf(await see(two.bikeId))]).toEqual([200, 200]);
    await flagAll('Post', two.bikeId, riders.slice(5, 6), 'StolenBike');
    expect(codeOf(await see(two.bikeId))).toBe('bike.flagged');
  });

  test('is restored by one edit of its owner, and earlier flags do not hide it again', async () => {
    const { bikeId } = await shown();
    await flagAll('Post', bikeId);
    vi.setSystemTime(Date.now() + 1000);
    await put(bikeId, 'Pugsley');
    expect(codeOf(await see(bikeId))).toBe(200);
    vi.setSystemTime(Date.now() + 1000);
    await flagAll('Post', bikeId, riders.slice(3, 5));
    expect(codeOf(await see(bikeId))).toBe(200);
    await flagAll('Post', bikeId, riders.slice(5, 6));
    expect(codeOf(await see(bikeId))).toBe('bike.flagged');
    // The second time a moderator has to decide.
    await put(bikeId, 'Straggler');
    expect(await notice(bikeId)).toMatchObject({ status: 'Flagged', fixable: false });
  });

  test('restored by a moderator makes its flags wrong; a removed one makes them right; the last decision counts', async () => {
    const [wrong, right] = [await shown(), await shown()];
    for (const { bikeId } of [wrong, right]) await flagAll('Post', bikeId);
    await decide(wrong.bikeId, 'Active');
    await decide(right.bikeId, 'Removed');
    expect([await countFlags('rejected', wrong.bikeId), await countFlags('upheld', right.bikeId)]).toEqual([3, 3]);
    // Flags of the same members are ignored after a moderator's decision.
    await flagAll('Post', wrong.bikeId, riders.slice(3, 5));
    expect(codeOf(await see(wrong.bikeId))).toBe(200);
    await decide(right.bikeId, 'Active');
    expect(await countFlags('rejected', right.bikeId)).toBe(3);
  });

  test('is hidden once by 32 concurrent flags, each counted once', async () => {
    const { bikeId } = await shown();
    const flags = riders.flatMap((rider) => {
      const id = newId();
      return [
        flag(rider, 'Post', bikeId, { id }),
        flag(rider, 'Post', bikeId, { id }),
        flag(rider, 'Post', bikeId),
        flag(rider, 'Post', bikeId),
      ];
    });
    const said = (await Promise.all(flags)).map(codeOf);
    expect([flags.length, said.filter((code) => code === 201).length]).toEqual([32, expect.any(Number)]);
    expect(new Set(said)).toEqual(new Set([201, 'flag.repeated']));
    expect(await countFlags('open', bikeId)).toBe(8);
    expect(await notice(bikeId)).toMatchObject({ status: 'Flagged', reason: 'Spam or scam' });
    const bike = await app.db.collection('bikes').findOne({ _id: bikeId as never });
    expect(bike?.flag).toMatchObject({ open: true, fixed: false });
  });
});

describe('a comment', () => {
  test('is collapsed by the third flag: its text is shown on request, and it is not counted', async () => {
    const { bikeId } = await shown();
    const [first, bad] = [await say(ana, bikeId, 'Mine.'), await say(riders[7] as TestBrowser, bikeId, 'Buy pills!')];
    expect(await countOf(bikeId)).toBe(2);
    await flagAll('Comment', bad);
    expect(await thread(bikeId)).toEqual([
      [bad, 'Flagged', ''],
      [first, 'Active', 'Mine.'],
    ]);
    expect(await countOf(bikeId)).toBe(1);
    const { answer } = await stranger().call(getComment, { params: { commentId: bad } });
    expect(answer.data).toMatchObject({ text: 'Buy pills!', status: 'Flagged', author: { username: 'rider7' } });
    expect(JSON.stringify(answer)).not.toContain('Spam or scam');
  });

  test('shows its author the reason each time, never the members, and the result', async () => {
    const { bikeId } = await shown();
    const author = riders[7] as TestBrowser;
    const commentId = await say(author, bikeId, 'Buy pills!');
    const alert = async () => {
      const items = (await author.call(pollAlerts)).answer.data?.items ?? [];
      return items.find(({ type, key }) => type === 'commentStatus' && key === commentId);
    };
    expect(await alert()).toBeUndefined();
    await flagAll('Comment', commentId);
    const latest = await alert();
    expect(latest).toMatchObject({
      ...{ bikeId, actors: [], seen: false },
      judged: { status: 'Flagged', reason: 'Spam or scam', fixable: true },
    });
    expect(JSON.stringify(latest)).not.toContain('rider');
    vi.setSystemTime(Date.now() + 1000);
    await author.call(editComment, { params: { commentId }, body: { text: 'Nice rims.' } });
    vi.setSystemTime(Date.now() + 1000);
    await flagAll('Comment', commentId, riders.slice(3, 6));
    expect((await alert())?.judged).toMatchObject({ status: 'Flagged', fixable: false });
    await decideComment(commentId, 'Removed');
    expect((await alert())?.judged).toEqual({ status: 'Removed', reason: 'Looked at.', fixable: false });
    await author.call(deleteComment, { params: { commentId } });
    expect((await alert())?.judged?.status).toBe('Removed');
  });

  test('is restored by one edit of its author, also after a day, and counts again', async () => {
    const { bikeId } = await shown();
    const author = riders[7] as TestBrowser;
    const commentId = await say(author, bikeId, 'Buy pills!');
    await flagAll('Comment', commentId, riders.slice(0, 6), 'OffTopic');
    expect(await countOf(bikeId)).toBe(0);
    vi.setSystemTime(Date.now() + 2 * day);
    const late = await enter(app, 'rider7');
    const edit = (text: string) => late.call(editComment, { params: { commentId }, body: { text } });
    expect((await edit('Nice rims.')).answer.data).toMatchObject({ status: 'Active', text: 'Nice rims.' });
    for (const _ of ['again', 'late']) expect((await edit('Nice rims.')).status).toBe(200);
    expect([await countOf(bikeId), await thread(bikeId)]).toEqual([1, [[commentId, 'Active', 'Nice rims.']]]);
  });

  test('leaves a placeholder where other comments follow it, and nothing otherwise', async () => {
    const { bikeId } = await shown();
    const author = riders[0] as TestBrowser;
    const [gone, stays, last] = [
      await say(author, bikeId),
      await say(ana, bikeId, 'Thanks.'),
      await say(author, bikeId),
    ];
    await author.call(deleteComment, { params: { commentId: gone } });
    await ana.call(deleteComment, { params: { commentId: last } });
    expect(await thread(bikeId)).toEqual([
      [stays, 'Active', 'Thanks.'],
      [gone, 'Deleted', ''],
    ]);
    const { answer } = await stranger().call(listComments, { params: { bikeId } });
    expect(answer.data?.items[1]?.author.username).toBe('');
    expect(codeOf(await stranger().call(getComment, { params: { commentId: gone } }))).toBe('not_found');
    expect(codeOf(await stranger().call(getComment, { params: { commentId: last } }))).toBe('gone');
    await ana.call(deleteComment, { params: { commentId: stays } });
    expect([await thread(bikeId), await countOf(bikeId)]).toEqual([[], 0]);
  });

  test("is removed and restored by a moderator, unless its author deleted or the bike's owner removed it", async () => {
    const { bikeId } = await shown();
    const author = riders[0] as TestBrowser;
    const [judged, deleted, removed] = [
      await say(author, bikeId),
      await say(author, bikeId),
      await say(author, bikeId),
    ];
    expect((await decideComment(judged, 'Removed')).answer.data).toMatchObject({
      ...{ what: 'comment.remove', by: 'judge', reason: 'Looked at.', done: true },
      ...{ member: { username: 'rider0' }, bike: { id: bikeId }, comment: { id: judged } },
    });
    expect(await countOf(bikeId)).toBe(2);
    expect(codeOf(await decideComment(judged, 'Flagged'))).toBe('moderation.state');
    for (const _ of ['once', 'twice']) expect((await decideComment(judged, 'Active')).status).toBe(200);
    expect(await countOf(bikeId)).toBe(3);
    await author.call(deleteComment, { params: { commentId: deleted } });
    await ana.call(deleteComment, { params: { commentId: removed } });
    for (const id of [deleted, removed]) expect(codeOf(await decideComment(id, 'Active'))).toBe('moderation.state');
    expect(await countOf(bikeId)).toBe(1);
    const stored = await app.db.collection('comments').findOne({ _id: removed as never });
    expect(stored?.removal).toMatchObject({ by: 'owner' });
  });
});

describe('a member who flags', () => {
  test('does so once, gets the same reply to a repeated flag, and cannot flag their own content', async () => {
    const { bikeId } = await shown();
    const [rider] = riders;
    const id = newId();
    for (const _ of ['once', 'twice']) expect(codeOf(await flag(rider, 'Post', bikeId, { id }))).toBe(201);
    const again = await flag(rider, 'Post', bikeId, { reason: 'Sexual' });
    expect([again.status, again.answer.error?.message]).toEqual([409, 'You already flagged this.']);
    expect(await countFlags('open', bikeId)).toBe(1);
    expect(codeOf(await flag(ana, 'Post', bikeId))).toBe('flag.own');
    expect(codeOf(await flag(undefined, 'Post', bikeId))).toBe('unauthenticated');
    expect(codeOf(await flag(rider, 'Post', newId()))).toBe('not_found');
  });

  test('sees what they have flagged, and nobody else does', async () => {
    const { bikeId } = await shown();
    const commentId = await say(ana, bikeId);
    const [one, other] = riders as [TestBrowser, TestBrowser];
    const flagged = async (by: TestBrowser) =>
      (await by.call(getViewerState, { params: { bikeId } })).answer.data?.flagged;
    await flag(one, 'Post', bikeId);
    await flag(one, 'Comment', commentId);
    expect(await flagged(one)).toEqual({ bike: true, commentIds: [commentId] });
    expect(await flagged(other)).toEqual({ bike: false, commentIds: [] });
  });

  test('has ten flags a day, also concurrently, and more the next day', async () => {
    const { bikeId } = await shown();
    const ids = await Promise.all(Array.from({ length: 12 }, () => say(ana, bikeId)));
    const [rider] = riders;
    const said = (await Promise.all(ids.map((id) => flag(rider, 'Comment', id)))).map(codeOf).sort();
    expect(said).toEqual([...Array(10).fill(201), 'flag.quota', 'flag.quota']);
    const refused = await flag(rider, 'Post', bikeId);
    expect([refused.status, refused.answer.error?.message]).toEqual([
      429,
      'You can flag 10 things a day. Try again in 24 hours.',
    ]);
    vi.setSystemTime(Date.now() + day + 1000);
    expect(codeOf(await flag(await enter(app, 'rider0'), 'Post', bikeId))).toBe(201);
  });

  test('is ignored after five wrong flags, and counts more after five right ones', async () => {
    const { bikeId } = await shown();
    const [wrong, right] = riders as [TestBrowser, TestBrowser];
    for (let n = 0; n < 5; n++) {
      const [good, bad] = [await say(ana, bikeId), await say(ana, bikeId)];
      await flag(wrong, 'Comment', good);
      await flag(right, 'Comment', bad);
      await decideComment(good, 'Active');
      await decideComment(bad, 'Removed');
    }
    const next = await shown();
    for (const rider of [wrong, right]) await flag(rider, 'Post', next.bikeId);
    const rows = await app.db.collection('flags').find({ targetId: next.bikeId }).toArray();
    expect(rows.map(({ weight }) => weight).sort()).toEqual([0, 1.5]);
  });

  test.each([
    [{ reason: 'Boring' }, { reason: ['Choose a reason.'] }],
    [{ reason: '' }, { reason: ['Choose a reason.'] }],
    [{ reason: 'OffTopic' }, { reason: ['Choose a reason.'] }],
    [{ reason: 'Other' }, { note: ['Tell us a little more (10 characters or more).'] }],
    [{ reason: 'Other', note: '   short  \u200b ' }, { note: ['Tell us a little more (10 characters or more).'] }],
    [{ note: 'x'.repeat(501) }, { note: ['Use at most 500 characters.'] }],
    [{ note: 'x'.repeat(100_000) }, { note: ['Use at most 500 characters.'] }],
  ])('gets an error at each invalid field (%#)', async (wrong, validation) => {
    const { bikeId } = await shown();
    const answered = await flag(riders[0], 'Post', bikeId, wrong);
    expect([answered.status, answered.answer.validation]).toEqual([422, validation]);
    expect(await countFlags('open', bikeId)).toBe(0);
  });
});

describe('a few accounts', () => {
  const hiddenOf = async (bikeIds: readonly Id[]) => {
    const rows = await app.db
      .collection('bikes')
      .find({ _id: { $in: [...bikeIds] as never[] }, status: 'Flagged' })
      .toArray();
    return rows.length;
  };
  const someBikes = async (count: number) => {
    const made: Id[] = [];
    for (let n = 0; n < count; n++) made.push((await shown()).bikeId);
    return made;
  };

  test("that are new hide no bike by the reason Violence, but it enters the moderators' queue", async () => {
    const [one, other] = (await someBikes(2)) as [Id, Id];
    const before = await users().find({}).toArray();
    await users().updateMany({}, { $set: { createdAt: new Date() } });
    for (const bikeId of [one, other]) await flagAll('Post', bikeId, riders, 'Violence');
    for (const { _id, createdAt } of before) await users().updateOne({ _id }, { $set: { createdAt } });
    expect(await hiddenOf([one, other])).toBe(0);
    const cases = await app.db.collection('flagCases').find({ state: 'open' }).toArray();
    expect(cases.map(({ targetId }) => targetId).sort()).toEqual([one, other].sort());
    // Known members count as usual.
    await flagAll('Post', one, [await enter(app, 'judge', '198.51.100.1')], 'Violence');
    expect(await hiddenOf([one])).toBe(0);
  });

  test('of one network count as one', async () => {
    const { bikeId } = await shown();
    const alike = await Promise.all(names.slice(2, 7).map((name, n) => enter(app, name, `192.0.2.${n + 1}`)));
    const [first, second, ...rest] = await Promise.all(
      names.slice(7).map((name, n) => enter(app, name, `2001:db8:7:${n}::1`)),
    );
    await flagAll('Post', bikeId, [...alike, first as TestBrowser, second as TestBrowser]);
    expect(await hiddenOf([bikeId])).toBe(0);
    await flagAll('Post', bikeId, rest);
    expect(await hiddenOf([bikeId])).toBe(0);
    await say(judge, bikeId);
    await flagAll('Post', bikeId, [await enter(app, 'judge', '198.51.100.1')]);
    expect(await hiddenOf([bikeId])).toBe(1);
  });

  test('hide at most three items a month, until a moderator has agreed with one of them', async () => {
    const bikes = await someBikes(8);
    const two = riders.slice(0, 2);
    for (const bikeId of bikes.slice(0, 5)) await flagAll('Post', bikeId, two, 'Violence');
    expect(await hiddenOf(bikes)).toBe(3);
    // Many concurrent flags hide no more, and another member's flag does not count them.
    await flagAll('Post', bikes[3] as Id, riders.slice(2, 3), 'Violence');
    await Promise.all(bikes.slice(5, 7).flatMap((id) => two.map((by) => flag(by, 'Post', id, { reason: 'Violence' }))));
    expect(await hiddenOf(bikes)).toBe(3);
    await flagAll('Post', bikes[3] as Id, riders.slice(3, 4), 'Violence');
    expect(await hiddenOf(bikes)).toBe(4);
    await decide(bikes[0] as Id, 'Removed');
    await flagAll('Post', bikes[7] as Id, two, 'Violence');
    expect(await hiddenOf(bikes.slice(7))).toBe(1);
  });
});

test('are linked to a network only by a hash for each item, until the decision or for a month', async () => {
  const [one, other] = [await shown(), await shown()];
  const [rider] = riders as [TestBrowser];
  for (const { bikeId } of [one, other]) await flagAll('Post', bikeId, [rider]);
  const rows = async () => app.db.collection('flags').find().sort({ at: 1 }).toArray();
  const codes = (await rows()).map(({ network }) => network?.code);
  expect([new Set(codes).size, JSON.stringify(await rows()).includes('203.0.')]).toEqual([2, false]);
  await decide(one.bikeId, 'Removed');
  expect((await rows()).map(({ network }) => network?.code)).toEqual([undefined, codes[1]]);
  vi.setSystemTime(Date.now() + 29 * day);
  await app.runJob('networks of flags');
  expect((await rows())[1]?.network).toBeDefined();
  vi.setSystemTime(Date.now() + 2 * day);
  await app.runJob('networks of flags');
  expect((await rows())[1]?.network).toBeUndefined();
});

test('flags are deleted with the bike, and with the member who flagged', async () => {
  const { bikeId } = await shown();
  const commentId = await say(ana, bikeId);
  await flagAll('Post', bikeId, riders.slice(0, 1));
  await flagAll('Comment', commentId, riders.slice(0, 1));
  await app.db
    .collection('bikes')
    .updateOne(
      { _id: bikeId as never },
      { $set: { status: 'Deleted', statusChangedAt: new Date(Date.now() - 31 * day) } },
    );
  await app.runJob('deleted bikes');
  expect(await app.db.collection('flags').countDocuments({ bikeId })).toBe(0);
  expect(await app.db.collection('flagCases').countDocuments({ bikeId })).toBe(0);
});
