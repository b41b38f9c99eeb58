import { afterAll, beforeAll, expect, test } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { putFolder, shareFolder } from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { getPerson, listMemberBikes } from '#contract/people-page.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';

let app: TestApp;
let ana: TestBrowser;
let anaId: Id;
let ben: TestBrowser;
let photo: Id;
beforeAll(async () => {
  app = await TestApp.open();
  const member = await app.member('ana');
  [ana, anaId] = [member.browser, member.user.id];
  ben = await app.join('ben');
  photo = newId();
  await ana.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
});
afterAll(() => app.close());

const publish = async (model: string, more: Record<string, unknown> = {}): Promise<Id> => {
  const bikeId = newId();
  await ana.call(putBike, { params: { bikeId }, body: bikeWith([photo], { model, ...more }) });
  return bikeId;
};
const ask = (userId = anaId) => new TestBrowser(app).call(getPerson, { params: { userId } });
const memberBikes = async (query = {}) => {
  const { answer } = await new TestBrowser(app).call(listMemberBikes, { params: { userId: anaId }, query });
  return { models: answer.data?.items.map(({ model }) => model), next: answer.data?.next };
};
const setStatus = (status: string) => app.db.collection('users').updateOne({ username: 'ana' }, { $set: { status } });

test('a new member has an empty page', async () => {
  const { status, answer } = await ask();
  expect(status).toBe(200);
  expect(answer.data).toMatchObject({
    ...{ id: anaId, username: 'ana', avatar: '', won: [], folders: [] },
    counts: { bikes: 0, previous: 0, likes: 0, views: 0 },
    profile: { discipline: '', links: [], location: { country: '', countryName: '' }, text: '' },
  });
  expect(new Date(answer.data?.since ?? '').toISOString()).toBe(answer.data?.since);
});

test('bikes are grouped by ownership, newest first, a page at a time', async () => {
  const ogre = await publish('Ogre');
  await publish('Pugsley', { ownership: 'Sold' });
  await publish('Steamroller', { ownership: 'Stolen' });
  await publish('Wednesday', { ownership: 'Retired' });
  const draft = await publish('Draft');
  await app.db.collection('bikes').updateOne({ _id: draft as never }, { $set: { status: 'Draft' } });
  // A bike stored before the ownership field existed.
  await app.db.collection('bikes').updateOne({ _id: ogre as never }, { $unset: { ownership: '' } });
  expect(await memberBikes()).toEqual({ models: ['Steamroller', 'Ogre'], next: null });
  expect(await memberBikes({ part: 'Previous' })).toEqual({ models: ['Wednesday', 'Pugsley'], next: null });
  const first = await memberBikes({ limit: 1 });
  expect([first.models, await memberBikes({ limit: 1, cursor: first.next })]).toEqual([
    ['Steamroller'],
    { models: ['Ogre'], next: null },
  ]);
  await ben.call(likeBike, { params: { bikeId: ogre } });
  await app.idle();
  expect((await ask()).answer.data?.counts).toEqual({
    ...{ bikes: 4, previous: 2, likes: 1, views: 0 },
    ...{ followers: 0, following: 0 },
  });
});

test('weekly wins are listed, latest first, without unavailable bikes', async () => {
  const [old, late, away] = [await publish('Old'), await publish('Late'), await publish('Away')];
  for (const [id, week, at] of [
    [old, '2026-W08', '2026-02-23'],
    [late, '2026-W09', '2026-03-02'],
    [away, '2026-W10', '2026-03-09'],
  ] as const) {
    const won = { week, votes: 3, at: new Date(at) };
    await app.db.collection('bikes').updateOne({ _id: id as never }, { $set: { won } });
  }
  await app.db.collection('bikes').updateOne({ _id: away as never }, { $set: { status: 'Removed' } });
  const { answer } = await ask();
  expect(answer.data?.won.map(({ model, won }) => [model, won?.week])).toEqual([
    ['Late', '2026-W09'],
    ['Old', '2026-W08'],
  ]);
});

test('shared folders are listed, and no others', async () => {
  const [shared, own] = [newId(), newId()];
  await ana.call(putFolder, { params: { folderId: own }, body: { name: 'Own' } });
  await ana.call(putFolder, { params: { folderId: shared }, body: { name: 'Winter' } });
  const { answer } = await ana.call(shareFolder, { params: { folderId: shared } });
  const page = (await ask()).answer.data;
  expect(page?.folders).toEqual([{ name: 'Winter', count: 0, covers: [], shareId: answer.data?.shareId }]);
  expect(JSON.stringify(page)).not.toContain(own);
});

test('a page shows a closed account at once, and returns with its member', async () => {
  const profile = async () => {
    const { status, answer } = await ask();
    const { code, details } = answer.error ?? {};
    return [status, answer.data?.username ?? [code, details?.standing]];
  };
  expect(await profile()).toEqual([200, 'ana']);
  await setStatus('Suspended');
  expect(await profile()).toEqual([200, 'ana']);
  await setStatus('Banned');
  expect(await profile()).toEqual([410, ['gone', 'closed']]);
  expect((await new TestBrowser(app).call(listMemberBikes, { params: { userId: anaId } })).status).toBe(410);
  await setStatus('Deleted');
  expect(await profile()).toEqual([410, ['gone', 'left']]);
  expect(JSON.stringify((await ask()).answer)).not.toContain('ana');
  await setStatus('Unconfirmed');
  expect(await profile()).toEqual([404, ['not_found', undefined]]);
  await setStatus('Active');
  expect(await profile()).toEqual([200, 'ana']);
  expect((await ask(newId())).status).toBe(404);
  expect((await ask('ana' as Id)).status).toBe(404);
});

test('an unchanged page is answered as unchanged', async () => {
  const { headers } = await ask();
  const again = await new TestBrowser(app).call(getPerson, {
    params: { userId: anaId },
    headers: { 'If-None-Match': headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
});
