import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '#contract/accounts.ts';
import { listAlerts } from '#contract/alerts.ts';
import { blockMember, unblockMember } from '#contract/blocks.ts';
import {
  addFavorite,
  deleteFolder,
  favoriteLimits,
  getSharedFolder,
  listFolderBikes,
  listFolders,
  orderBikes,
  putFolder,
  shareFolder,
  unshareFolder,
  writeBikeNote,
  writeFolderText,
} from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import {
  acceptKeeping,
  addToList,
  describeList,
  endOffer,
  getKeeping,
  inviteKeeper,
  keeperLimits,
  leaveKeeping,
  listKeptLists,
  noteInList,
  offerList,
  orderList,
  removeFromList,
  removeKeeper,
  takeOverList,
} from '#contract/keepers.ts';
import { likeList, listBikeLists } from '#contract/lists.ts';
import { trustRules } from '#contract/trust.ts';
import { getViewerState } from '#contract/viewer-state.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { giveBike } from '#tests/kit/established.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

type Member = { browser: TestBrowser; id: Id };
let app: TestApp;
let ana: Member;
let ben: Member;
let cleo: Member;
let bikeId: Id;
let otherId: Id;

async function join(name: string): Promise<Member> {
  const { browser, user } = await app.member(name);
  await app.db.collection('users').updateOne({ username: name }, { $set: { createdAt: new Date(0) } });
  return { browser, id: user.id };
}
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
  [ana, ben, cleo] = [await join('ana'), await join('ben'), await join('cleo')];
  bikeId = (await strangeBike(app.db, 'Straggler')).id;
  otherId = (await strangeBike(app.db, 'Ogre')).id;
});
beforeEach(async () => {
  const names = ['favorites', 'folders', 'folderOrders', 'folderKeepers', 'listLikes', 'blocks', 'limits', 'alerts'];
  for (const name of names) await app.db.collection(name).deleteMany({});
});
afterAll(() => app.close());

type Answered = { status: number; answer: { error: { code: string } | null } };
const codeOf = ({ status, answer }: Answered) => answer.error?.code ?? status;

async function share(name = 'Steel', by = ana): Promise<{ folderId: Id; shareId: string }> {
  const folderId = newId();
  await by.browser.call(putFolder, { params: { folderId }, body: { name } });
  const { answer } = await by.browser.call(shareFolder, { params: { folderId }, query: {} });
  return { folderId, shareId: answer.data?.shareId ?? '' };
}
const invite = async (shareId: string, { id }: Member, by = ana) =>
  codeOf(await by.browser.call(inviteKeeper, { params: { shareId, userId: id } }));
const accept = async (shareId: string, by: Member) =>
  codeOf(await by.browser.call(acceptKeeping, { params: { shareId } }));
async function keptBy(shareId: string, ...members: Member[]): Promise<void> {
  for (const member of members)
    expect([await invite(shareId, member), await accept(shareId, member)]).toEqual([200, 200]);
}
const add = async (shareId: string, by: Member, id = bikeId) =>
  codeOf(await by.browser.call(addToList, { params: { shareId, bikeId: id } }));
const remove = async (shareId: string, by: Member, id = bikeId) =>
  codeOf(await by.browser.call(removeFromList, { params: { shareId, bikeId: id } }));
const shared = async (shareId: string) =>
  (await new TestBrowser(app).call(getSharedFolder, { params: { shareId } })).answer.data;
const bikesOf = async (shareId: string) =>
  ((await shared(shareId))?.items ?? []).map(({ id, addedBy, note }) => [id, addedBy?.username, note]);
const keptLists = async ({ browser }: Member) =>
  ((await browser.call(listKeptLists)).answer.data ?? []).map(({ name, state }) => `${name} ${state}`);
