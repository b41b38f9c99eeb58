import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pollAlerts } from '#contract/alerts.ts';
import { getBike, getOwnBike, putBike } from '#contract/bike-whole.ts';
import { blockMember } from '#contract/blocks.ts';
import { addComment, listComments } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { judgeUpdate, listActs } from '#contract/moderation.ts';
import { countUpdates, deleteUpdate, likeUpdate, putUpdate, unlikeUpdate } from '#contract/updates.ts';
import { putPreference } from '#contract/user-preferences.ts';
import { getViewerState } from '#contract/viewer-state.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { giveRole } from '#tests/kit/roles.ts';

type Member = Awaited<ReturnType<TestApp['member']>>;
let app: TestApp;
let owner: Member;
let ana: Member;
let ben: Member;
let judge: Member;
let bikeId: Id;
let updateId: Id;
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
  [owner, ana, ben] = [await app.member('olga'), await app.member('ana'), await app.member('ben')];
  judge = await app.member('judge');
  await giveRole(app.db, 'judge', 'moderator');
});
beforeEach(async () => {
  for (const name of ['alerts', 'limits', 'blocks', 'comments', 'updateLikes'])
    await app.db.collection(name).deleteMany({});
  bikeId = await publishBike(owner.browser, { components: [{ id: newId(), slot: 'Saddle', text: 'Brooks B17' }] });
  updateId = await post('New wheels');
});
afterAll(() => app.close());

async function post(title: string): Promise<Id> {
  const id = newId();
  const body = { date: '2026-05-01', title, text: 'They roll.' };
  const { status } = await owner.browser.call(putUpdate, { params: { bikeId, updateId: id }, body });
  expect(status).toBe(200);
  return id;
}
const like = (by: Member, id = updateId) => by.browser.call(likeUpdate, { params: { bikeId, updateId: id } });
const unlike = (by: Member, id = updateId) => by.browser.call(unlikeUpdate, { params: { bikeId, updateId: id } });
const counts = async () => (await new TestBrowser(app).call(countUpdates, { params: { bikeId } })).answer.data;
const say = (by: Member, text: string, more: { updateId?: Id; replyTo?: Id } = {}, id = newId()) =>
  by.browser.call(addComment, { params: { bikeId }, body: { id, text, ...more } });
const listed = async (update?: Id) =>
  (await new TestBrowser(app).call(listComments, { params: { bikeId }, query: { update } })).answer.data?.items ?? [];
const alertsOf = async (member: Member) => {
  const items = (await member.browser.call(pollAlerts)).answer.data?.items ?? [];
  return items.map(({ type, actorCount, update, judged }) => ({ type, actorCount, title: update?.title, judged }));
};

describe('likes of an update', () => {
  test('are counted for everybody, and the viewer learns their own; both calls may be repeated', async () => {
    const saddle = await post('A better saddle');
    expect(await counts()).toEqual({});
    expect((await like(ana)).answer.data).toEqual({ liked: true, likes: 1 });
    expect((await like(ana)).answer.data).toEqual({ liked: true, likes: 1 });
    await like(ben);
    await like(ben, saddle);
    expect(await counts()).toEqual({ [updateId]: { likes: 2, comments: 0 }, [saddle]: { likes: 1, comments: 0 } });
    const state = (await ana.browser.call(getViewerState, { params: { bikeId } })).answer.data;
    expect(state?.likedUpdateIds).toEqual([updateId]);
    for (let again = 0; again < 2; again++) expect((await unlike(ana)).answer.data).toEqual({ liked: false, likes: 1 });
    expect((await counts())?.[updateId]).toEqual({ likes: 1, comments: 0 });
    expect((await like(owner)).answer.error?.code).toBe('update.own');
    expect((await like(ana, newId())).answer.error?.code).toBe('update.gone');
  });

  test('raise one alert that names the update, unless they are taken back, switched off or blocked', async () => {
    await like(ana);
    await like(ben);
    expect(await alertsOf(owner)).toMatchObject([{ type: 'updateLike', actorCount: 2, title: 'New wheels' }]);
    await unlike(ana);
    expect(await alertsOf(owner)).toMatchObject([{ actorCount: 1 }]);
    const blocking = { params: { userId: ben.user.id } } as never;
    expect((await owner.browser.call(blockMember, blocking)).status).toBe(200);
    await app.idle();
    expect(await alertsOf(owner)).toEqual([]);
    expect(await counts()).toEqual({});
    expect((await like(ben)).answer.error?.code).toBe('block.between');
    const seen = { version: 0, device: newId() };
    await owner.browser.call(putPreference, { body: { name: 'likeAlerts', value: 'Off', seen } } as never);
    await like(ana);
    expect(await alertsOf(owner)).toEqual([]);
  });

  test('go with the update, and no alert is left', async () => {
    await like(ana);
    await owner.browser.call(deleteUpdate, { params: { bikeId, updateId } });
    expect(await app.db.collection('updateLikes').countDocuments()).toBe(0);
    expect(await alertsOf(owner)).toEqual([]);
    expect((await unlike(ana)).answer.data).toEqual({ liked: false, likes: 0 });
  });

  test('go with an entry that is removed in the form of the bike', async () => {
    const entry = { id: newId(), date: '2026-04-01', title: 'Out of the barn', text: '' };
    bikeId = await publishBike(owner.browser, { history: [entry] });
    await like(ana, entry.id);
    const bike = (await owner.browser.call(getOwnBike, { params: { bikeId } })).answer.data;
    const body = { ...bike, history: [], status: 'Active' } as never;
    expect((await owner.browser.call(putBike, { params: { bikeId }, body })).status).toBe(200);
    await app.idle();
    expect(await app.db.collection('updateLikes').countDocuments()).toBe(0);
  });
});

