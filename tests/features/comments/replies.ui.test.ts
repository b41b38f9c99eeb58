import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addComment, listComments } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { commentRows } from '#tests/kit/comments.ts';
import { giveBike } from '#tests/kit/established.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';
import { untilRendered } from '#tests/kit/until-rendered.ts';

let site: Site;
let ana: Rider;
let ben: Rider;
let clara: TestBrowser;
let bikeId: Id;
let path: string;
const idOf = async (username: string): Promise<Id> =>
  String((await (await site.db()).collection('users').findOne({ username }))?._id);
beforeAll(async () => {
  site = await Site.start();
  clara = await joinSite(site, 'clara');
  [ana, ben] = [await Rider.join(site, 'ana', { worker: true }), await Rider.join(site, 'ben', { worker: true })];
  for (const rider of [ana, ben]) await rider.settle();
  bikeId = await giveBike(await site.db(), await idOf('ana'), 'ana');
  path = bikePage(bikeId, 'surly');
});
afterEach(async () => {
  for (const rider of [ana, ben]) await rider.device.context.setOffline(false);
});
afterAll(async () => {
  for (const rider of [ana, ben]) await rider?.close();
  await site?.close();
});

const say = async (text: string, id = newId()): Promise<Id> => {
  expect((await clara.call(addComment, { params: { bikeId }, body: { id, text } })).status).toBe(201);
  return id;
};
const listed = async () => (await clara.call(listComments, { params: { bikeId } })).answer.data;
const item = ({ main }: Pick<Rider, 'main'>, text: string) => main.locator('li[id^="c-"]').filter({ hasText: text });
/** The comment whose own text this is, not one that quotes it. */
const own = ({ main }: Pick<Rider, 'main'>, text: string) =>
  main.locator('li[id^="c-"]').filter({ has: main.page().locator('p', { hasText: text }) });
const answer = async (rider: Rider, to: string, text: string) => {
  await own(rider, to)
    .getByRole('button', { name: /^Reply to/ })
    .click();
  const composer = rider.page.getByLabel('Write a comment');
  expect(await composer.evaluate((box) => box === document.activeElement)).toBe(true);
  await composer.fill(text);
  await composer.press('Control+Enter');
  await own(rider, text).waitFor();
};
const focused = (page: Page, id: Id) => page.locator(`li[id="c-${id}"]:focus`).waitFor();

test('a reply quotes what it answers, the link leads there by keyboard, and Back to the reply', async () => {
  const question = await say('Which fenders are those?');
  await ben.go(path);
  await own(ben, 'Which fenders are those?').waitFor();
  await answer(ben, 'Which fenders are those?', 'SKS, I think.');
  const reply = own(ben, 'SKS, I think.');
  const link = reply.getByRole('link', { name: 'In reply to clara Which fenders are those?' });
  expect(await faultsOf(ben.page)).toEqual([]);
  const replyId = await until(
    async () =>
      (await listed())?.items.find(({ text }) => text.startsWith('SKS'))?.id ?? Promise.reject(new Error('Not sent.')),
  );
  // A click that opens another tab changes nothing here.
  const here = ben.page.url();
  await ben.page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault(), { once: true }));
  await link.click({ modifiers: ['ControlOrMeta'] });
  expect(ben.page.url()).toBe(here);
  await link.press('Enter');
  await focused(ben.page, question);
  await ben.page.goBack();
  await focused(ben.page, replyId);
  await link.click();
  await focused(ben.page, question);
  await own(ben, 'Which fenders are those?').getByRole('button', { name: 'Back to the reply' }).press('Enter');
  await focused(ben.page, replyId);
});

test('a reply is given up by Escape or its button, and survives a reload', async () => {
  await ben.go(path);
  const composer = ben.page.getByLabel('Write a comment');
  const form = ben.main.locator('form').filter({ has: composer });
  const quoted = form.getByText('In reply to clara');
  const reply = own(ben, 'Which fenders are those?').getByRole('button', { name: 'Reply to clara' });
  await reply.click();
  await quoted.waitFor();
  await composer.press('Escape');
  await quoted.waitFor({ state: 'detached' });
  await reply.click();
  await composer.fill('Half a sen');
  await ben.page.reload();
  await quoted.waitFor();
  expect(await composer.inputValue()).toBe('Half a sen');
  await form.getByRole('button', { name: "Don't reply to this comment" }).click();
  await quoted.waitFor({ state: 'detached' });
  expect(await composer.evaluate((box) => box === document.activeElement)).toBe(true);
  await composer.fill('');
});

