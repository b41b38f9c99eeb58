import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Alert, pollAlerts } from '#contract/alerts.ts';
import { blockMember } from '#contract/blocks.ts';
import {
  addFavorite,
  getSharedFolder,
  listFolderBikes,
  listFolders,
  putFolder,
  shareFolder,
  unshareFolder,
  writeBikeNote,
  writeFolderText,
} from '#contract/favorites.ts';
import { decideFlags, listFlagCases } from '#contract/flag-queue.ts';
import { addFlag } from '#contract/flags.ts';
import { type Id, newId } from '#contract/ids.ts';
import { acceptKeeping, describeList, inviteKeeper, noteInList, offerList, takeOverList } from '#contract/keepers.ts';
import { getListLike, likeList, searchLists, unlikeList } from '#contract/lists.ts';
import { judgeList, listActs } from '#contract/moderation.ts';
import { putPreference } from '#contract/user-preferences.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

let app: TestApp;
let ben: TestBrowser;
let cleo: TestBrowser;
let judge: TestBrowser;
let benId: Id;
let cleoId: Id;
let bikeId: Id;
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
  const [owner, fan] = [await app.member('ben'), await app.member('cleo')];
  [ben, benId, cleo, cleoId] = [owner.browser, owner.user.id, fan.browser, fan.user.id];
  judge = await app.join('judge');
  await giveRole(app.db, 'judge');
  bikeId = (await strangeBike(app.db, 'Straggler')).id;
});
beforeEach(async () => {
  const favorites = ['favorites', 'folders', 'folderOrders', 'folderKeepers', 'listLikes'];
  for (const name of [...favorites, 'flags', 'flagCases', 'acts', 'alerts', 'blocks', 'preferences', 'limits'])
    await app.db.collection(name).deleteMany({});
});
afterAll(() => app.close());

type Answered = { status: number; answer: { error: { code: string } | null } };
const codeOf = ({ status, answer }: Answered) => answer.error?.code ?? status;

async function list(): Promise<{ folderId: Id; shareId: string }> {
  const folderId = newId();
  await ben.call(putFolder, { params: { folderId }, body: { name: 'Steel classics' } });
  await ben.call(addFavorite, { params: { folderId, bikeId } });
  await ben.call(writeFolderText, { params: { folderId }, body: { text: 'Call 555 now.' } });
  await ben.call(writeBikeNote, { params: { folderId, bikeId }, body: { note: 'Cheap.' } });
  const { answer } = await ben.call(shareFolder, { params: { folderId }, query: { listed: true } });
  return { folderId, shareId: answer.data?.shareId ?? '' };
}
const flag = (shareId: string, by = cleo) =>
  by.call(addFlag, { body: { id: newId(), targetType: 'List', targetId: shareId, reason: 'Spam', note: '' } });
const remove = (shareId: string, reason = 'Spam or scam.') =>
  judge.call(judgeList, { params: { shareId }, body: { status: 'Removed', reason } });
const restore = (shareId: string) => judge.call(judgeList, { params: { shareId }, body: { status: 'Active' } });
const queue = async (state: 'open' | 'decided' = 'open') =>
  (await judge.call(listFlagCases, { query: { state } })).answer.data?.items ?? [];
const shownWords = async (shareId: string) => {
  const { answer } = await new TestBrowser(app).call(getSharedFolder, { params: { shareId } });
  return [answer.data?.text, answer.data?.items.map(({ note }) => note)];
};
const shownName = async (shareId: string) =>
  (await new TestBrowser(app).call(getSharedFolder, { params: { shareId } })).answer.data?.name;
const found = async () =>
  (await new TestBrowser(app).call(searchLists, { query: { keywords: 'steel' } })).answer.data?.items.length;
const alertsOf = async (who: TestBrowser): Promise<Alert[]> => {
  await app.idle();
  return (await who.call(pollAlerts)).answer.data?.items ?? [];
};
const unseenOf = async (who: TestBrowser) => (await who.call(pollAlerts)).answer.data?.unseen;