const alertsOf = async ({ browser }: Member) => {
  await app.idle();
  const items = (await browser.call(listAlerts, { query: {} })).answer.data?.items ?? [];
  return items
    .filter(({ type }) => type === 'keeper')
    .map(({ actors, list }) => [actors[0]?.username, list?.name, list?.isOffer]);
};
const keepersOn = (shareId: string) => app.db.collection('folderKeepers').countDocuments({ shareId });

test('an invited member accepts, and fills the list, which is favorites of its owner', async () => {
  const { folderId, shareId } = await share();
  expect(await add(shareId, ben)).toBe('keeper.none');
  expect(await invite(shareId, ben)).toBe(200);
  expect(await alertsOf(ben)).toEqual([['ana', 'Steel', false]]);
  expect([await keptLists(ben), (await shared(shareId))?.keepers, await add(shareId, ben)]).toEqual([
    ['Steel Invited'],
    [],
    'keeper.none',
  ]);
  expect([await accept(shareId, ben), await accept(shareId, ben)]).toEqual([200, 200]);
  expect([await alertsOf(ben), await keptLists(ben)]).toEqual([[], ['Steel Keeper']]);
  expect([await add(shareId, ben), await add(shareId, ben)]).toEqual([200, 200]);
  await ana.browser.call(addFavorite, { params: { folderId, bikeId: otherId } });
  expect(await bikesOf(shareId)).toEqual([
    [otherId, undefined, undefined],
    [bikeId, 'ben', undefined],
  ]);
  expect((await shared(shareId))?.keepers).toEqual([expect.objectContaining({ username: 'ben' })]);
  const state = await ana.browser.call(getViewerState, { params: { bikeId } });
  expect(state.answer.data).toMatchObject({ favoritedFolderIds: [folderId], keptListIds: [] });
  const seen = await ben.browser.call(getViewerState, { params: { bikeId } });
  expect(seen.answer.data).toMatchObject({ favoritedFolderIds: [], keptListIds: [shareId] });
  const { answer } = await ben.browser.call(listKeptLists);
  expect(answer.data).toEqual([
    {
      name: 'Steel',
      shareId,
      count: 2,
      covers: [],
      state: 'Keeper',
      owner: expect.objectContaining({ username: 'ana' }),
    },
  ]);
});

test('a keeper removes what others added, writes notes and the text, and puts the order', async () => {
  const { folderId, shareId } = await share();
  await keptBy(shareId, ben, cleo);
  await ana.browser.call(addFavorite, { params: { folderId, bikeId } });
  await add(shareId, ben, otherId);
  const params = { shareId, bikeId: otherId };
  expect([
    codeOf(await cleo.browser.call(noteInList, { params, body: { note: 'A tank.' } })),
    codeOf(await cleo.browser.call(describeList, { params: { shareId }, body: { text: 'What we like.' } })),
    codeOf(await cleo.browser.call(orderList, { params: { shareId }, body: { order: [bikeId, otherId] } })),
  ]).toEqual([200, 200, 200]);
  expect([await bikesOf(shareId), (await shared(shareId))?.text]).toEqual([
    [
      [bikeId, undefined, undefined],
      [otherId, 'ben', 'A tank.'],
    ],
    'What we like.',
  ]);
  expect([await remove(shareId, cleo, otherId), await remove(shareId, ben)]).toEqual([200, 200]);
  expect([await bikesOf(shareId), await app.db.collection('favorites').countDocuments()]).toEqual([[], 0]);
});

test('only the owner renames, ends the sharing, deletes, invites, removes and offers', async () => {
  const { folderId, shareId } = await share();
  await keptBy(shareId, ben, cleo);
  const { browser } = ben;
  expect([
    codeOf(await browser.call(putFolder, { params: { folderId }, body: { name: 'Mine', isRename: true } })),
    codeOf(await browser.call(unshareFolder, { params: { folderId } })),
    codeOf(await browser.call(deleteFolder, { params: { folderId }, query: {} })),
    codeOf(await browser.call(writeFolderText, { params: { folderId }, body: { text: 'Mine.' } })),
    codeOf(await browser.call(inviteKeeper, { params: { shareId, userId: cleo.id } })),
    codeOf(await browser.call(removeKeeper, { params: { shareId, userId: cleo.id } })),
    codeOf(await browser.call(offerList, { params: { shareId }, body: { userId: ben.id } })),
    codeOf(await browser.call(takeOverList, { params: { shareId } })),
  ]).toEqual([...Array(7).fill('not_found'), 'keeper.not_invited']);
  expect([(await shared(shareId))?.name, await keepersOn(shareId)]).toEqual(['Steel', 2]);
});

