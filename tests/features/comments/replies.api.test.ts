import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pollAlerts } from '#contract/alerts.ts';
import { getBike } from '#contract/bike-whole.ts';
import { blockMember } from '#contract/blocks.ts';
import {
  addComment,
  type Comment,
  type CommentMark,
  deleteComment,
  editComment,
  getComment,
  listComments,
  markComment,
  nobody,
} from '#contract/comments.ts';
import { pathOf } from '#contract/endpoint.ts';
import { downloadExport } from '#contract/export.ts';
import { type Id, newId } from '#contract/ids.ts';
import type { Person } from '#contract/people.ts';
import { putPreference } from '#contract/user-preferences.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { giveBike } from '#tests/kit/established.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { unzipped } from '#tests/kit/zip.ts';

type Member = { browser: TestBrowser; user: Person };
let app: TestApp;
let owner: Member;
let ana: Member;
let ben: Member;
let bikeId: Id;
beforeAll(async () => {
  app = await TestApp.open({}, { still: true });
  [owner, ana, ben] = [await app.member('olga'), await app.member('ana'), await app.member('ben')];
});
beforeEach(async () => {
  for (const name of ['alerts', 'limits', 'blocks', 'comments']) await app.db.collection(name).deleteMany({});
  bikeId = await giveBike(app.db, owner.user.id, 'olga');
});
afterAll(() => app.close());

const say = async (by: Member, text: string, replyTo?: Id, id = newId()): Promise<Comment> => {
  const body = { id, text, ...(replyTo && { replyTo }) };
  const { answer } = await by.browser.call(addComment, { params: { bikeId }, body });
  if (!answer.successful) throw new Error(answer.error?.code);
  return answer.data;
};
const page = async () => {
  const { answer } = await new TestBrowser(app).call(listComments, { params: { bikeId } });
  if (!answer.successful) throw new Error(answer.error?.code);
  return answer.data;
};
const quoteIn = async (id: Id) => (await page()).items.find((one) => one.id === id)?.replyTo;
const removeComment = (by: Member, commentId: Id) => by.browser.call(deleteComment, { params: { commentId } });
const setStatus = (id: Id, status: string) =>
  app.db.collection<{ _id: string }>('comments').updateOne({ _id: id }, { $set: { status } });
const gone = (id: Id) => ({ id, author: nobody, text: '', status: expect.stringMatching(/Deleted|Removed/) });

