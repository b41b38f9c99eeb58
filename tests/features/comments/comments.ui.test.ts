import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { addComment, listComments } from '#contract/comments.ts';
import { type Id, newId } from '#contract/ids.ts';
import { bikePage } from '#contract/pages.ts';
import { problems } from '#contract/problems.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device, desktop, phone } from '#tests/kit/browser.ts';
import { commentRows } from '#tests/kit/comments.ts';
import { giveBike } from '#tests/kit/established.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { until } from '#tests/kit/until.ts';
import { untilRendered } from '#tests/kit/until-rendered.ts';
import { runsAll } from '#tests/run/tiers.ts';

let site: Site;
let ana: Rider;
let ben: Rider;
let clara: TestBrowser;
let anasBike: Id;
const idOf = async (username: string): Promise<Id> =>
  String((await (await site.db()).collection('users').findOne({ username }))?._id);
beforeAll(async () => {
  site = await Site.start();
  clara = await joinSite(site, 'clara');
  [ana, ben] = [await Rider.join(site, 'ana', { worker: true }), await Rider.join(site, 'ben', { worker: true })];
  for (const rider of [ana, ben]) await rider.settle();
  anasBike = await giveBike(await site.db(), await idOf('ana'), 'ana');
});
afterEach(async () => {
  for (const rider of [ana, ben]) await rider.device.context.setOffline(false);
});
afterAll(async () => {
  for (const rider of [ana, ben]) await rider?.close();
  await site?.close();
});

const say = async (bikeId: Id, text: string, by = clara) =>
  expect((await by.call(addComment, { params: { bikeId }, body: { id: newId(), text } })).status).toBe(201);
const texts = async (bikeId: Id) =>
  (await clara.call(listComments, { params: { bikeId } })).answer.data?.items.map(({ text }) => text) ?? [];
const composer = ({ page }: Pick<Rider, 'page'>) => page.getByLabel('Write a comment');
const offered = ({ page }: Pick<Rider, 'page'>) => page.getByRole('option');
const item = ({ page }: Pick<Rider, 'page'>, text: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: text });

describe('a name after an @', () => {
  let bikeId: Id;
  let path: string;
  beforeAll(async () => {
    const { id, slug } = await strangeBike(await site.db(), 'Ogre');
    [bikeId, path] = [id, bikePage(id, slug)];
    await say(bikeId, 'What a frame!');
    await ana.go(path);
    await item(ana, 'What a frame!').waitFor();
  });

  test('is suggested by keyboard, with members of this thread first, and becomes a link and an alert', async () => {
    await composer(ana).pressSequentially('Hi @');
    await offered(ana).first().waitFor();
    expect(await offered(ana).allInnerTexts()).toEqual(['clara', 'stranger']);
    expect(await faultsOf(ana.page)).toEqual([]);
    await composer(ana).pressSequentially('be');
    await expect.poll(() => offered(ana).allInnerTexts()).toEqual(['ben']);
    const active = await composer(ana).getAttribute('aria-activedescendant');
    expect(await offered(ana).first().getAttribute('id')).toBe(active);
    await composer(ana).press('Enter');
    expect(await composer(ana).inputValue()).toBe('Hi @ben ');
    await composer(ana).pressSequentially('look');
    expect(await offered(ana).count()).toBe(0);
    await composer(ana).press('Control+Enter');
    const link = item(ana, 'Hi @ben look').getByRole('link', { name: '@ben' });
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe(`/user/${await idOf('ben')}/ben`);
    await ben.go('/user/outbox');
    await ben.page.getByRole('button', { name: 'Alerts, 1 new' }).click();
    await ben.page.getByText('ana mentioned you in a comment on the 2019 Surly Ogre').waitFor();
  });

  test('is taken by Enter or Tab, while Shift+Enter begins a line and Ctrl+Enter sends', async () => {
    for (const key of ['Enter', 'Tab']) {
      await composer(ana).pressSequentially('hi @cla');
      await offered(ana).first().waitFor();
      await composer(ana).press(key);
      expect(await composer(ana).inputValue()).toBe('hi @clara ');
      expect(await composer(ana).evaluate((box) => box === document.activeElement)).toBe(true);
      await composer(ana).fill('');
    }
    await composer(ana).pressSequentially('hi @cla');
    await offered(ana).first().waitFor();
    await composer(ana).press('Shift+Enter');
    expect(await composer(ana).inputValue()).toBe('hi @cla\n');
    await composer(ana).fill('');
    await composer(ana).pressSequentially('Right, @clara');
    await offered(ana).first().waitFor();
    await composer(ana).press('Control+Enter');
    await item(ana, 'Right, @clara').waitFor();
  });

  test('is suggested once, does not capture keys after being dismissed, and can be inserted within a text', async () => {
    await composer(ana).fill('and , too');
    for (let i = 0; i < 5; i++) await composer(ana).press('ArrowLeft');
    await composer(ana).pressSequentially('@cl');
    await offered(ana).first().waitFor();
    await composer(ana).press('Escape');
    await offered(ana).first().waitFor({ state: 'detached' });
    await composer(ana).press('End');
    await composer(ana).press('ArrowUp');
    await composer(ana).press('Home');
    for (let i = 0; i < 7; i++) await composer(ana).press('ArrowRight');
    await composer(ana).press('a');
    await offered(ana).first().click();
    expect(await composer(ana).inputValue()).toBe('and @clara , too');
    await composer(ana).press('x');
    expect(await composer(ana).inputValue()).toBe('and @clara x, too');
    await composer(ana).fill('');
  });

  test('is suggested offline, from the members on the device', async () => {
    await ana.device.context.setOffline(true);
    await composer(ana).pressSequentially('@c');
    await offered(ana).first().waitFor();
    await offered(ana).first().click();
    expect(await composer(ana).inputValue()).toBe('@clara ');
    await composer(ana).fill('');
  });
});

