import { afterAll, beforeAll, expect, test } from 'vitest';
import { putBike } from '#contract/bike-whole.ts';
import { listFeed } from '#contract/feed.ts';
import { followThing } from '#contract/follows.ts';
import { type Id, newId } from '#contract/ids.ts';
import { changeMakerRules, getMaker, getMakerRules, listMakerBikes, type MakerKind } from '#contract/makers.ts';
import { listActs } from '#contract/moderation.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { giveRole } from '#tests/kit/roles.ts';

let app: TestApp;
let ana: TestBrowser;
let ben: TestBrowser;
let judge: TestBrowser;
let photo: Id;
let now = Date.now();
beforeAll(async () => {
  app = await TestApp.open({}, { now: () => new Date(now), still: true });
  [ana, ben, judge] = [await app.join('ana'), await app.join('ben'), await app.join('judge')];
  await giveRole(app.db, 'judge', 'moderator');
  photo = newId();
  await ana.sendPhoto(await cameraPhoto({ width: 640, height: 480, orientation: 1 }), { id: photo });
});
afterAll(() => app.close());

async function publish(more: Record<string, unknown>): Promise<Id> {
  now += 3000;
  const bikeId = newId();
  const { answer } = await ana.call(putBike, { params: { bikeId }, body: bikeWith([photo], more) });
  if (!answer.successful) throw new Error(JSON.stringify(answer));
  return bikeId;
}
type Body = { name?: string; into?: { brand: string; name: string } | null };
/** Decides as a moderator, and waits until the bikes have their keys. */
async function decide(kind: MakerKind, key: string, body: Body) {
  now += 3000;
  const { status, answer } = await judge.call(changeMakerRules, { params: { kind, key }, body });
  await app.idle();
  now += 3000;
  return { status, fields: answer.validation };
}
const asVisitor = () => new TestBrowser(app);
const page = async (brand: string, query: { model?: string; part?: string } = {}) => {
  const { answer, status } = await asVisitor().call(getMaker, { params: { brand }, query });
  return answer.data ? [answer.data.key, answer.data.brand, answer.data.name, answer.data.bikes] : status;
};
const idsOf = async (brand: string, query: { model?: string; part?: string } = {}) =>
  (await asVisitor().call(listMakerBikes, { params: { brand }, query })).answer.data?.items.map(({ id }) => id);

test('two models that are one get one page, to which both addresses lead, until a moderator undoes it', async () => {
  const wrong = await publish({ model: 'Stragler' });
  const right = await publish({ model: 'Straggler' });
  const draft = await publish({ model: 'stragler' });
  await app.db.collection<{ _id: string }>('bikes').updateOne({ _id: draft }, { $set: { status: 'Flagged' } });
  await ben.call(followThing, { params: { kind: 'model', key: 'surly straggler' }, body: { name: 'Surly Straggler' } });
  await judge.call(followThing, { params: { kind: 'model', key: 'surly stragler' }, body: { name: 'Stragler' } });
  const fed = async (by = ben) => (await by.call(listFeed)).answer.data?.items.map(({ bike }) => bike.id);
  expect(await fed()).toEqual([right]);
  const merged = ['surly straggler', 'Surly', 'Straggler', 2];
  expect(await decide('model', 'surly stragler', { into: { brand: 'surly', name: 'straggler' } })).toMatchObject({
    status: 200,
  });
  expect([await page('surly', { model: 'stragler' }), await page('surly', { model: 'straggler' })]).toEqual([
    merged,
    merged,
  ]);
  expect(await idsOf('surly', { model: 'stragler' })).toEqual([right, wrong]);
  expect(await fed()).toEqual([right, wrong]);
  // Who follows the name that is gone follows the other.
  expect(await fed(judge)).toEqual([right, wrong]);
  // A hidden one comes back as what it is now.
  const stored = await app.db.collection<{ _id: string; modelKey: string }>('bikes').findOne({ _id: draft });
  expect(stored?.modelKey).toBe('surly straggler');
  const later = await publish({ model: 'STRAGLER' });
  expect(await idsOf('surly', { model: 'straggler' })).toEqual([later, right, wrong]);
  const rules = await judge.call(getMakerRules, { params: { kind: 'model', key: 'surly straggler' } });
  expect(rules.answer.data).toEqual({ name: '', into: null, merged: ['surly stragler'] });

  await decide('model', 'surly stragler', {});
  expect(await page('surly', { model: 'stragler' })).toEqual(['surly stragler', 'Surly', 'Stragler', 2]);
  expect(await idsOf('surly', { model: 'straggler' })).toEqual([right]);
  expect(await fed()).toEqual([right]);
  const { answer } = await judge.call(listActs);
  expect(answer.data?.items.map(({ what, by, reason, maker, done }) => [what, by, reason, maker?.key, done])).toEqual([
    ['maker.reset', 'judge', '', 'surly stragler', true],
    ['maker.merge', 'judge', 'surly straggler', 'surly stragler', true],
  ]);
});