describe('a reply', () => {
  test('names and quotes what it answers, as it is now; its row keeps no copy of the text', async () => {
    const question = await say(ana, 'Which fenders are those?');
    const reply = await say(ben, 'SKS, 45 mm.', question.id);
    const quoted = { id: question.id, author: ana.user, text: 'Which fenders are those?', status: 'Active' };
    expect(reply.replyTo).toEqual(quoted);
    expect(await quoteIn(reply.id)).toEqual(quoted);
    const row = await app.db.collection<{ _id: string }>('comments').findOne({ _id: reply.id });
    expect(JSON.stringify(row)).not.toContain('fenders');
    await ana.browser.call(editComment, { params: { commentId: question.id }, body: { text: `${'x'.repeat(200)}!` } });
    expect((await quoteIn(reply.id))?.text).toBe(`${'x'.repeat(140)}…`);
    const edit = { params: { commentId: reply.id }, body: { text: 'SKS, 46 mm.' } };
    expect((await ben.browser.call(editComment, edit)).answer.data?.replyTo?.id).toBe(question.id);
    const { answer } = await ben.browser.call(getComment, { params: { commentId: reply.id } });
    expect(answer.data?.replyTo?.author).toEqual(ana.user);
  });

  test.each(['Deleted', 'Removed'] as const)('tells nothing of a comment that is %s', async (status) => {
    const question = await say(ana, 'My address is Hill Road 4.');
    const reply = await say(ben, 'Do not post that!', question.id);
    await removeComment(status === 'Deleted' ? ana : owner, question.id);
    expect(await quoteIn(reply.id)).toEqual(gone(question.id));
    expect(JSON.stringify(await page())).not.toContain('Hill Road');
    const later = await say(ben, 'Still here.', question.id);
    expect(later.replyTo).toEqual(gone(question.id));
  });

  test('shows the author of a flagged comment, without the text; a removed reply quotes nothing', async () => {
    const question = await say(ana, 'Rude words.');
    const reply = await say(ben, 'Please.', question.id);
    await setStatus(question.id, 'Flagged');
    expect(await quoteIn(reply.id)).toEqual({ id: question.id, author: ana.user, text: '', status: 'Flagged' });
    await setStatus(question.id, 'Active');
    await say(ana, 'Sorry.');
    await removeComment(ben, reply.id);
    expect((await page()).items.find(({ id }) => id === reply.id)).not.toHaveProperty('replyTo');
  });

  test('quotes what is not on its page, and a comment that arrives after it', async () => {
    const id = newId();
    const early = await say(ben, 'Sent first.', id);
    expect(early.replyTo).toEqual(gone(id));
    await say(ana, 'Arrived later.', undefined, id);
    expect((await quoteIn(early.id))?.text).toBe('Arrived later.');
    const { answer } = await ben.browser.call(listComments, { params: { bikeId }, query: { limit: 1 } });
    const cursor = answer.data?.next ?? '';
    const older = await ben.browser.call(listComments, { params: { bikeId }, query: { limit: 1, cursor } });
    expect(older.answer.data?.items[0]?.replyTo?.text).toBe('Arrived later.');
  });

  test('tells nothing of a comment on another bike', async () => {
    const here = bikeId;
    bikeId = (await strangeBike(app.db, 'Ogre')).id;
    const elsewhere = await say(ana, 'On a hidden bike.');
    bikeId = here;
    const reply = await say(ben, 'Hm?', elsewhere.id);
    expect([reply.replyTo, await quoteIn(reply.id)]).toEqual([gone(elsewhere.id), gone(elsewhere.id)]);
  });

  test('sent twice is added once, and counts as a comment', async () => {
    const question = await say(ana, 'Which fenders are those?');
    const id = newId();
    const first = await say(ben, 'SKS.', question.id, id);
    expect(await say(ben, 'SKS.', question.id, id)).toEqual(first);
    const { answer } = await ben.browser.call(getBike, { params: { bikeId } });
    expect(answer.data?.counts.comments).toBe(2);
  });

  test('is in its author’s export, without the words of others', async () => {
    const question = await say(ana, 'Which fenders are those?');
    await say(ben, 'SKS.', question.id);
    const Cookie = [...ben.browser.cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await app.request(pathOf(downloadExport, {}, { as: ben.user.id }), { headers: { Cookie } });
    const text =
      unzipped(Buffer.from(await answer.arrayBuffer()))
        .get('comments.json')
        ?.toString() ?? '';
    expect(JSON.parse(text)).toMatchObject([{ text: 'SKS.', replyTo: question.id }]);
    expect(text).not.toContain('fenders');
  });
});

describe('whoever is answered', () => {
  const alertsOf = async ({ browser }: Member) => {
    const { data } = (await browser.call(pollAlerts)).answer;
    return data?.items.map(({ type, text, isReply = false, grouped }) => ({
      type,
      text,
      isReply,
      count: grouped?.count ?? 1,
    }));
  };
  const told = (text: string, isReply = true, count = 1) => ({ type: 'mention', text, isReply, count });

  test('is told once, also if the reply names them, and no more when it is deleted', async () => {
    const question = await say(ana, 'Which fenders are those?');
    const reply = await say(ben, 'SKS.', question.id);
    expect(await alertsOf(ana)).toEqual([told('SKS.')]);
    const named = await say(ben, '@ana 45 mm.', question.id);
    expect(await alertsOf(ana)).toEqual([told('@ana 45 mm.', false, 2)]);
    await removeComment(ben, named.id);
    expect(await alertsOf(ana)).toEqual([told('SKS.')]);
    await removeComment(ben, reply.id);
    expect(await alertsOf(ana)).toEqual([]);
  });

  test('is told of the comment only as the bike’s owner, and not of an own reply', async () => {
    const answer = await say(owner, 'I built it in May.');
    await say(ben, 'Nice.', answer.id);
    expect((await alertsOf(owner))?.map(({ type }) => type)).toEqual(['comment']);
    const own = await say(ana, 'First.');
    await say(ana, 'Second.', own.id);
    expect(await alertsOf(ana)).toEqual([]);
  });

  test('is not told by a member with a block between them, nor against their choice', async () => {
    const question = await say(ana, 'Which fenders are those?');
    await ana.browser.call(blockMember, { params: { userId: ben.user.id } });
    await say(ben, 'SKS.', question.id);
    expect(await alertsOf(ana)).toEqual([]);
    await app.db.collection('blocks').deleteMany({});
    const seen = { version: 0, device: newId() };
    await ana.browser.call(putPreference, { body: { name: 'mentionAlerts', value: 'Off', seen } });
    await say(ben, 'SKS again.', question.id);
    expect(await alertsOf(ana)).toEqual([]);
    await app.db.collection('preferences').deleteMany({});
  });

  test('hears nothing of a bike where the comment is not', async () => {
    const question = await say(ana, 'Which fenders are those?');
    bikeId = (await strangeBike(app.db, 'Ogre')).id;
    await say(ben, 'Ha!', question.id);
    expect(await alertsOf(ana)).toEqual([]);
  });
});

describe('the owner of a bike', () => {
  const mark = async (by: Member, commentId: Id, name: CommentMark, on = true) => {
    const { status, answer } = await by.browser.call(markComment, { params: { commentId }, body: { mark: name, on } });
    return answer.successful ? answer.data.marks : `${status} ${answer.error?.code}`;
  };
  const pinned = async () => (await page()).pinned?.map(({ text }) => text) ?? [];

  test('marks a question as answered and takes it back; others cannot, and own comments are no questions', async () => {
    const question = await say(ana, 'Which fenders are those?');
    expect(await mark(ana, question.id, 'Answered')).toBe('403 forbidden');
    expect(await mark(owner, question.id, 'Answered')).toEqual(['Answered']);
    expect(await mark(owner, question.id, 'Answered')).toEqual(['Answered']);
    expect((await page()).items[0]?.marks).toEqual(['Answered']);
    expect(await mark(owner, question.id, 'Answered', false)).toBeUndefined();
    const own = await say(owner, 'Mine.');
    expect(await mark(owner, own.id, 'Answered')).toBe('403 forbidden');
  });

  test('pins three comments, the latest first; a fourth has to wait for room', async () => {
    const [one, two, three, four] = [
      await say(ana, '1'),
      await say(ben, '2'),
      await say(owner, '3'),
      await say(ana, '4'),
    ];
    const ids = [one.id, two.id, three.id];
    expect(await mark(ana, one.id, 'Pinned')).toBe('403 forbidden');
    for (const id of ids) expect(await mark(owner, id, 'Pinned')).toEqual(['Pinned']);
    expect(await pinned()).toEqual(['3', '2', '1']);
    expect(await mark(owner, four.id, 'Pinned')).toBe('409 comment.pins');
    expect(await mark(owner, one.id, 'Pinned')).toEqual(['Pinned']);
    expect(await pinned()).toEqual(['3', '2', '1']);
    await removeComment(ben, two.id);
    expect(await pinned()).toEqual(['3', '1']);
    expect(await mark(owner, four.id, 'Pinned')).toEqual(['Pinned']);
    expect(await mark(owner, three.id, 'Pinned', false)).toBeUndefined();
    expect(await pinned()).toEqual(['4', '1']);
    // Only the newest page has them.
    const { answer } = await ben.browser.call(listComments, { params: { bikeId }, query: { around: four.id } });
    expect(answer.data).not.toHaveProperty('pinned');
  });

  test('changes no count and no time by a mark, and a pinned reply quotes what it answers', async () => {
    const question = await say(ana, 'Which fenders are those?');
    const reply = await say(owner, 'SKS.', question.id);
    const before = await page();
    await mark(owner, reply.id, 'Pinned');
    const { answer } = await ben.browser.call(getBike, { params: { bikeId } });
    expect(answer.data?.counts.comments).toBe(2);
    const after = await page();
    expect(after.pinned?.[0]?.replyTo?.text).toBe('Which fenders are those?');
    expect(after.items.map(({ editedAt, addedAt }) => [editedAt, addedAt])).toEqual(
      before.items.map(({ editedAt, addedAt }) => [editedAt, addedAt]),
    );
  });

  test('cannot mark a deleted comment, but can take its mark away', async () => {
    const question = await say(ana, 'Which fenders are those?');
    await mark(owner, question.id, 'Pinned');
    await removeComment(ana, question.id);
    expect(await mark(owner, question.id, 'Answered')).toBe('404 not_found');
    expect(await mark(owner, question.id, 'Pinned', false)).toBeUndefined();
    expect(await mark(owner, newId(), 'Pinned')).toBe('404 not_found');
  });
});
