import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBike, putBike } from '#contract/bike-whole.ts';
import { addComment, closeComments, deleteComment, editComment, listComments } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { bikeWith, publishBike } from '#tests/kit/bikes.ts';

let app: TestApp;
let ana: TestBrowser;
let ben: TestBrowser;
let bikeId: Id;
beforeAll(async () => {
  app = await TestApp.open();
  [ana, ben] = await Promise.all([app.join('ana'), app.join('ben')]);
  bikeId = await publishBike(ana);
});
afterAll(() => app.close());

const count = async () => (await ben.call(getBike, { params: { bikeId } })).answer.data?.counts.comments;
const texts = async () =>
  (await ben.call(listComments, { params: { bikeId } })).answer.data?.items.map((one) => one.text);
const say = (text: string, id = newId()) => ben.call(addComment, { params: { bikeId }, body: { id, text } });

test('a comment sent several times is added once', async () => {
  const id = newId();
  const first = await say('Which fenders are those?', id);
  expect(first.status).toBe(201);
  expect((await say('Which fenders are those?', id)).answer).toEqual(first.answer);
  expect(await texts()).toEqual(['Which fenders are those?']);
  expect(await count()).toBe(1);
});

test('its author can edit it within a day, others cannot', async () => {
  const { answer: body } = await say('Nice rck.');
  const commentId = body.data?.id ?? '';
  const edited = await ben.call(editComment, { params: { commentId }, body: { text: 'Nice rack.' } });
  expect(edited.answer.data).toMatchObject({ text: 'Nice rack.', editedAt: expect.any(String) });
  expect((await ana.call(editComment, { params: { commentId }, body: { text: 'No.' } })).status).toBe(403);
  await app.db
    .collection('comments')
    .updateOne({ _id: commentId as never }, { $set: { addedAt: new Date(Date.now() - 25 * 3600_000) } });
  const late = await ben.call(editComment, { params: { commentId }, body: { text: 'Nice, rack.' } });
  expect(late).toMatchObject({ status: 403, answer: { error: { code: 'comment.too_late' } } });
  // The same words may be sent again, as after a lost answer.
  expect((await ben.call(editComment, { params: { commentId }, body: { text: 'Nice rack.' } })).status).toBe(200);
});

test("its author can delete it, the bike's owner can remove it, and the counter follows", async () => {
  const before = await count();
  const [one, two] = [(await say('One.')).answer.data?.id ?? '', (await say('Two.')).answer.data?.id ?? ''];
  expect(await count()).toBe((before ?? 0) + 2);
  expect((await ben.call(deleteComment, { params: { commentId: one } })).status).toBe(200);
  expect((await ben.call(deleteComment, { params: { commentId: one } })).status).toBe(200);
  expect((await ana.call(deleteComment, { params: { commentId: two } })).status).toBe(200);
  expect(await count()).toBe(before);
  const statuses = await app.db
    .collection('comments')
    .find({ _id: { $in: [one, two] as never[] } })
    .sort({ _id: 1 })
    .toArray();
  expect(statuses.map((row) => row.status)).toEqual(['Deleted', 'Removed']);
});

test.each([
  ['', 'Write a comment.'],
  ['   \n ', 'Write a comment.'],
  ['x'.repeat(100_000), 'Keep it under 2,000 characters.'],
])('an invalid text is refused with its own sentence (%#)', async (text, sentence) => {
  const { status, answer: body } = await say(text);
  expect(status).toBe(422);
  expect(body.validation).toEqual({ text: [sentence] });
});

test('a comment whose id another member has used is refused', async () => {
  const id = newId();
  await say('Mine.', id);
  const answer = await ana.call(addComment, { params: { bikeId }, body: { id, text: 'Also mine.' } });
  expect(answer).toMatchObject({ status: 409, answer: { error: { code: 'comment.exists' } } });
});

test('a visitor can read, and is asked to log in to write', async () => {
  const visitor = new TestBrowser(app);
  expect((await visitor.call(listComments, { params: { bikeId } })).status).toBe(200);
  expect((await visitor.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Hi.' } })).status).toBe(401);
});

describe('the owner of a bike', () => {
  const close = (closed: boolean, by = ana) => by.call(closeComments, { params: { bikeId }, body: { closed } });
  const isClosed = async () => (await ben.call(getBike, { params: { bikeId } })).answer.data?.commentsClosed ?? false;

  test('closes and reopens its comments; others cannot', async () => {
    const { answer } = await say('Before.');
    expect((await close(true, ben)).status).toBe(403);
    expect(await isClosed()).toBe(false);
    expect([(await close(true)).answer.data, (await close(true)).status, await isClosed()]).toEqual([
      { closed: true },
      200,
      true,
    ]);
    const refused = { status: 403, answer: { error: { code: 'comments.closed' } } };
    expect(await say('After.')).toMatchObject(refused);
    const own = await ana.call(addComment, { params: { bikeId }, body: { id: newId(), text: 'Mine.' } });
    expect(own).toMatchObject(refused);
    // Existing comments stay, and their authors can edit them.
    expect(await texts()).toContain('Before.');
    const commentId = answer.data?.id ?? '';
    expect((await ben.call(editComment, { params: { commentId }, body: { text: 'Before!' } })).status).toBe(200);
    await close(false);
    expect([await isClosed(), (await say('After.')).status]).toEqual([false, 201]);
  });

  test('refuses nothing that arrived before closing: the same comment again gets the same reply', async () => {
    const id = newId();
    const { answer } = await say('Just in time.', id);
    await close(true);
    expect((await say('Just in time.', id)).answer).toEqual(answer);
    expect((await ana.call(addComment, { params: { bikeId }, body: { id, text: 'Mine.' } })).status).toBe(409);
    await close(false);
  });

  test('edits the bike without reopening its comments', async () => {
    await close(true);
    const photos = (await ben.call(getBike, { params: { bikeId } })).answer.data?.photos.map((photo) => photo.id) ?? [];
    await ana.call(putBike, { params: { bikeId }, body: bikeWith(photos, { nickname: 'Moth' }) });
    expect([(await ben.call(getBike, { params: { bikeId } })).answer.data?.nickname, await isClosed()]).toEqual([
      'Moth',
      true,
    ]);
    await close(false);
  });
});