describe('closed comments', () => {
  test('keep existing comments; a queued one is refused with the reason, and sent when they are reopened', async () => {
    const path = bikePage(anasBike, 'surly');
    await say(anasBike, 'Before.');
    await ben.go(path);
    await item(ben, 'Before.').waitFor();
    await ben.device.context.setOffline(true);
    await ben.comment('While I was away.');
    await ana.go(path);
    const close = ana.page.getByRole('button', { name: 'Close comments' });
    await close.click();
    const open = ana.page.getByRole('button', { name: 'Open comments' });
    await open.waitFor();
    expect(await open.evaluate((button) => button === document.activeElement)).toBe(true);
    await ana.page.getByText('Comments are closed. Earlier comments stay.').waitFor();
    expect(await composer(ana).count()).toBe(0);
    expect(await faultsOf(ana.page)).toEqual([]);
    const closed = async () =>
      (
        await (
          await site.db()
        )
          .collection<{ _id: string; commentsClosed?: boolean }>('bikes')
          .findOne({ _id: anasBike })
      )?.commentsClosed;
    await expect.poll(closed).toBe(true);
    await ben.device.context.setOffline(false);
    const refused = item(ben, 'While I was away.');
    await refused.getByText(problems['comments.closed'].message).waitFor();
    expect(await texts(anasBike)).toEqual(['Before.']);
    await open.click();
    await expect.poll(closed).toBeUndefined();
    await refused.getByRole('button', { name: 'Retry' }).click();
    await expect.poll(() => texts(anasBike)).toEqual(['While I was away.', 'Before.']);
  });

  test('are shown as closed to visitors, on the server-rendered page', async () => {
    const address = new URL(bikePage(anasBike, 'surly'), site.origin).href;
    await untilRendered(address);
    await ana.go(bikePage(anasBike, 'surly'));
    await ana.page.getByRole('button', { name: 'Close comments' }).click();
    const page = await until(async () => {
      const text = await (await fetch(address)).text();
      expect(text).toContain('Comments are closed.');
      return text;
    });
    expect(page).toContain('Before.');
    await ana.page.getByRole('button', { name: 'Open comments' }).click();
  });
});