describe('a flag on a list', () => {
  test('is given once, by others, and shows the words to moderators', async () => {
    const { shareId } = await list();
    expect(codeOf(await flag(shareId, ben))).toBe('flag.own');
    expect(codeOf(await flag('x'.repeat(22)))).toBe('not_found');
    expect(codeOf(await flag(shareId))).toBe(201);
    expect(codeOf(await flag(shareId))).toBe('flag.repeated');
    const states = [cleo, judge].map(async (by) => (await by.call(getListLike, { params: { shareId } })).answer.data);
    expect(await Promise.all(states)).toMatchObject([{ flagged: true }, { flagged: false }]);
    expect(await queue()).toMatchObject([
      {
        targetType: 'List',
        targetId: shareId,
        bike: null,
        owner: { username: 'ben' },
        standing: 'Active',
        status: 'Active',
        text: 'Steel classics\n\nCall 555 now.\n\nCheap.',
        open: true,
        hidden: false,
        flags: [{ reason: 'Spam', by: { username: 'cleo' } }],
      },
    ]);
    expect(await alertsOf(ben)).toEqual([]);
  });

  test('can be rejected, and reopened', async () => {
    const { shareId } = await list();
    await flag(shareId);
    const decide = (state: 'rejected' | 'open') =>
      judge.call(decideFlags, { params: { targetType: 'List', targetId: shareId }, body: { state } });
    expect(codeOf(await decide('rejected'))).toBe(200);
    expect([await queue(), await queue('decided')]).toMatchObject([[], [{ acts: [{ what: 'flags.reject' }] }]]);
    expect(codeOf(await decide('open'))).toBe(200);
    expect(await queue()).toHaveLength(1);
    expect(await shownWords(shareId)).toEqual(['Call 555 now.', ['Cheap.']]);
  });

  test('stays with the flagged words when its owner ends the sharing', async () => {
    const { folderId, shareId } = await list();
    await flag(shareId);
    await ben.call(unshareFolder, { params: { folderId } });
    expect(await queue()).toMatchObject([{ status: 'Deleted', text: 'Steel classics\n\nCall 555 now.\n\nCheap.' }]);
    expect(codeOf(await remove(shareId))).toBe('not_found');
    const params = { targetType: 'List', targetId: shareId };
    expect(codeOf(await judge.call(decideFlags, { params, body: { state: 'upheld' } }))).toBe(200);
    expect(await queue()).toEqual([]);
  });
});

