import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  closeForPuts,
  fillOutbox,
  flushed,
  like,
  rowsOnDisk,
  sent,
  wholeOutbox,
} from '#tests/kit/harness/full-device.ts';
import { ana, Harness } from '#tests/kit/harness/harness.ts';

let h: Harness;
beforeAll(async () => {
  h = await Harness.start();
});
beforeEach(async () => {
  await h.fresh();
});
afterAll(() => h?.close());

test('on a full device a mutation is sent once even if eviction frees nothing', async () => {
  await fillOutbox(h);
  await closeForPuts(h);
  await flushed(h);
  await flushed(h);
  expect(sent(h)).toEqual(wholeOutbox);
  expect(h.server.hits).toHaveLength(wholeOutbox.length);
  expect(await h.rows()).toEqual([]);
  expect(await rowsOnDisk(h)).toEqual([]);
});

test('on a full device a failure is remembered and not retried endlessly, and a delay is respected', async () => {
  await fillOutbox(h);
  await closeForPuts(h);
  h.server.answer = ({ path }) =>
    path.endsWith('/like') ? { code: 'gone', status: 410 } : { code: 'busy', status: 503, retryAfter: 60 };
  for (let round = 0; round < 3; round++) await flushed(h);
  expect(h.server.hits).toHaveLength(4);
  expect(await h.rows()).toEqual([
    'like.put failed 1',
    'like.put failed 1',
    'comment.add queued 1',
    'comment.add queued 0',
    'photo.put queued 1',
    'photo.put queued 0',
    'bike.put queued 0',
  ]);
});

test('on a full device a photo can be removed from a draft', async () => {
  const [draft, photo] = await h.page.evaluate(async (user) => {
    const { drafts } = window.headbadge;
    const id = await drafts.createDraft(user);
    const canvas = new OffscreenCanvas(800, 600);
    canvas.getContext('2d');
    return [id, (await drafts.addPhoto(id, new File([await canvas.convertToBlob()], 'photo.png'))).id];
  }, ana.id);
  await closeForPuts(h);
  await h.page.evaluate(async (id) => void (await window.headbadge.discarding.discardPhoto(id)), photo ?? '');
  const tab = await h.open();
  expect((await tab.evaluate((id) => window.headbadge.drafts.draftOf(id), draft ?? ''))?.photos).toEqual([]);
});

test('a deleted draft can be restored although its space is taken', async () => {
  const id = await h.page.evaluate(async (user) => {
    const { drafts } = window.headbadge;
    const draft = await drafts.createDraft(user);
    await drafts.updateDraft(draft, { model: 'Mehteh' });
    return draft;
  }, ana.id);
  await h.page.evaluate(async (draft) => {
    Object.assign(window, { undo: await window.headbadge.discarding.discardDraft(draft) });
  }, id);
  await closeForPuts(h);
  await h.page.evaluate(() => (window as unknown as { undo(): Promise<void> }).undo());
  expect((await h.page.evaluate((draft) => window.headbadge.drafts.draftOf(draft), id))?.fields.model).toBe('Mehteh');
});

test('an offline sign-out holds even if it cannot be stored', async () => {
  h.server.answer = ({ path }) => (path === '/user/auth' ? { data: ana } : { data: null });
  await h.page.evaluate(() => window.headbadge.startSession());
  await closeForPuts(h);
  h.server.down = true;
  await h.page.evaluate(() => window.headbadge.signOut('keep'));
  h.server.down = false;
  const tab = await h.open();
  await tab.evaluate(() => window.headbadge.startSession());
  expect(await tab.evaluate(() => window.headbadge.who())).toEqual({ user: null, ended: null });
});

test('a mutation undone in another tab on a full device is not sent by the tab that noted its failure', async () => {
  h.server.down = true;
  await like(h, 1);
  await flushed(h);
  h.server.down = false;
  const tab = await h.open();
  await closeForPuts(h);
  h.server.answer = () => ({ code: 'busy', status: 503, retryAfter: 60 });
  await flushed(h);
  expect(await h.rows()).toEqual(['like.put queued 1']);
  await tab.evaluate(async (userId) => {
    const { outbox, undoQueued } = window.headbadge;
    for (const row of await outbox.mutationsOf(userId)) await undoQueued(row.id);
  }, ana.id);
  h.server.answer = () => ({ data: null });
  expect(await h.rows()).toEqual([]);
  await h.page.evaluate(() => window.headbadge.sendAll());
  await flushed(h);
  expect(h.server.applied).toEqual([]);
});

test('a sign-out reaches the tab that holds the member in memory only', async () => {
  h.server.answer = ({ path }) => (path === '/user/auth' ? { data: { ...ana, username: 'anna' } } : { data: null });
  await closeForPuts(h);
  await h.page.evaluate(() => window.headbadge.startSession());
  expect((await h.page.evaluate(() => window.headbadge.who())).user).toBe('anna');
  const tab = await h.open();
  await tab.evaluate(() => window.headbadge.signOut('keep'));
  await h.page.waitForFunction(() => window.headbadge.who().user === null);
});