describe('the link of a comment', () => {
  let bikeId: Id;
  let path: string;
  let ids: Id[];
  beforeAll(async () => {
    const db = await site.db();
    const { id, slug } = await strangeBike(db, 'Pugsley');
    [bikeId, path] = [id, bikePage(id, slug)];
    const rows = commentRows(bikeId, 180);
    ids = rows.map(({ _id }) => _id);
    await db.collection<(typeof rows)[number]>('comments').insertMany(rows);
    await db.collection<{ _id: Id }>('bikes').updateOne({ _id: id }, { $set: { 'counts.comments': rows.length } });
  });
  const at = (n: number) => `${path}#c-${ids[n - 1]}`;
  /** Waits until the focus is on a comment or a heading with this text, as the containers have the text too. */
  const focused = (page: Page, text: string) => page.locator('li:focus, h2:focus').filter({ hasText: text }).waitFor();
  const first = (page: Page) =>
    page
      .getByRole('main')
      .getByText(/^Comment \d+\.$/)
      .first()
      .innerText();
  const last = (page: Page) =>
    page
      .getByRole('main')
      .getByText(/^Comment \d+\.$/)
      .last()
      .innerText();

  const visitors = [
    ['a visitor on a server-rendered page', phone],
    ['a visitor at a desk', desktop],
  ] as const;
  test.each(visitors.slice(0, runsAll ? undefined : 1))(
    'opens it with its neighbors, for %s, and the list continues in both directions',
    async (_, viewport) => {
      const device = await Device.open(site.origin);
      const page = await device.context.newPage();
      await page.setViewportSize(viewport);
      await page.goto(new URL(at(90), site.origin).href);
      const named = page.getByText('Comment 90.', { exact: true });
      await named.waitFor();
      await focused(page, 'Comment 90.');
      expect(await named.evaluate((one) => one.getBoundingClientRect().top < innerHeight)).toBe(true);
      expect([await first(page), await last(page)]).toEqual(['Comment 66.', 'Comment 115.']);
      await page.getByRole('button', { name: 'OK' }).click();
      expect(await faultsOf(page)).toEqual([]);
      await page.getByRole('button', { name: 'Load newer' }).click();
      await expect.poll(() => last(page)).toBe('Comment 165.');
      await page.getByRole('button', { name: 'Load earlier' }).click();
      await expect.poll(() => first(page)).toBe('Comment 16.');
      await page.getByRole('button', { name: 'Load newer' }).click();
      await expect.poll(() => last(page)).toBe('Comment 180.');
      await page.getByRole('button', { name: 'Load newer' }).waitFor({ state: 'detached' });
      await focused(page, 'Comment 180.');
      await page.getByRole('link', { name: 'Back to the newest' }).click();
      await expect.poll(() => first(page)).toBe('Comment 131.');
      await focused(page, 'Comments');
      await page.goBack();
      await focused(page, 'Comment 90.');
      await device.close();
    },
  );

  test('says that the comment was deleted, or never existed', async () => {
    const db = await site.db();
    await db.collection<{ _id: Id }>('comments').updateOne({ _id: ids[19] as Id }, { $set: { status: 'Deleted' } });
    await ana.go(at(20));
    await focused(ana.page, 'Deleted by its author.');
    await ana.go(`${path}#c-${newId()}`);
    await ana.page.getByText('This comment no longer exists.').waitFor();
    expect(await last(ana.page)).toBe('Comment 180.');
  });

  test('opens again offline, and says where it cannot', async () => {
    await ana.go(at(60));
    await focused(ana.page, 'Comment 60.');
    await ana.device.context.setOffline(true);
    await ana.go('/user/outbox');
    await ana.go(at(60));
    await focused(ana.page, 'Comment 60.');
    await ana.go(at(2));
    await ana.page.getByText("This comment isn't saved on this device.").waitFor();
  });

  test('leads to the newest comments after replying there', async () => {
    await ben.go(at(70));
    await item(ben, 'Comment 70.').waitFor();
    await composer(ben).fill('A late answer.');
    await composer(ben).press('Control+Enter');
    await item(ben, 'A late answer.').waitFor();
    expect(new URL(ben.page.url()).hash).toBe('#comments');
  });
});