test('who is invited is seen by the owner alone, and an invitation can be withdrawn', async () => {
  const { shareId } = await share();
  await keptBy(shareId, ben);
  await invite(shareId, cleo);
  const seenBy = async ({ browser }: Member) => {
    const { data } = (await browser.call(getKeeping, { params: { shareId } })).answer;
    return [data?.role, data?.keepers.map(({ username, state }) => `${username} ${state}`)];
  };
  expect([await seenBy(ana), await seenBy(ben), await seenBy(cleo)]).toEqual([
    ['Owner', ['ben Keeper', 'cleo Invited']],
    ['Keeper', ['ben Keeper']],
    ['Invited', ['ben Keeper', 'cleo Invited']],
  ]);
  await ana.browser.call(removeKeeper, { params: { shareId, userId: cleo.id } });
  expect([await alertsOf(cleo), await keptLists(cleo), await accept(shareId, cleo)]).toEqual([
    [],
    [],
    'keeper.not_invited',
  ]);
  // Inviting again is not news, but the invitation is there.
  await invite(shareId, cleo);
  expect(await keptLists(cleo)).toEqual(['Steel Invited']);
  expect(codeOf(await cleo.browser.call(leaveKeeping, { params: { shareId } }))).toBe(200);
  expect([await keptLists(cleo), await invite(shareId, ana)]).toEqual([[], 'keeper.self']);
});

test('a keeper who was removed or has left changes nothing more, and what they added stays', async () => {
  const { shareId } = await share();
  await keptBy(shareId, ben, cleo);
  await add(shareId, ben);
  await ana.browser.call(removeKeeper, { params: { shareId, userId: ben.id } });
  expect([await add(shareId, ben, otherId), await remove(shareId, ben)]).toEqual(['keeper.none', 'keeper.none']);
  for (let i = 0; i < 2; i++) expect(codeOf(await cleo.browser.call(leaveKeeping, { params: { shareId } }))).toBe(200);
  expect([await add(shareId, cleo, otherId), await bikesOf(shareId)]).toEqual([
    'keeper.none',
    [[bikeId, 'ben', undefined]],
  ]);
});

test('two keepers who add the same bike at once have added it once', async () => {
  const { shareId } = await share();
  await keptBy(shareId, ben, cleo);
  const bikes = app.db.collection<{ _id: string; counts: { favorites: number } }>('bikes');
  const before = (await bikes.findOne({ _id: bikeId }))?.counts.favorites ?? 0;
  expect(await Promise.all([add(shareId, ben), add(shareId, cleo), add(shareId, ben)])).toEqual([200, 200, 200]);
  expect(await bikesOf(shareId)).toHaveLength(1);
  await expect.poll(async () => (await bikes.findOne({ _id: bikeId }))?.counts.favorites).toBe(before + 1);
  expect(await Promise.all([remove(shareId, ben), remove(shareId, cleo)])).toEqual([200, 200]);
  expect(await bikesOf(shareId)).toEqual([]);
  await expect.poll(async () => (await bikes.findOne({ _id: bikeId }))?.counts.favorites).toBe(before);
});

test("the owner's own bike is refused with a reason, a keeper's own is taken", async () => {
  const { shareId } = await share();
  await keptBy(shareId, ben);
  const [ofAna, ofBen] = [await giveBike(app.db, ana.id, 'ana'), await giveBike(app.db, ben.id, 'ben')];
  expect([await add(shareId, ben, ofAna), await add(shareId, ben, ofBen)]).toEqual(['keeper.owners_bike', 200]);
  expect(await bikesOf(shareId)).toEqual([[ofBen, 'ben', undefined]]);
});