describe('words that a moderator removes from a list', () => {
  test('nobody reads or finds them, and the owner is told why', async () => {
    const { folderId, shareId } = await list();
    await flag(shareId);
    expect(codeOf(await cleo.call(judgeList, { params: { shareId }, body: { status: 'Active' } }))).toBe('not_found');
    for (let i = 0; i < 2; i++) expect(codeOf(await remove(shareId))).toBe(200);
    expect([await shownWords(shareId), await found()]).toEqual([['', [undefined]], 0]);
    expect(await shownName(shareId)).toBe('Favorites 2');
    expect((await ben.call(listFolders)).answer.data).toContainEqual(
      expect.objectContaining({ id: folderId, shareId, listed: false, text: '', notes: 0 }),
    );
    expect([await queue(), await queue('decided')]).toMatchObject([
      [],
      [{ status: 'Removed', acts: [{ what: 'list.remove', reason: 'Spam or scam.', list: { id: shareId } }] }],
    ]);
    expect((await judge.call(listActs, { query: {} })).answer.data?.items).toHaveLength(1);
    expect(await alertsOf(ben)).toMatchObject([
      {
        type: 'listStatus',
        key: folderId,
        actors: [],
        bike: null,
        list: { name: 'Steel classics' },
        judged: { status: 'Removed', reason: 'Spam or scam.' },
      },
    ]);
    expect(await unseenOf(ben)).toMatchObject({ moderation: 1, likes: 0 });
  });

  test('the list is not listed again before its owner has changed them', async () => {
    const { folderId, shareId } = await list();
    await remove(shareId);
    const again = () => ben.call(shareFolder, { params: { folderId }, query: { listed: true } });
    const write = (text: string) => ben.call(writeFolderText, { params: { folderId }, body: { text } });
    const noted = (note: string) => ben.call(writeBikeNote, { params: { folderId, bikeId }, body: { note } });
    const rename = (name: string) => ben.call(putFolder, { params: { folderId }, body: { name, isRename: true } });
    expect(codeOf(await again())).toBe('list.removed');
    const refused = [await write('Call 555 now.'), await noted('Cheap.'), await rename('Steel classics')];
    const elsewhere = [await write('Cheap.'), await noted('Call 555 now.'), await write('Steel classics')];
    expect([...refused, ...elsewhere].map(codeOf)).toEqual([422, 422, 422, 422, 422, 422]);
    await write('');
    expect(codeOf(await again())).toBe('list.removed');
    // Ending the sharing does not help.
    await ben.call(unshareFolder, { params: { folderId } });
    expect(codeOf(await again())).toBe('list.removed');
    expect(codeOf(await ben.call(shareFolder, { params: { folderId } }))).toBe(200);
    expect(codeOf(await write('Lugs and fillets.'))).toBe(200);
    expect(codeOf(await rename('Steel'))).toBe(200);
    expect(codeOf(await again())).toBe(200);
    expect(await found()).toBe(1);
    const id = String((await ben.call(shareFolder, { params: { folderId } })).answer.data?.shareId);
    expect([codeOf(await restore(id)), await shownWords(id)]).toEqual([
      'moderation.state',
      ['Lugs and fillets.', [undefined]],
    ]);
    expect([codeOf(await remove(id)), await shownWords(id)]).toEqual([200, ['', [undefined]]]);
    expect([codeOf(await rename('Lugs')), codeOf(await again())]).toEqual([200, 200]);
  });

  test('they are refused from a keeper, and after the list was handed over', async () => {
    const { folderId, shareId } = await list();
    await ben.call(inviteKeeper, { params: { shareId, userId: cleoId } });
    await cleo.call(acceptKeeping, { params: { shareId } });
    await remove(shareId);
    const again = async (by: TestBrowser) => {
      const params = { shareId, bikeId };
      return [
        await by.call(describeList, { params, body: { text: 'Call 555 now.' } }),
        await by.call(noteInList, { params, body: { note: 'Cheap.' } }),
      ].map(codeOf);
    };
    expect(await again(cleo)).toEqual([422, 422]);
    await ben.call(offerList, { params: { shareId }, body: { userId: cleoId } });
    expect(codeOf(await cleo.call(takeOverList, { params: { shareId } }))).toBe(200);
    expect([await again(cleo), await again(ben)]).toEqual([
      [422, 422],
      [422, 422],
    ]);
    const named = await cleo.call(putFolder, {
      params: { folderId },
      body: { name: 'Steel classics', isRename: true },
    });
    expect([codeOf(named), await shownWords(shareId)]).toEqual([422, ['', [undefined]]]);
  });

  test('they can be brought back', async () => {
    const { folderId, shareId } = await list();
    await flag(shareId);
    await remove(shareId);
    for (let i = 0; i < 2; i++) expect(codeOf(await restore(shareId))).toBe(200);
    expect([await shownWords(shareId), await found()]).toEqual([['Call 555 now.', ['Cheap.']], 1]);
    expect(await shownName(shareId)).toBe('Steel classics');
    expect((await ben.call(listFolderBikes, { params: { folderId } })).answer.data?.items).toMatchObject([
      { id: bikeId, note: 'Cheap.' },
    ]);
    expect(await queue('decided')).toMatchObject([{ status: 'Active', flags: [{ state: 'rejected' }] }]);
    expect(await alertsOf(ben)).toMatchObject([{ type: 'listStatus', judged: { status: 'Active', reason: '' } }]);
  });
});

