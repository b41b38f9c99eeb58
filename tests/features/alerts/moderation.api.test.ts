import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AlertService } from '#api/features/alerts/alerts.service.ts';
import { AlertStore } from '#api/features/alerts/alerts.store.ts';
import { BikeStatusStore } from '#api/features/bikes/bikes.status-transitions.store.ts';
import { moderationAlerts } from '#api/features/moderation/moderation.alerts.ts';
import type { AppEvent } from '#api/platform/events.ts';
import { type Alerts, pollAlerts, seeAlerts } from '#contract/alerts.ts';
import { changeBikeStatus } from '#contract/bike-status.ts';
import { putBike } from '#contract/bike-whole.ts';
import { deleteBike } from '#contract/bikes.ts';
import { addComment } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { judgeBike, type ThingJudgement } from '#contract/moderation.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { giveRole } from '#tests/kit/roles.ts';

let app: TestApp;
let ana: TestBrowser;
let anaId: Id;
let ben: TestBrowser;
let judge: TestBrowser;
let picture: Buffer;
let photoId: Id;
let bikeId: Id;
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  app = await TestApp.open();
  picture = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
  const joined = await app.member('ana');
  [ana, anaId] = [joined.browser, joined.user.id];
  [ben, judge] = [await app.join('ben'), await app.join('judge')];
  await giveRole(app.db, 'judge');
});
beforeEach(async () => {
  for (const name of ['alerts', 'limits']) await app.db.collection(name).deleteMany({});
  [photoId, bikeId] = [newId(), newId()];
  await ana.sendPhoto(picture, { id: photoId });
  expect((await put('Ogre')).status).toBe(200);
});
afterAll(async () => {
  await app.close();
  vi.useRealTimers();
});

const put = (model: string) =>
  ana.call(putBike, { params: { bikeId }, body: bikeWith([photoId], { model, year: 2020 }) });
const decide = (status: ThingJudgement['status'], reason = 'Looks stolen.') => {
  vi.setSystemTime(Date.now() + 1000);
  return judge.call(judgeBike, { params: { bikeId }, body: { status, reason } });
};
const move = (from: string, to: string) =>
  ana.call(changeBikeStatus, { params: { bikeId }, body: { from, to } as never });
async function alertsOf(browser: TestBrowser): Promise<Alerts> {
  const { answer } = await browser.call(pollAlerts);
  if (!answer.successful) throw new Error('No alerts.');
  return answer.data;
}
const judgedOf = async () => (await alertsOf(ana)).items.map(({ judged }) => judged);
const seeAll = async () => ana.call(seeAlerts, { body: { cursor: (await alertsOf(ana)).cursor } });

test('the alert of a flagged bike comes first, with the reason and whether an edit restores it, without the moderator', async () => {
  await ben.call(likeBike, { params: { bikeId } });
  await decide('Flagged');
  const at = new Date().toISOString();
  const { items, unseen } = await alertsOf(ana);
  expect(unseen).toEqual({ comments: 0, likes: 1, favorites: 0, winners: 0, followers: 0, searches: 0, moderation: 1 });
  expect(items).toMatchObject([
    {
      ...{ type: 'bikeStatus', bikeId, key: bikeId, actors: [], seen: false, at },
      bike: { model: 'Ogre', year: 2020 },
      judged: { status: 'Flagged', reason: 'Looks stolen.', fixable: true },
    },
    { type: 'like' },
  ]);
  expect(JSON.stringify(items)).not.toContain('"judge"');
  expect((await alertsOf(ben)).items).toEqual([]);
});

test("the alert shows the bike's current state: edited, flagged again, unpublished, cleared", async () => {
  await decide('Flagged');
  await seeAll();
  expect((await put('Ogre, mine')).status).toBe(200);
  expect(await judgedOf()).toEqual([{ status: 'Active', reason: '', fixable: false }]);
  await decide('Flagged', 'Still looks stolen.');
  expect(await judgedOf()).toEqual([{ status: 'Flagged', reason: 'Still looks stolen.', fixable: false }]);
  expect((await alertsOf(ana)).unseen.moderation).toBe(1);
  await seeAll();
  await decide('Active', 'The owner showed a receipt.');
  expect(await judgedOf()).toEqual([{ status: 'Active', reason: '', fixable: false }]);
  expect((await alertsOf(ana)).unseen.moderation).toBe(1);
});

test('a removal hides alerts of likes and comments; a restored bike shows them again', async () => {
  await ben.call(likeBike, { params: { bikeId } });
  await ben.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Whose is it?' } });
  await decide('Flagged');
  await decide('Removed', 'It is stolen.');
  let alerts = await alertsOf(ana);
  expect(alerts.items.map(({ type }) => type)).toEqual(['bikeStatus']);
  expect(alerts.items[0]?.judged).toEqual({ status: 'Removed', reason: 'It is stolen.', fixable: false });
  expect(alerts.unseen).toEqual({
    comments: 0,
    likes: 0,
    favorites: 0,
    winners: 0,
    followers: 0,
    searches: 0,
    moderation: 1,
  });
  await seeAll();
  await decide('Active');
  alerts = await alertsOf(ana);
  expect(alerts.items[0]).toMatchObject({ seen: false, judged: { status: 'Active', reason: '' } });
});

test('a removed draft is restored as a draft', async () => {
  await move('Active', 'Draft');
  await decide('Removed');
  await decide('Active');
  expect(await judgedOf()).toEqual([{ status: 'Draft', reason: '', fixable: false }]);
});

test('deleting a bike removes its moderation alert and its counts', async () => {
  await decide('Removed');
  await ana.call(deleteBike, { params: { bikeId } });
  const { items, unseen } = await alertsOf(ana);
  expect({ items, moderation: unseen.moderation }).toEqual({ items: [], moderation: 0 });
});

test('a decision delivered twice creates one alert', async () => {
  const alerts = new AlertStore(app.db);
  const bikes = new BikeStatusStore(app.db);
  const noticesOf = (ids: string[]) => bikes.moderationNotices(ids);
  const service = new AlertService({
    alerts,
    sources: [moderationAlerts({ type: 'bikeStatus', decided: 'bike.judged', noticesOf })],
    bikesOf: async () => [],
    unreadOf: async () => ({ unreadMessageCount: 0, conversations: [] }),
    counted: async () => undefined,
    chosenOf: async () => ({ version: 0 }),
    switchedOff: async () => new Map(),
    now: () => new Date(),
    emit: async () => undefined,
    version: '',
  });
  const at = new Date().toISOString();
  const flagged: AppEvent = { what: 'bike.judged', bikeId, ownerId: anaId, status: 'Flagged', reason: 'Spam.', at };
  for (const _ of ['once', 'twice']) await service.follow([{ what: 'bike.changed', bikeId }, flagged]);
  expect(await alerts.unseen(anaId)).toEqual([{ type: 'bikeStatus', count: 1 }]);
  await alerts.see(anaId, new Date());
  await service.follow([flagged]);
  expect(await alerts.unseen(anaId)).toEqual([]);
});