test("a bike whose owner and the list's blocked each other is refused, without saying so", async () => {
  const { shareId } = await share();
  await keptBy(shareId, ben);
  const ofCleo = await giveBike(app.db, cleo.id, 'cleo');
  await cleo.browser.call(blockMember, { params: { userId: ana.id } });
  expect(await add(shareId, ben, ofCleo)).toBe('keeper.owner_blocked');
});

test('a keeper neither adds the bike of a member with whom there is a block, nor writes a note on it', async () => {
  const { folderId, shareId } = await share();
  await keptBy(shareId, ben);
  const ofCleo = await giveBike(app.db, cleo.id, 'cleo');
  await cleo.browser.call(blockMember, { params: { userId: ben.id } });
  expect(await add(shareId, ben, ofCleo)).toBe('block.between');
  await ana.browser.call(addFavorite, { params: { folderId, bikeId: ofCleo } });
  const noted = async (note: string) =>
    codeOf(await ben.browser.call(noteInList, { params: { shareId, bikeId: ofCleo }, body: { note } }));
  expect([await noted('I know where it stands.'), await noted('')]).toEqual(['block.between', 200]);
  expect(await bikesOf(shareId)).toEqual([[ofCleo, undefined, undefined]]);
  expect(await remove(shareId, ben, ofCleo)).toBe(200);
});

test('a block ends the keeping and refuses invitations; its end restores nothing', async () => {
  const { shareId } = await share();
  await keptBy(shareId, ben);
  await invite(shareId, cleo);
  await ben.browser.call(blockMember, { params: { userId: ana.id } });
  await ana.browser.call(blockMember, { params: { userId: cleo.id } });
  expect([await keepersOn(shareId), await alertsOf(cleo)]).toEqual([0, []]);
  expect([await invite(shareId, ben), await invite(shareId, cleo)]).toEqual(['keeper.refused', 'keeper.refused']);
  await ben.browser.call(unblockMember, { params: { userId: ana.id } });
  expect([await add(shareId, ben), await keptLists(ben)]).toEqual(['keeper.none', []]);
  // A block between two keepers is theirs alone.
  await keptBy(shareId, ben);
  await ben.browser.call(blockMember, { params: { userId: cleo.id } });
  expect(await add(shareId, ben)).toBe(200);
});

test('a new member invites a few a day, and many new members cannot crowd one', async () => {
  const { shareId } = await share();
  const users = app.db.collection('users');
  await users.updateOne({ username: 'ana' }, { $set: { createdAt: new Date() } });
  const strangers: Member[] = [];
  for (let i = 0; i < 5; i++) strangers.push(await join(`stranger${i}`));
  const { keepersADay } = trustRules.newMember;
  const answers: unknown[] = [];
  for (const stranger of strangers) answers.push(await invite(shareId, stranger));
  expect(answers).toEqual([...Array(keepersADay).fill(200), ...Array(5 - keepersADay).fill('keeper.invitations')]);
  // Withdrawing one does not make room for another.
  const [first] = strangers;
  if (!first) throw new Error('There are strangers.');
  await ana.browser.call(removeKeeper, { params: { shareId, userId: first.id } });
  expect([await invite(shareId, strangers[4] ?? first), await invite(shareId, first)]).toEqual([
    'keeper.invitations',
    200,
  ]);
  await users.updateOne({ username: 'ana' }, { $set: { createdAt: new Date(0) } });
  expect(await invite(shareId, strangers[4] ?? first)).toBe(200);
});

