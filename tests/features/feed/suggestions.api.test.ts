import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { blockMember } from '#contract/blocks.ts';
import { addFavorite, putFolder } from '#contract/favorites.ts';
import { listSuggestions, maxSuggestions } from '#contract/feed-suggestions.ts';
import { followThing } from '#contract/follows.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { weekOf } from '#contract/week-dates.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { Ballot, idNamed } from '#tests/kit/ballot.ts';
import { publishBike } from '#tests/kit/bikes.ts';

type Member = { browser: TestBrowser; id: Id; name: string };
let app: TestApp;
let ana: Member;
let ben: Member;
let cleo: Member;
let count = 0;
async function join(name: string): Promise<Member> {
  const { browser, user } = await app.member(`${name}${count++}`);
  return { browser, id: user.id, name: user.username };
}
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
});
beforeEach(async () => {
  for (const name of ['limits', 'follows', 'likes', 'favorites', 'bikes']) await app.db.collection(name).deleteMany({});
  [ana, ben, cleo] = [await join('ana'), await join('ben'), await join('cleo')];
});
afterAll(() => app.close());

const suggestionsFor = async (by: Member) => (await by.browser.call(listSuggestions)).answer.data ?? [];
/** Kind, name or key, and reason of each suggestion that is about the member. */
const personal = async (by: Member) =>
  (await suggestionsFor(by))
    .filter(({ reason }) => !['ranked', 'popular', 'recent'].includes(reason.because))
    .map(({ kind, key, name, person, reason }) => [kind, person?.username ?? (name || key), reason]);
const mentions = async (by: Member, id: string) => JSON.stringify(await suggestionsFor(by)).includes(id);
const like = (by: Member, bikeId: Id) => by.browser.call(likeBike, { params: { bikeId } });
async function favor(by: Member, bikeId: Id): Promise<void> {
  const folderId = newId();
  await by.browser.call(putFolder, { params: { folderId }, body: { name: `Folder ${count++}` } });
  await by.browser.call(addFavorite, { params: { folderId, bikeId } });
}
const follow = (by: Member, kind: 'member' | 'model' | 'tag', key: string) =>
  by.browser.call(followThing, { params: { kind, key }, body: { name: '' } });

test('own bikes, likes and favorites suggest models, tags and members, each with its reason', async () => {
  await publishBike(ana.browser, { model: 'Straggler', tags: ['lugged', 'nobody-else'] });
  const bens = [await publishBike(ben.browser, { model: 'Ogre' }), await publishBike(ben.browser, { model: 'Ogre' })];
  const cleos = await publishBike(cleo.browser, { model: 'Straggler', tags: ['lugged'] });
  for (const id of bens) await like(ana, id);
  await favor(ana, cleos);
  await app.idle();
  expect(await personal(ana)).toEqual([
    ['model', 'Surly Straggler', { because: 'own', count: 1, bike: { brand: 'Surly', model: 'Straggler' } }],
    ['member', ben.name, { because: 'liked', count: 2 }],
    ['member', cleo.name, { because: 'kept', count: 1, bike: { brand: 'Surly', model: 'Straggler' } }],
    ['model', 'Surly Ogre', { because: 'liked', count: 2 }],
    ['tag', 'lugged', { because: 'own', count: 1, bike: { brand: 'Surly', model: 'Straggler' } }],
  ]);
  const [model] = await suggestionsFor(ana);
  // Another member's bike is shown, by the key that following it takes.
  expect([model?.bike.id, model?.key]).toEqual([cleos, 'surly straggler']);
});

test('what the member follows already is not suggested, nor themselves', async () => {
  const own = await publishBike(ana.browser, { model: 'Straggler', tags: ['lugged'] });
  await publishBike(cleo.browser, { model: 'Straggler', tags: ['lugged'] });
  await like(ana, await publishBike(ben.browser, { model: 'Ogre' }));
  await app.idle();
  expect((await personal(ana)).map(([kind]) => kind)).toEqual(['model', 'member', 'tag']);
  await follow(ana, 'model', 'surly straggler');
  await follow(ana, 'member', ben.id);
  await follow(ana, 'tag', 'lugged');
  const left = await suggestionsFor(ana);
  expect(left.map(({ kind, key, person }) => [kind, person?.username ?? key])).toEqual([
    ['member', cleo.name],
    ['model', 'surly ogre'],
  ]);
  expect(left.some(({ bike }) => bike.id === own)).toBe(false);
});