describe('likes of a list', () => {
  test('are one alert for its owner, and end with it', async () => {
    const { folderId, shareId } = await list();
    const params = { shareId };
    for (const by of [cleo, judge, cleo]) await by.call(likeList, { params });
    expect(await alertsOf(ben)).toMatchObject([
      {
        type: 'listLike',
        key: shareId,
        bike: null,
        actorCount: 2,
        actors: [{ username: 'judge' }, { username: 'cleo' }],
        list: { name: 'Steel classics' },
      },
    ]);
    expect(await unseenOf(ben)).toMatchObject({ likes: 2 });
    await judge.call(unlikeList, { params });
    expect(await alertsOf(ben)).toMatchObject([{ actorCount: 1, actors: [{ username: 'cleo' }] }]);
    await ben.call(unshareFolder, { params: { folderId } });
    expect([await alertsOf(ben), await unseenOf(ben)]).toMatchObject([[], { likes: 0 }]);
    expect(await app.db.collection('alerts').countDocuments({ userId: benId })).toBe(0);
  });

  test('are not told to who does not want it', async () => {
    const { shareId } = await list();
    const seen = { version: 0, device: newId() };
    await ben.call(putPreference, { body: { name: 'likeAlerts', value: 'Off', seen } });
    await cleo.call(likeList, { params: { shareId } });
    expect(await alertsOf(ben)).toEqual([]);
  });

  test.each(['the owner', 'the other'])('are gone when %s blocks', async (who) => {
    const { shareId } = await list();
    await cleo.call(likeList, { params: { shareId } });
    expect(await alertsOf(ben)).toHaveLength(1);
    if (who === 'the owner') await ben.call(blockMember, { params: { userId: cleoId } });
    else await cleo.call(blockMember, { params: { userId: benId } });
    expect(await alertsOf(ben)).toEqual([]);
    expect(await app.db.collection('listLikes').countDocuments()).toBe(0);
  });
});

/** A write through the API renews cached answers; those of the test itself do not. */
const forgetAnswers = () => cleo.call(putFolder, { params: { folderId: newId() }, body: { name: `Other ${newId()}` } });

describe('against misuse', () => {
  test('words keep no control characters and no length beyond their limits', async () => {
    const { folderId, shareId } = await list();
    const write = (text: string) => ben.call(writeFolderText, { params: { folderId }, body: { text } });
    expect(codeOf(await write('x'.repeat(10_000)))).toBe(422);
    expect(codeOf(await write('a\u0000\u0007b\u202Eevil\u200Bc\n\nפשוט'))).toBe(200);
    const text = String((await shownWords(shareId))[0]);
    for (const hidden of ['\u0000', '\u0007', '\u200B']) expect(text).not.toContain(hidden);
    // The direction ends with the text, so that it turns nothing after it.
    expect(text.match(/\u202E/g)?.length ?? 0).toBe(text.match(/\u202C/g)?.length ?? 0);
    expect(await found()).toBe(1);
    for (const keywords of ['\u0000', 'x'.repeat(101), '('.repeat(100)])
      expect((await cleo.call(searchLists, { query: { keywords } })).status).toBeLessThan(500);
  });

  test('a note on a deleted bike is neither shown nor in the way', async () => {
    const { folderId, shareId } = await list();
    const bikes = app.db.collection<{ _id: string }>('bikes');
    await bikes.updateOne({ _id: bikeId }, { $set: { status: 'Deleted' } });
    await forgetAnswers();
    expect(await shownWords(shareId)).toEqual(['Call 555 now.', []]);
    const noted = await ben.call(writeBikeNote, { params: { folderId, bikeId }, body: { note: 'Gone?' } });
    expect(noted.status).toBeLessThan(500);
    expect([codeOf(await remove(shareId)), codeOf(await restore(shareId))]).toEqual([200, 200]);
    await bikes.updateOne({ _id: bikeId }, { $set: { status: 'Active' } });
    await forgetAnswers();
    expect(await shownWords(shareId)).toEqual(['Call 555 now.', ['Gone?']]);
  });

  test('the list of a member who has left cannot be liked, but its flags can be decided', async () => {
    const { shareId } = await list();
    await flag(shareId);
    const users = app.db.collection<{ _id: string }>('users');
    await users.updateOne({ _id: benId }, { $set: { status: 'Deleted' } });
    await forgetAnswers();
    expect(codeOf(await cleo.call(likeList, { params: { shareId } }))).toBe('not_found');
    expect(await found()).toBe(0);
    expect(await queue()).toMatchObject([{ targetId: shareId }]);
    expect(codeOf(await remove(shareId))).toBe(200);
    await users.updateOne({ _id: benId }, { $set: { status: 'Active' } });
  });
});