test('a list has at most 20 keepers, and a member keeps at most 50 lists', async () => {
  const { folderId, shareId } = await share();
  const rows = app.db.collection<{ _id: string }>('folderKeepers');
  const row = (to: string, userId: Id, state: string) => ({
    ...{ _id: `${to}:${userId}`, shareId: to, userId, ownerId: ana.id, folderId, state, at: new Date() },
  });
  await rows.insertMany(Array.from({ length: keeperLimits.keepers }, () => row(shareId, newId(), 'Keeper')));
  expect(await invite(shareId, ben)).toBe('keeper.too_many');
  await rows.deleteMany({});
  await rows.insertMany(Array.from({ length: keeperLimits.lists }, (_, i) => row(`other${i}`, ben.id, 'Keeper')));
  expect([await invite(shareId, ben), await accept(shareId, ben)]).toEqual([200, 'keeper.too_many_lists']);
  await rows.insertMany(Array.from({ length: keeperLimits.waiting }, (_, i) => row(`more${i}`, cleo.id, 'Invited')));
  expect(await invite(shareId, cleo)).toBe('keeper.crowded');
});

test("the owner's limits hold for what keepers add", async () => {
  const { folderId, shareId } = await share();
  await keptBy(shareId, ben);
  const favorites = app.db.collection<{ _id: string }>('favorites');
  const row = (id: Id) => ({
    ...{ _id: `${id}:${ana.id}`, bikeId: id, userId: ana.id, at: new Date() },
    folders: [{ id, at: new Date() }],
  });
  await favorites.insertMany(Array.from({ length: favoriteLimits.bikes }, () => row(newId())));
  expect(await add(shareId, ben)).toBe('keeper.favorites');
  await favorites.updateMany({}, { $set: { folders: [{ id: folderId, at: new Date() }] } });
  expect(await add(shareId, ben)).toBe('folder.full');
});

test('keeping ends with the sharing, the deletion of the folder, and while the owner is banned', async () => {
  const [first, second, third] = [await share('First'), await share('Second'), await share('Third')];
  for (const { shareId } of [first, second, third]) await keptBy(shareId, ben);
  await ana.browser.call(unshareFolder, { params: { folderId: first.folderId } });
  await ana.browser.call(deleteFolder, { params: { folderId: second.folderId }, query: {} });
  expect([await keptLists(ben), await keepersOn(first.shareId), await add(first.shareId, ben)]).toEqual([
    ['Third Keeper'],
    0,
    'not_found',
  ]);
  const users = app.db.collection<{ _id: string }>('users');
  await users.updateOne({ _id: ana.id }, { $set: { status: 'Banned' } });
  expect([await keptLists(ben), await add(third.shareId, ben)]).toEqual([[], 'not_found']);
  await users.updateOne({ _id: ana.id }, { $set: { status: 'Active' } });
  expect(await add(third.shareId, ben)).toBe(200);
});

const offer = async (shareId: string, { id }: Member, by = ana) =>
  codeOf(await by.browser.call(offerList, { params: { shareId }, body: { userId: id } }));
const takeOver = ({ browser }: Member, shareId: string) => browser.call(takeOverList, { params: { shareId } });