test('without signal, a reply to a comment that waits itself is sent after it', async () => {
  await ben.go(path);
  await own(ben, 'Which fenders are those?').waitFor();
  await ben.device.context.setOffline(true);
  await ben.comment('How heavy is it?');
  await answer(ben, 'How heavy is it?', 'I guess 12 kg.');
  await own(ben, 'I guess 12 kg.').getByText('In reply to ben').waitFor();
  await answer(ben, 'Which fenders are those?', 'Definitely SKS.');
  await ben.page.reload();
  await own(ben, 'Definitely SKS.').getByText('In reply to clara').waitFor();
  await ben.device.context.setOffline(false);
  await expect
    .poll(async () => (await listed())?.items.slice(0, 3).map(({ text, replyTo }) => [text, replyTo?.text ?? '']))
    .toEqual([
      ['Definitely SKS.', 'Which fenders are those?'],
      ['I guess 12 kg.', 'How heavy is it?'],
      ['How heavy is it?', ''],
    ]);
});

describe('the owner', () => {
  test('marks a question as answered and pins it by menu, without signal and with undo', async () => {
    await ana.go(path);
    await own(ana, 'How heavy is it?').waitFor();
    await ana.device.context.setOffline(true);
    const more = own(ana, 'How heavy is it?').getByRole('button', { name: 'More about the comment from ben' });
    await more.press('Enter');
    await ana.page.locator('[role="menu"]:focus').waitFor();
    await ana.page.keyboard.press('ArrowDown');
    await ana.page.getByRole('menuitem', { name: 'Mark as answered' }).press('Enter');
    await own(ana, 'How heavy is it?').getByText('Answered', { exact: true }).waitFor();
    await more.click();
    await ana.page.getByRole('menuitem', { name: 'Pin' }).click();
    const pinned = ana.main.getByRole('list', { name: 'Pinned comments' });
    await pinned.getByText('How heavy is it?').waitFor();
    expect(await own(ana, 'How heavy is it?').count()).toBe(1);
    expect(await faultsOf(ana.page)).toEqual([]);
    await ana.page.getByRole('button', { name: 'Undo' }).last().click();
    await pinned.waitFor({ state: 'detached' });
    await more.click();
    await ana.page.getByRole('menuitem', { name: 'Pin' }).click();
    await pinned.waitFor();
    await ana.device.context.setOffline(false);
    await expect
      .poll(async () => (await listed())?.pinned?.map(({ text, marks }) => [text, marks]), { timeout: 20_000 })
      .toEqual([['How heavy is it?', ['Answered', 'Pinned']]]);
  });

  test('shows strangers the pinned question first, rendered by the server, with the replies that quote it', async () => {
    const address = new URL(path, site.origin).href;
    await untilRendered(address);
    const text = await until(async () => {
      const page = await (await fetch(address)).text();
      expect(page).toContain('Pinned comments');
      return page;
    });
    expect(text.indexOf('How heavy is it?')).toBeLessThan(text.indexOf('Which fenders are those?'));
    expect(text).toContain('In reply to');
    await ben.go(path);
    expect(await ben.main.getByRole('button', { name: /^More about the comment/ }).count()).toBe(0);
  });
});

test('a deleted comment leaves no words in its replies, also before that was sent', async () => {
  await ben.go(path);
  await ben.comment('My number is 555.');
  await answer(ben, 'My number is 555.', 'Forget that.');
  await expect.poll(async () => (await listed())?.items[0]?.replyTo?.text).toBe('My number is 555.');
  await ben.device.context.setOffline(true);
  await own(ben, 'My number is 555.').getByRole('button', { name: 'Delete' }).press('Enter');
  const reply = own(ben, 'Forget that.');
  await reply.getByText('In reply to a removed comment.').waitFor();
  await expect.poll(() => reply.evaluate((item) => item === document.activeElement)).toBe(true);
  expect(await item(ben, 'My number').count()).toBe(0);
  await ben.device.context.setOffline(false);
  await expect.poll(async () => JSON.stringify(await listed()), { timeout: 20_000 }).not.toContain('My number');
});

test('the link loads a comment that is not among the newest, and Back finds the reply', async () => {
  const rows = commentRows(bikeId, 90, (n) => n * 1000).map((row) => ({
    ...row,
    addedAt: new Date(row.addedAt.getTime() - 3_600_000),
  }));
  await (await site.db()).collection<(typeof rows)[number]>('comments').insertMany(rows);
  const old = rows[3] as (typeof rows)[number];
  const id = newId();
  const body = { id, text: 'About that.', replyTo: old._id };
  expect((await clara.call(addComment, { params: { bikeId }, body })).status).toBe(201);
  await ben.go(path);
  await own(ben, 'About that.').getByRole('link', { name: 'In reply to stranger Comment 4.' }).click();
  await focused(ben.page, old._id);
  await ben.page.goBack();
  await focused(ben.page, id);
  // A reply that was written there without signal follows the newest ones, and still knows whom it answers.
  await ben.page.goForward();
  await focused(ben.page, old._id);
  await ben.device.context.setOffline(true);
  await answer(ben, 'Comment 4.', 'Late to this.');
  await own(ben, 'Late to this.').getByText('In reply to stranger').waitFor();
  await own(ben, 'About that.').waitFor();
});
