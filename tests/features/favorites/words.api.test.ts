import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addFavorite,
  deleteFolder,
  favoriteLimits,
  getSharedFolder,
  listFolderBikes,
  listFolders,
  putFolder,
  removeFavorite,
  shareFolder,
  unshareFolder,
  writeBikeNote,
  writeFolderText,
} from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { newMemberDays } from '#contract/trust.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

const day = 86_400_000;

let app: TestApp;
let ben: TestBrowser;
let benId: Id;
let bikeId: Id;
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
  const member = await app.member('ben');
  [ben, benId] = [member.browser, member.user.id];
  bikeId = (await strangeBike(app.db, 'Straggler')).id;
});
beforeEach(async () => {
  for (const name of ['favorites', 'folders', 'folderOrders', 'limits']) await app.db.collection(name).deleteMany({});
  await ben.call(addFavorite, { params: { folderId: benId, bikeId } });
});
afterAll(() => app.close());

const describeIt = (text: string, folderId = benId) =>
  ben.call(writeFolderText, { params: { folderId }, body: { text } });
const note = (text: string, folderId = benId, on = bikeId) =>
  ben.call(writeBikeNote, { params: { folderId, bikeId: on }, body: { note: text } });
const share = async (folderId = benId) =>
  (await ben.call(shareFolder, { params: { folderId } })).answer.data?.shareId ?? '';
const seen = (shareId: string) => new TestBrowser(app).call(getSharedFolder, { params: { shareId } });
const own = async () => (await ben.call(listFolders)).answer.data ?? [];
const notesIn = async (folderId = benId) =>
  ((await ben.call(listFolderBikes, { params: { folderId } })).answer.data?.items ?? []).map(({ note }) => note);
const make = async (name: string) => {
  const folderId = newId();
  await ben.call(putFolder, { params: { folderId }, body: { name } });
  return folderId;
};
const refusalOf = ({ status, answer }: Awaited<ReturnType<typeof describeIt>>) => [
  status,
  answer.error?.code ?? Object.keys(answer.validation ?? {}).join(),
];

describe('the words of a folder', () => {
  test('are for the member alone until it is shared, and again when sharing ends', async () => {
    await describeIt('Steel that stays.\n\nAll of it.');
    await note('The one that began it.');
    expect(await own()).toMatchObject([{ text: 'Steel that stays.\n\nAll of it.', notes: 1, shareId: null }]);
    expect(await notesIn()).toEqual(['The one that began it.']);
    const shareId = await share();
    const { answer } = await seen(shareId);
    expect(answer.data?.text).toBe('Steel that stays.\n\nAll of it.');
    expect(answer.data?.items.map((bike) => bike.note)).toEqual(['The one that began it.']);
    await describeIt('Only titanium now.');
    await note('Sold.');
    expect((await seen(shareId)).answer.data).toMatchObject({ text: 'Only titanium now.', items: [{ note: 'Sold.' }] });
    await ben.call(unshareFolder, { params: { folderId: benId } });
    expect((await seen(shareId)).status).toBe(404);
    expect(await own()).toMatchObject([{ text: 'Only titanium now.', notes: 1 }]);
  });

  test('are removed by an empty text, however often it is sent', async () => {
    await describeIt('Steel.');
    await note('Mine.');
    for (let i = 0; i < 2; i++)
      expect([(await describeIt(' \n ')).status, (await note('')).status]).toEqual([200, 200]);
    expect(await own()).toMatchObject([{ text: '', notes: 0 }]);
    expect(await notesIn()).toEqual([undefined]);
  });

  test('have a limit of length each', async () => {
    const [text, mark] = ['x'.repeat(favoriteLimits.text), 'x'.repeat(favoriteLimits.note)];
    expect([(await describeIt(text)).status, (await note(mark)).status]).toEqual([200, 200]);
    expect(refusalOf(await describeIt(`${text}x`))).toEqual([422, 'text']);
    expect(refusalOf(await note(`${mark}x`))).toEqual([422, 'note']);
  });

  test('need a folder of the member, and a note needs its bike in it', async () => {
    const empty = await make('Empty');
    expect(refusalOf(await describeIt('Steel.', newId()))).toEqual([404, 'not_found']);
    expect(refusalOf(await note('Steel.', newId()))).toEqual([404, 'not_found']);
    expect(refusalOf(await note('Steel.', empty))).toEqual([404, 'not_found']);
    await ben.call(removeFavorite, { params: { folderId: benId, bikeId } });
    expect(refusalOf(await note('Steel.'))).toEqual([404, 'not_found']);
  });

  test('belong to their folder: a bike has a note in each, which goes when it leaves or its folder is deleted', async () => {
    const steel = await make('Steel');
    await ben.call(addFavorite, { params: { folderId: steel, bikeId } });
    await note('In all favorites.');
    await note('In steel.', steel);
    expect([await notesIn(), await notesIn(steel)]).toEqual([['In all favorites.'], ['In steel.']]);
    await ben.call(removeFavorite, { params: { folderId: benId, bikeId } });
    await ben.call(deleteFolder, { params: { folderId: steel } });
    await app.idle();
    expect(await notesIn()).toEqual([undefined]);
    expect(JSON.stringify(await app.db.collection('favorites').find().toArray())).not.toContain('In steel.');
  });

  test('may not link elsewhere while their author is new, shared or not', async () => {
    await app.db
      .collection('users')
      .updateOne({ username: 'ben' }, { $set: { createdAt: new Date(Date.now() - day) } });
    const link = 'Bought at https://shop.example/bikes';
    expect(refusalOf(await describeIt(link))).toEqual([422, 'text']);
    expect(refusalOf(await note(link))).toEqual([422, 'note']);
    expect((await describeIt('Seen at http://localhost/bike')).status).toBe(200);
    const createdAt = new Date(Date.now() - (newMemberDays + 1) * day);
    await app.db.collection('users').updateOne({ username: 'ben' }, { $set: { createdAt } });
    expect([(await describeIt(link)).status, (await note(link)).status]).toEqual([200, 200]);
  });

  test('a member who may not post cannot write words of a shared folder, but can take them away', async () => {
    await describeIt('Before.');
    await share();
    await app.db.collection('users').updateOne({ username: 'ben' }, { $set: { held: true } });
    try {
      expect(refusalOf(await describeIt('After.'))).toEqual([403, 'posting.held']);
      expect(refusalOf(await note('After.'))).toEqual([403, 'posting.held']);
      expect((await describeIt('Before.')).status).toBe(200);
      expect((await describeIt('')).status).toBe(200);
      expect((await describeIt('For me.', await make('Private'))).status).toBe(200);
    } finally {
      await app.db.collection('users').updateOne({ username: 'ben' }, { $unset: { held: '' } });
    }
  });
});