test('a list that is handed over moves with all that belongs to it, and its former owner keeps it', async () => {
  const { folderId, shareId } = await share('Steel');
  await keptBy(shareId, ben, cleo);
  const ofBen = await giveBike(app.db, ben.id, 'ben');
  for (const id of [bikeId, ofBen]) await ana.browser.call(addFavorite, { params: { folderId, bikeId: id } });
  await add(shareId, ben, otherId);
  await ana.browser.call(writeBikeNote, { params: { folderId, bikeId }, body: { note: 'Mine was red.' } });
  await ana.browser.call(writeFolderText, { params: { folderId }, body: { text: 'All steel.' } });
  await ana.browser.call(orderBikes, { params: { folderId }, body: { order: [bikeId, ofBen, otherId] } });
  await ana.browser.call(shareFolder, { params: { folderId }, query: { listed: true } });
  await cleo.browser.call(likeList, { params: { shareId } });
  // He has a folder of this name.
  await share('steel', ben);
  expect([await offer(shareId, cleo), await offer(shareId, ben)]).toEqual([200, 200]);
  expect([await alertsOf(ben), await alertsOf(cleo), await keptLists(ben)]).toEqual([
    [['ana', 'Steel', true]],
    [],
    ['Steel Offered'],
  ]);
  expect(codeOf(await takeOver(cleo, shareId))).toBe('keeper.not_invited');
  expect((await takeOver(ben, shareId)).answer.data).toEqual({ leftOut: 1 });
  expect(codeOf(await takeOver(ben, shareId))).toBe(200);
  const after = await shared(shareId);
  expect(after).toMatchObject({ name: 'Steel 2', text: 'All steel.', likes: 1, owner: { username: 'ben' } });
  expect(after?.keepers?.map(({ username }) => username)).toEqual(['cleo', 'ana']);
  expect(await bikesOf(shareId)).toEqual([
    [bikeId, 'ana', 'Mine was red.'],
    [otherId, undefined, undefined],
  ]);
  const names = async ({ browser }: Member) =>
    ((await browser.call(listFolders)).answer.data ?? []).map(({ name }) => name);
  expect([await names(ana), await names(ben)]).toEqual([['Favorites'], ['Favorites', 'steel', 'Steel 2']]);
  expect([await keptLists(ana), await keptLists(ben), await keptLists(cleo)]).toEqual([
    ['Steel 2 Keeper'],
    [],
    ['Steel 2 Keeper'],
  ]);
  expect(await app.db.collection('favorites').countDocuments({ userId: ana.id })).toBe(0);
  const lists = await new TestBrowser(app).call(listBikeLists, { params: { bikeId }, query: {} });
  expect(lists.answer.data?.items.map(({ owner }) => owner.username)).toEqual(['ben']);
  expect([await add(shareId, ana, ofBen), await remove(shareId, ana), await add(shareId, cleo)]).toEqual([
    'keeper.owners_bike',
    200,
    200,
  ]);
  const bikes = (await ben.browser.call(listFolderBikes, { params: { folderId }, query: {} })).answer.data?.items ?? [];
  expect(bikes.map(({ id }) => id)).toEqual([bikeId, otherId]);
  // It can come back.
  expect([await offer(shareId, ana, ben), codeOf(await takeOver(ana, shareId))]).toEqual([200, 200]);
  expect((await shared(shareId))?.owner.username).toBe('ana');
});

test('an offer is declined or withdrawn, and the folder Favorites stays', async () => {
  const { shareId } = await share();
  await keptBy(shareId, ben);
  for (const by of [ana, ben]) {
    await offer(shareId, ben);
    expect(codeOf(await by.browser.call(endOffer, { params: { shareId } }))).toBe(200);
    expect(codeOf(await takeOver(ben, shareId))).toBe('keeper.not_invited');
    expect([await keptLists(ben), await alertsOf(ben)]).toEqual([['Steel Keeper'], []]);
  }
  const { answer } = await ana.browser.call(shareFolder, { params: { folderId: ana.id }, query: {} });
  const first = answer.data?.shareId ?? '';
  await keptBy(first, ben);
  expect(await offer(first, ben)).toBe('keeper.default');
});

test('who has no room takes nothing over', async () => {
  const { folderId, shareId } = await share();
  await keptBy(shareId, ben);
  await ana.browser.call(addFavorite, { params: { folderId, bikeId } });
  await offer(shareId, ben);
  const folders = app.db.collection<{ _id: string; folders: unknown[]; leaving: []; rev: number }>('folders');
  const full = Array.from({ length: favoriteLimits.folders }, (_, i) => ({ id: newId(), name: `Folder ${i}` }));
  await folders.insertOne({ _id: ben.id, folders: full, leaving: [], rev: 1 });
  expect(codeOf(await takeOver(ben, shareId))).toBe('folder.too_many');
  await folders.deleteOne({ _id: ben.id });
  const row = (id: Id) => ({
    ...{ _id: `${id}:${ben.id}`, bikeId: id, userId: ben.id, at: new Date() },
    folders: [{ id: ben.id, at: new Date() }],
  });
  await app.db
    .collection<{ _id: string }>('favorites')
    .insertMany(Array.from({ length: favoriteLimits.bikes }, () => row(newId())));
  expect(codeOf(await takeOver(ben, shareId))).toBe('keeper.no_room');
  expect((await shared(shareId))?.owner.username).toBe('ana');
});