test('a maker that is another takes its models and parts along', async () => {
  const part = { id: newId(), slot: 'Saddle', brand: 'Brookes', text: 'B17' };
  const own = await publish({ model: 'Ogre', components: [{ ...part, id: newId(), brand: '', text: 'Brooks B17' }] });
  const bike = await publish({ brandId: 'Other', brandOther: 'Surley Bykes', model: 'Ogre', components: [part] });
  await decide('brand', 'surleybykes', { into: { brand: 'Surly', name: '' } });
  await decide('brand', 'brookes', { into: { brand: 'Brooks', name: '' } });
  expect(await idsOf('surly', { model: 'ogre' })).toEqual([bike, own]);
  expect(await page('surley bykes')).toEqual(await page('surly'));
  const { answer } = await asVisitor().call(getMaker, { params: { brand: 'brooks' }, query: { part: 'b17' } });
  expect(answer.data?.models).toEqual([{ brand: 'Surly', name: 'Ogre', count: 2 }]);
  expect(await page('brookes', { part: 'b 17' })).toEqual(['brooks b17', 'Brooks', 'B17', 2]);
  await decide('brand', 'brookes', {});
  expect(await page('brookes', { part: 'b17' })).toEqual(['brookes b17', 'Brookes', 'B17', 1]);
});

test('a name can be given and taken back', async () => {
  await publish({ model: 'pugsley' });
  expect((await page('surly', { model: 'pugsley' })) as unknown[]).toContain('Pugsley');
  await decide('model', 'surly pugsley', { name: 'Pugsley (all years)' });
  expect((await page('surly', { model: 'pugsley' })) as unknown[]).toContain('Pugsley (all years)');
  await decide('model', 'surly pugsley', {});
  expect((await page('surly', { model: 'pugsley' })) as unknown[]).toContain('Pugsley');
});

test('the address of a given name leads to the page, and a name that another page has is refused', async () => {
  await publish({ model: 'Wednesday' });
  await publish({ model: 'Wendsday' });
  await decide('model', 'surly wednesday', { name: 'Wednesday (fat)' });
  expect(await page('surly', { model: 'wednesday-fat' })).toEqual(['surly wednesday', 'Surly', 'Wednesday (fat)', 1]);
  await publish({ model: 'Wednesday fat' });
  expect(await page('surly', { model: 'wednesday' })).toEqual(['surly wednesday', 'Surly', 'Wednesday (fat)', 2]);
  for (const name of ['Wednesday', 'Wednesday (fat)'])
    expect(await decide('model', 'surly wendsday', { name })).toMatchObject({
      status: 422,
      fields: { name: [expect.any(String)] },
    });
  await decide('model', 'surly wednesday', {});
});

test('two names are not merged in a circle, directly or through a third, and each can be separated', async () => {
  for (const model of ['Alpha', 'Beta', 'Gamma']) await publish({ model });
  const merge = (key: string, name: string) => decide('model', `surly ${key}`, { into: { brand: 'surly', name } });
  expect((await merge('alpha', 'beta')).status).toBe(200);
  expect(await merge('beta', 'alpha')).toMatchObject({ status: 422, fields: { into: [expect.any(String)] } });
  expect((await merge('beta', 'gamma')).status).toBe(200);
  expect((await merge('gamma', 'alpha')).status).toBe(422);
  const all = ['surly gamma', 'Surly', 'Gamma', 3];
  for (const model of ['alpha', 'beta', 'gamma']) expect(await page('surly', { model })).toEqual(all);
  const rules = await judge.call(getMakerRules, { params: { kind: 'model', key: 'surly gamma' } });
  expect(rules.answer.data?.merged.toSorted()).toEqual(['surly alpha', 'surly beta']);
  await decide('model', 'surly beta', {});
  expect(await page('surly', { model: 'gamma' })).toEqual(['surly gamma', 'Surly', 'Gamma', 1]);
  expect(await page('surly', { model: 'alpha' })).toEqual(['surly beta', 'Surly', 'Beta', 2]);
  await decide('model', 'surly alpha', {});
});

test('nothing is merged into itself or into what no bike has', async () => {
  await publish({ model: 'Krampus' });
  for (const name of ['krampus', 'Nothing at all'])
    expect(await decide('model', 'surly krampus', { into: { brand: 'surly', name } })).toMatchObject({
      status: 422,
      fields: { into: [expect.any(String)] },
    });
  for (const [kind, key] of [
    ['model', 'surly'],
    ['brand', 'surly straggler'],
  ] as const)
    expect((await decide(kind, key, {})).status).toBe(404);
});
