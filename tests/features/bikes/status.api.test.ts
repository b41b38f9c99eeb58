import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { changeBikeStatus, getBikeNotice } from '#contract/bike-status.ts';
import { getBike, getOwnBike, putBike } from '#contract/bike-whole.ts';
import { deleteBike, listOwnBikes, listRecentBikes } from '#contract/bikes.ts';
import { addComment, listComments } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { judgeBike, judgeMember, listActs, type ThingJudgement } from '#contract/moderation.ts';
import { photoPath } from '#contract/photo-paths.ts';
import { type Answered, TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { enter, testKey } from '#tests/kit/direct-session.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { giveRole } from '#tests/kit/roles.ts';

const day = 86_400_000;
let app: TestApp;
let picture: Buffer;
let ana: TestBrowser;
let ben: TestBrowser;
let judge: TestBrowser;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await TestApp.open({ KEYS: testKey });
  picture = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  for (const name of ['ana', 'ben', 'judge']) await app.join(name);
  await giveRole(app.db, 'judge');
});
// Each test begins on another day, as access tokens last ten minutes, and new bikes have a daily limit.
beforeEach(async () => {
  vi.setSystemTime(Date.now() + 2 * day);
  [ana, ben, judge] = (await Promise.all(['ana', 'ben', 'judge'].map((name) => enter(app, name)))) as [
    TestBrowser,
    TestBrowser,
    TestBrowser,
  ];
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

const stranger = () => new TestBrowser(app);
const codeOf = ({ answer, status }: Answered<unknown>) => answer.error?.code ?? status;

type Shown = { bikeId: Id; photoId: Id };
async function shown(owner = ana): Promise<Shown> {
  const [photoId, bikeId] = [newId(), newId()];
  await owner.sendPhoto(picture, { id: photoId });
  expect((await put({ bikeId, photoId }, 'Ogre', owner)).status).toBe(200);
  return { bikeId, photoId };
}
const put = ({ bikeId, photoId }: Shown, model: string, owner = ana) =>
  owner.call(putBike, { params: { bikeId }, body: bikeWith([photoId], { model }) });
const see = ({ bikeId }: Shown, query = {}) => stranger().call(getBike, { params: { bikeId }, query });
const own = ({ bikeId }: Shown, owner = ana) => owner.call(getBikeNotice, { params: { bikeId } });
const statusOf = async (bike: Shown) => (await own(bike)).answer.data?.bike.status;
const move = ({ bikeId }: Shown, from: string, to: string, owner = ana) =>
  owner.call(changeBikeStatus, { params: { bikeId }, body: { from, to } });
const publish = (bike: Shown) => move(bike, 'Draft', 'Active');
const unpublish = (bike: Shown) => move(bike, 'Active', 'Draft');
const restore = (bike: Shown) => move(bike, 'Deleted', 'Draft');
const remove = ({ bikeId }: Shown, owner = ana) => owner.call(deleteBike, { params: { bikeId } });
const decide = ({ bikeId }: Shown, status: ThingJudgement['status'], reason = 'Looks stolen.') =>
  judge.call(judgeBike, { params: { bikeId }, body: { status, reason } });
const isListed = async ({ bikeId }: Shown) =>
  (await stranger().call(listRecentBikes, { query: {} })).answer.data?.items.some(({ id }) => id === bikeId);
const pictureFor = ({ photoId }: Shown, browser: TestBrowser) => {
  const Cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  return app.request(photoPath(photoId, 320), { headers: { Cookie } });
};
const cardOf = async ({ bikeId }: Shown) =>
  (await ana.call(listOwnBikes, { query: {} })).answer.data?.items.find(({ id }) => id === bikeId);

describe('an owner', () => {
  test('unpublishes and republishes a bike: others do not see it meanwhile, and it returns with its date, likes and comments', async () => {
    const bike = await shown();
    const params = { bikeId: bike.bikeId };
    await ben.call(likeBike, { params });
    await ben.call(addComment, { params, body: { id: newId(), text: 'Such lugs.' } });
    const before = (await see(bike)).answer.data;
    vi.setSystemTime(Date.now() + 60_000);
    expect((await unpublish(bike)).answer.data).toMatchObject({ bike: { status: 'Draft', counts: { likes: 1 } } });
    expect([codeOf(await see(bike)), await isListed(bike)]).toEqual(['not_found', false]);
    expect(codeOf(await stranger().call(listComments, { params }))).toBe('not_found');
    expect(codeOf(await ben.call(getBikeNotice, { params }))).toBe('not_found');
    expect((await cardOf(bike))?.status).toBe('Draft');
    expect([(await pictureFor(bike, ana)).status, (await pictureFor(bike, ben)).status]).toEqual([200, 404]);
    expect((await publish(bike)).status).toBe(200);
    expect((await see(bike)).answer.data).toEqual(before);
    expect((await stranger().call(listComments, { params })).answer.data?.items).toHaveLength(1);
    expect(await isListed(bike)).toBe(true);
  });

  test('gets the same reply to a repeated change, and is told of a change made elsewhere', async () => {
    const bike = await shown();
    for (const _ of ['once', 'twice']) expect((await unpublish(bike)).answer.data?.bike.status).toBe('Draft');
    for (const _ of ['once', 'twice']) expect((await remove(bike)).status).toBe(200);
    // A decision made before the deletion must not restore it.
    expect([codeOf(await unpublish(bike)), codeOf(await publish(bike))]).toEqual(['bike.changed', 'bike.status']);
    expect(await statusOf(bike)).toBe('Deleted');
    for (const _ of ['once', 'twice']) expect((await restore(bike)).answer.data?.bike.status).toBe('Draft');
    await publish(bike);
    expect(codeOf(await restore(bike))).toBe('bike.changed');
    expect((await see(bike)).status).toBe(200);
  });

  test('cannot publish an incomplete draft, and gets an error for each missing field', async () => {
    const bike = await shown();
    await unpublish(bike);
    await app.db.collection('bikes').updateOne({ _id: bike.bikeId as never }, { $set: { model: '', photos: [] } });
    expect((await publish(bike)).answer.validation).toEqual({
      model: ['Enter the model.'],
      photos: ['Add at least one photo.'],
    });
  });

  test('does not find the private price in the shared cache', async () => {
    const bike = await shown();
    const price = { priceMinor: 250_000, currency: 'EUR', pricePublic: false } as const;
    const params = { bikeId: bike.bikeId };
    await ana.call(putBike, { params, body: bikeWith([bike.photoId], price) });
    const replies = [await unpublish(bike), await own(bike), await publish(bike)];
    expect(replies.map(({ answer }) => answer.data?.bike.priceMinor)).toEqual([null, null, null]);
    expect((await ana.call(getOwnBike, { params })).answer.data).toMatchObject(price);
  });

  test('republishes a bike stored before some fields existed', async () => {
    const bike = await shown();
    await unpublish(bike);
    await app.db.collection('bikes').updateOne({ _id: bike.bikeId as never }, { $unset: { history: '', shop: '' } });
    expect((await publish(bike)).answer.data?.bike).toMatchObject({ status: 'Active', history: [], shop: '' });
  });

  test('restores a deleted bike within 30 days as a draft; then it is erased with its photos, likes and comments', async () => {
    const [bike, restored] = [await shown(), await shown()];
    const params = { bikeId: bike.bikeId };
    await ben.call(likeBike, { params });
    await ben.call(addComment, { params, body: { id: newId(), text: 'Such lugs.' } });
    for (const one of [bike, restored]) await remove(one);
    const until = new Date(Date.now() + 30 * day).toISOString();
    expect((await cardOf(bike))?.standing).toEqual({ reason: '', fixable: false, restorableUntil: until });
    expect(codeOf(await see(bike))).toBe('not_found');
    vi.setSystemTime(Date.now() + 30 * day - 1000);
    await app.runJob('deleted bikes');
    ana = await enter(app, 'ana');
    expect((await restore(restored)).answer.data?.bike.status).toBe('Draft');
    vi.setSystemTime(Date.now() + 2000);
    expect([codeOf(await restore(bike)), codeOf(await own(bike)), await cardOf(bike)]).toEqual([
      'gone',
      'gone',
      undefined,
    ]);
    await app.runJob('deleted bikes');
    const left = async (name: string, of: object) => app.db.collection(name).countDocuments(of);
    expect(await left('bikes', { _id: bike.bikeId })).toBe(0);
    expect(await left('photos', { _id: bike.photoId })).toBe(0);
    expect(await Promise.all(['likes', 'comments'].map((name) => left(name, { bikeId: bike.bikeId })))).toEqual([0, 0]);
    expect((await app.request(photoPath(bike.photoId, 320))).status).toBe(404);
    expect((await app.request(photoPath(restored.photoId, 320))).status).toBe(404);
    expect((await publish(restored)).status).toBe(200);
    expect((await app.request(photoPath(restored.photoId, 320))).status).toBe(200);
  });

  test('reuses a photo in another bike: it stays when the first is erased', async () => {
    const first = await shown();
    const second = { bikeId: newId(), photoId: first.photoId };
    await put(second, 'Straggler');
    await remove(first);
    vi.setSystemTime(Date.now() + 31 * day);
    await app.runJob('deleted bikes');
    expect((await app.request(photoPath(first.photoId, 320))).status).toBe(200);
  });
});

describe('a moderator', () => {
  test('removes a bike: others get a notice, its owner reads the reason and cannot restore it', async () => {
    const bike = await shown();
    expect((await decide(bike, 'Removed')).answer.data).toMatchObject({
      ...{ what: 'bike.remove', by: 'judge', reason: 'Looks stolen.', done: true },
      ...{ member: { username: 'ana' }, bike: { id: bike.bikeId, title: '2021 Surly Ogre' } },
    });
    expect([codeOf(await see(bike)), await isListed(bike)]).toEqual(['gone', false]);
    expect((await own(bike)).answer.data).toMatchObject({
      bike: { status: 'Removed', model: 'Ogre' },
      standing: { reason: 'Looks stolen.', fixable: false, restorableUntil: null },
    });
    const mine = await pictureFor(bike, ana);
    expect([mine.status, mine.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect([(await pictureFor(bike, ben)).status, (await pictureFor(bike, stranger())).status]).toEqual([410, 410]);
    expect([codeOf(await publish(bike)), codeOf(await put(bike, 'Pugsley'))]).toEqual(['bike.status', 'bike.status']);
    await decide(bike, 'Removed', 'Is stolen.');
    expect((await cardOf(bike))?.standing.reason).toBe('Is stolen.');
    await decide(bike, 'Active', 'It was not.');
    expect((await see(bike)).status).toBe(200);
    const { answer } = await judge.call(listActs, { query: {} });
    expect(answer.data?.items.slice(0, 3).map(({ what }) => what)).toContain('bike.restore');
  });

  test('cannot restore a bike that its owner deleted, and nobody restores a removed bike that was deleted', async () => {
    const [deleted, removed] = [await shown(), await shown()];
    await remove(deleted);
    for (const status of ['Active', 'Flagged', 'Removed'] as const)
      expect([status, codeOf(await decide(deleted, status))]).toEqual([status, 'moderation.state']);
    await decide(removed, 'Removed');
    await remove(removed);
    expect([codeOf(await decide(removed, 'Active')), codeOf(await restore(removed))]).toEqual([
      'moderation.state',
      'gone',
    ]);
    expect([codeOf(await own(removed)), await cardOf(removed)]).toEqual(['gone', undefined]);
  });

  test('restores a removed draft as a draft', async () => {
    const bike = await shown();
    await unpublish(bike);
    await decide(bike, 'Removed');
    for (const _ of ['once', 'twice']) expect((await decide(bike, 'Active')).status).toBe(200);
    expect([codeOf(await see(bike)), await statusOf(bike)]).toEqual(['not_found', 'Draft']);
  });

  test('flags a bike: other visitors are warned first, and one edit by its owner clears it, once', async () => {
    const bike = await shown();
    await decide(bike, 'Flagged', 'That is an advert.');
    expect([codeOf(await see(bike)), await isListed(bike)]).toEqual(['bike.flagged', false]);
    expect((await see(bike, { flagged: 'show' })).answer.data).toMatchObject({ model: 'Ogre' });
    expect((await own(bike)).answer.data?.standing).toMatchObject({ reason: 'That is an advert.', fixable: true });
    expect(codeOf(await unpublish(bike))).toBe('bike.status');
    await put(bike, 'Ogre');
    expect(await statusOf(bike)).toBe('Flagged');
    await put(bike, 'Straggler');
    expect((await see(bike)).answer.data).toMatchObject({ status: 'Active', model: 'Straggler' });
    await decide(bike, 'Flagged', 'Still one.');
    await put(bike, 'Pugsley');
    expect((await own(bike)).answer.data).toMatchObject({
      bike: { status: 'Flagged', model: 'Pugsley' },
      standing: { reason: 'Still one.', fixable: false },
    });
    await decide(bike, 'Active');
    expect((await see(bike)).status).toBe(200);
  });

  test('sets a flag that stays through deleting, restoring and publishing', async () => {
    const bike = await shown();
    await decide(bike, 'Flagged');
    await remove(bike);
    await restore(bike);
    expect((await own(bike)).answer.data?.standing.reason).toBe('Looks stolen.');
    for (const _ of ['once', 'twice']) expect((await publish(bike)).answer.data?.bike.status).toBe('Flagged');
    await remove(bike);
    await restore(bike);
    await put(bike, 'Straggler');
    expect((await publish(bike)).answer.data?.bike.status).toBe('Active');
  });

  test('cannot show the bike of a banned member, and a bike removed separately stays removed after the ban', async () => {
    const [gone, bike] = [await shown(ben), await shown(ben)];
    const ben2 = String((await app.db.collection('users').findOne({ username: 'ben' }))?._id);
    const judgeHim = (memberState: 'Banned' | 'Active') =>
      judge.call(judgeMember, { params: { userId: ben2 }, body: { standing: memberState, reason: 'Adverts.' } });
    await decide(gone, 'Removed');
    await judgeHim('Banned');
    expect(codeOf(await decide(gone, 'Active'))).toBe('moderation.state');
    expect(codeOf(await decide(bike, 'Active'))).toBe('moderation.state');
    await decide(bike, 'Removed');
    await judgeHim('Active');
    expect([codeOf(await see(bike)), codeOf(await see(gone))]).toEqual(['gone', 'gone']);
    expect((await decide(bike, 'Active')).status).toBe(200);
    expect((await see(bike)).status).toBe(200);
  });
});

test('with concurrent actions of owner and moderators, a deleted bike is never visible and nothing else is refused for long', async () => {
  for (let round = 0; round < 3; round++) {
    const bike = await shown();
    const tries = [
      () => unpublish(bike),
      () => decide(bike, 'Flagged'),
      () => remove(bike),
      () => decide(bike, 'Active'),
    ];
    const all = await Promise.all([...tries, ...tries.toReversed()].map((one) => one()));
    expect(all.filter(({ status }) => status >= 500)).toEqual([]);
    expect([codeOf(await see(bike)), await statusOf(bike), await isListed(bike)]).toEqual([
      'not_found',
      'Deleted',
      false,
    ]);
  }
});