describe('a comment about an update', () => {
  test('is listed among all and by the update, is counted, and its alert names the update', async () => {
    await say(ana, 'About the bike.');
    expect((await say(ben, 'Which hubs?', { updateId })).answer.data).toMatchObject({ updateId });
    expect((await listed()).map(({ text }) => text)).toEqual(['Which hubs?', 'About the bike.']);
    expect((await listed(updateId)).map(({ text }) => text)).toEqual(['Which hubs?']);
    expect(await counts()).toEqual({ [updateId]: { likes: 0, comments: 1 } });
    const alerts = await alertsOf(owner);
    expect(alerts.map(({ title }) => title)).toEqual(expect.arrayContaining(['New wheels', undefined]));
  });

  test('is refused without the update, but one that has arrived stays and outlives the update', async () => {
    expect((await say(ana, 'Where?', { updateId: newId() })).answer.error?.code).toBe('update.gone');
    const id = newId();
    await say(ana, 'Which hubs?', { updateId }, id);
    await owner.browser.call(deleteUpdate, { params: { bikeId, updateId } });
    expect((await say(ana, 'Which hubs?', { updateId }, id)).answer.data).toMatchObject({ id, updateId });
    expect(await listed()).toMatchObject([{ id, updateId }]);
    expect(await counts()).toEqual({});
    // A reply is about the same, even now.
    expect((await say(ben, 'Hope.', { replyTo: id })).answer.data).toMatchObject({ updateId });
    expect((await say(ben, 'More.', { updateId })).answer.error?.code).toBe('update.gone');
  });

  test('hands on what it is about to its replies, whatever they ask', async () => {
    const other = await post('A better saddle');
    const [id, plain] = [newId(), newId()];
    await say(ana, 'Which hubs?', { updateId }, id);
    await say(ana, 'Nice.', {}, plain);
    expect((await say(ben, 'Hope.', { replyTo: id, updateId: other })).answer.data?.updateId).toBe(updateId);
    expect((await say(ben, 'Indeed.', { replyTo: plain, updateId: other })).answer.data?.updateId).toBeUndefined();
  });
});

describe('a moderator', () => {
  const remove = (reason: string, by = judge) =>
    by.browser.call(judgeUpdate, { params: { bikeId, updateId }, body: { status: 'Removed', reason } });

  test('removes an update with a reason that its owner reads, and the parts list stays', async () => {
    const componentChanges = [{ slot: 'Saddle' as const, before: 'Brooks B17', after: 'Brooks C17', partId: newId() }];
    const body = { date: '2026-05-01', title: 'New wheels', text: 'Buy here!', componentChanges };
    await owner.browser.call(putUpdate, { params: { bikeId, updateId }, body });
    await like(ana);
    expect((await remove('Spam.')).answer.data).toMatchObject({
      what: 'update.remove',
      reason: 'Spam.',
      member: { username: 'olga' },
      update: { id: updateId, title: 'New wheels' },
      done: true,
    });
    const bike = (await ana.browser.call(getBike, { params: { bikeId } })).answer.data;
    expect(bike?.history).toEqual([]);
    expect(bike?.components.map(({ text }) => text)).toContain('Brooks C17');
    expect(await app.db.collection('updateLikes').countDocuments()).toBe(0);
    expect(await alertsOf(owner)).toMatchObject([
      { type: 'updateStatus', title: 'New wheels', judged: { status: 'Removed', reason: 'Spam.' } },
    ]);
    // The same once more records and tells nothing; a device that still has it cannot bring it back.
    await remove('Spam.');
    const acts = (await judge.browser.call(listActs, { query: {} })).answer.data?.items ?? [];
    expect(acts.filter(({ update }) => update?.id === updateId)).toHaveLength(1);
    expect((await owner.browser.call(putUpdate, { params: { bikeId, updateId }, body })).answer.error?.code).toBe(
      'gone',
    );
  });

  test('does not remove what its owner has deleted, and nobody else removes anything', async () => {
    expect((await remove('Spam.', ana)).status).toBe(404);
    await owner.browser.call(deleteUpdate, { params: { bikeId, updateId } });
    expect((await remove('Spam.')).answer.error?.code).toBe('moderation.state');
    expect(await alertsOf(owner)).toEqual([]);
  });
});