test('a hand-over that stopped in the middle is finished, and nothing is changed until then', async () => {
  const { folderId, shareId } = await share();
  await keptBy(shareId, ben, cleo);
  for (const id of [bikeId, otherId]) await ana.browser.call(addFavorite, { params: { folderId, bikeId: id } });
  await ana.browser.call(writeFolderText, { params: { folderId }, body: { text: 'All steel.' } });
  // The first write alone, and one bike.
  const folder = { id: folderId, name: 'Steel', shareId };
  const leaving = [{ id: folderId, keepBikes: false, to: { userId: ben.id, folder } }];
  await app.db.collection<{ _id: string }>('folders').updateOne({ _id: ana.id }, { $set: { folders: [], leaving } });
  const placed = [{ id: folderId, at: new Date(), by: ana.id }];
  await app.db.collection<{ _id: string }>('favorites').insertOne({
    ...{ _id: `${bikeId}:${ben.id}`, bikeId, userId: ben.id, at: new Date(), folders: placed },
  });
  expect([await add(shareId, cleo), await remove(shareId, cleo), codeOf(await takeOver(ben, shareId))]).toEqual(
    Array(3).fill('unavailable'),
  );
  expect(codeOf(await new TestBrowser(app).call(getSharedFolder, { params: { shareId } }))).toBe('unavailable');
  for (let i = 0; i < 2; i++) await app.runJob('deleted folders');
  expect(await shared(shareId)).toMatchObject({ owner: { username: 'ben' }, text: 'All steel.' });
  expect((await bikesOf(shareId)).map(([id]) => id).toSorted()).toEqual([bikeId, otherId].toSorted());
  expect(await app.db.collection('favorites').countDocuments({ userId: ana.id })).toBe(0);
  expect([await add(shareId, cleo), await add(shareId, ana)]).toEqual([200, 200]);
});

test('changes during a hand-over are kept', async () => {
  const { folderId, shareId } = await share();
  await keptBy(shareId, ben, cleo);
  await ana.browser.call(addFavorite, { params: { folderId, bikeId } });
  await offer(shareId, ben);
  const until = async (change: () => Promise<unknown>) => {
    for (;;) {
      const code = await change();
      if (code !== 'unavailable') return code;
    }
  };
  const answers = await Promise.all([
    takeOver(ben, shareId).then(codeOf),
    until(() => remove(shareId, cleo)),
    until(() => add(shareId, cleo, otherId)),
  ]);
  expect(answers).toEqual([200, 200, 200]);
  expect(await bikesOf(shareId)).toEqual([[otherId, 'cleo', undefined]]);
});

test('an erased member keeps nothing, and what they added stays without their name', async () => {
  const dora = await join('dora');
  const [own, other] = [await share('Own', dora), await share('Steel')];
  expect([await invite(own.shareId, ben, dora), await accept(own.shareId, ben)]).toEqual([200, 200]);
  await keptBy(other.shareId, dora);
  await add(other.shareId, dora);
  await dora.browser.call(deleteAccount, { body: { username: 'dora' } });
  await app.db.collection('users').updateOne({ username: 'dora' }, { $set: { until: new Date(0) } });
  await app.runJob('deleted accounts');
  expect(await app.db.collection('folderKeepers').countDocuments()).toBe(0);
  expect(await bikesOf(other.shareId)).toEqual([[bikeId, undefined, undefined]]);
});