test('a block in either direction takes the member and their bikes out', async () => {
  for (const [blocker, blocked] of [
    ['ana', 'ben'],
    ['ben', 'ana'],
  ] as const) {
    const pair = { ana: await join('ana'), ben: await join('ben') };
    await publishBike(pair.ana.browser, { model: 'Pugsley' });
    const bikeId = await publishBike(pair.ben.browser, { model: 'Pugsley' });
    await favor(pair.ana, bikeId);
    await app.idle();
    expect(await mentions(pair.ana, pair.ben.id)).toBe(true);
    await pair[blocker].browser.call(blockMember, { params: { userId: pair[blocked].id } });
    await app.idle();
    // As if the reaction had been counted after the block.
    await app.db.collection('favorites').updateMany({}, { $unset: { change: '' } });
    expect(await mentions(pair.ana, pair.ben.id)).toBe(false);
  }
});

test('bikes that are not public and members who are gone are not suggested', async () => {
  const [hidden, gone] = [await publishBike(ben.browser), await publishBike(cleo.browser)];
  for (const id of [hidden, gone]) await like(ana, id);
  await app.idle();
  expect([await mentions(ana, ben.id), await mentions(ana, cleo.id)]).toEqual([true, true]);
  for (const status of ['Flagged', 'Removed', 'Draft', 'Deleted']) {
    await app.db.collection<{ _id: string }>('bikes').updateOne({ _id: hidden }, { $set: { status } });
    expect(await mentions(ana, ben.id), status).toBe(false);
  }
  for (const status of ['Deleted', 'Closed']) {
    await app.db.collection<{ _id: string }>('users').updateOne({ _id: cleo.id }, { $set: { status } });
    expect((await suggestionsFor(ana)).filter(({ kind }) => kind === 'member')).toEqual([]);
  }
});

test('a member without bikes, likes and favorites is suggested the first of the week, then popular and new bikes', async () => {
  const ballot = new Ballot(app.db, weekOf(new Date()));
  for (const name of ['m1', 'm2', 'ed', 'flo', 'gil']) await ballot.member(name);
  const publishedAt = new Date(Date.now() - 2 * 86_400_000);
  await ballot.bike('ash', 'ed', { publishedAt });
  await ballot.bike('bay', 'flo', { publishedAt, counts: { likes: 9, comments: 0, views: 0 }, hotRank: 5 });
  await ballot.bike('cob', 'gil', { publishedAt: new Date(Date.now() - 400 * 86_400_000) });
  await ballot.likes('ash', ['m1', 'm2'], { at: ballot.begin });
  const dora = await join('dora');
  const shown = async () =>
    (await suggestionsFor(dora)).map(({ kind, key, person, reason }) => [kind, person?.username ?? key, reason]);
  // A ranking is shown again for a moment.
  await expect.poll(shown).toEqual([
    ['member', 'ed', { because: 'ranked', rank: 1 }],
    ['member', 'flo', { because: 'popular' }],
    ['member', 'gil', { because: 'recent' }],
    ['model', 'surly ash', { because: 'ranked', rank: 1 }],
    ['model', 'surly bay', { because: 'popular' }],
    ['model', 'surly cob', { because: 'recent' }],
  ]);
  await follow(dora, 'member', idNamed('ed'));
  expect((await suggestionsFor(dora)).map(({ person }) => person?.username)).not.toContain('ed');
  await ballot.clear();
});

test('there are at most twelve, and asking too often is refused', async () => {
  for (let i = 0; i < maxSuggestions + 4; i++) {
    const owner = newId();
    const bikeId = await publishBike(ben.browser, { model: `Model ${i}` });
    await app.db.collection<{ _id: string }>('bikes').updateOne({ _id: bikeId }, { $set: { 'owner.id': owner } });
    const row = { username: `o${i}`, foldedName: `o${i}`, email: `o${i}@example.org`, avatar: '', status: 'Active' };
    await app.db.collection<{ _id: string }>('users').insertOne({ _id: owner, ...row, authEpoch: 0 } as never);
    await like(ana, bikeId);
  }
  await app.idle();
  expect(await suggestionsFor(ana)).toHaveLength(maxSuggestions);
  const statuses: number[] = [];
  for (let i = 0; i < 121; i++) statuses.push((await cleo.browser.call(listSuggestions)).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429]);
});
