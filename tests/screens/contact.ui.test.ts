import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mails } from '#api/mails.ts';
import { htmlOf } from '#api/platform/mail/letter-html.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { fillLetter, writtenLetter } from '#tests/kit/contact-form.ts';
import { lettersIn } from '#tests/kit/mails.ts';
import { replyOf } from '#tests/kit/reply-of.ts';
import { Site } from '#tests/kit/site.ts';
import { joinDevice } from '#tests/kit/site-member.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { until } from '#tests/kit/until.ts';
import { untilRendered } from '#tests/kit/until-rendered.ts';
import { nightly } from '#tests/run/tiers.ts';

let site: Site;
let device: Device;
beforeAll(async () => {
  site = await Site.start();
  device = await Device.open(site.origin);
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

const { message } = writtenLetter;
const operatorGot = async () => (await lettersIn(site.folder)).filter(({ to }) => to === 'operator@localhost');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

test('a visitor writes a message by keyboard from the footer, and reads what happens next', async () => {
  const page = await device.page('/');
  await page.getByRole('navigation', { name: 'Links' }).getByRole('link', { name: 'Contact' }).press('Enter');
  await page.getByRole('heading', { name: 'Contact', level: 1 }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect(await page.getByLabel('E-mail').getAttribute('autocomplete')).toBe('email');
  expect(await page.getByLabel('Name').getAttribute('autocomplete')).toBe('name');

  await page.getByRole('main').getByRole('button', { name: 'Send', disabled: false }).press('Enter');
  await page.getByText('Choose what it is about.').waitFor();
  await expect.poll(() => focused(page)).toBe('topic');
  expect(await faultsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });

  const { keyboard } = page;
  await keyboard.press('P');
  for (const text of ['Ann Rider', 'ann@example.', 'Which fenders', message]) {
    await keyboard.press('Tab');
    await keyboard.type(text);
  }
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await page.getByText('Enter a valid e-mail address.').waitFor();
  await expect.poll(() => focused(page)).toBe('email');
  expect(await page.getByLabel('Message').inputValue()).toBe(message);
  await keyboard.press('End');
  await keyboard.type('org');
  await keyboard.press('Enter');

  await page.getByRole('heading', { name: 'Message sent', level: 1 }).waitFor();
  const said = page.getByText('Sent. A person will read it and reply to ann@example.org.');
  await said.waitFor();
  await expect.poll(() => said.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(page.url()).not.toContain('ann');
  expect(await faultsOf(page)).toEqual([]);
  expect((await operatorGot()).map(({ subject, replyTo }) => [subject, replyTo])).toEqual([
    ['Problem: Which fenders', 'ann@example.org'],
  ]);
  await page.request.get(site.mailbox);
  await page.getByRole('link', { name: 'Open the mailbox' }).press('Enter');
  await page.getByText('We got your message').waitFor();
  await page.getByRole('link', { name: 'See it as HTML' }).first().click();
  await page.getByText("Replies to this address aren't read.").waitFor();

  await page.goto(`${site.origin}/contact`);
  // A draft is inserted during hydration.
  await page.getByRole('main').getByRole('button', { name: 'Send', disabled: false }).waitFor();
  expect(await page.getByLabel('Message').inputValue()).toBe('');
  await page.close();
});

test('offline it says so and keeps the text, also over a reload; a lost reply sends no second mail', async () => {
  const page = await device.page('/contact');
  await fillLetter(page);
  let asked = 0;
  const before = (await operatorGot()).length;
  // The message arrives; its reply does not.
  await page.route('**/api/v1/contact', async (route) => {
    asked += 1;
    await replyOf(route);
    await route.abort();
  });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Writing to us needs a connection.').waitFor();
  await page.getByRole('button', { name: 'Needs a connection' }).waitFor();
  expect(await page.getByLabel('Message').inputValue()).toBe(message);
  expect(await faultsOf(page)).toEqual([]);
  await page.reload();
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe(message);
  expect(await page.getByLabel('Topic').inputValue()).toBe('Problem');
  expect(await page.getByLabel('E-mail').inputValue()).toBe('ann@example.org');
  await page.unroute('**/api/v1/contact');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Message sent' }).waitFor();
  expect(asked).toBe(1);
  expect((await operatorGot()).length).toBe(before + 1);

  await page.getByRole('link', { name: 'Write again' }).click();
  await fillLetter(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Message sent' }).waitFor();
  expect((await operatorGot()).length).toBe(before + 2);
  await page.close();
});

test('text typed before the script has loaded survives a reload, too', async () => {
  const stranger = await Device.open(site.origin);
  const page = await stranger.context.newPage();
  const delayed = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!theme-).*\.js$/, async (route) => {
    await delayed.promise;
    await route.continue();
  });
  await untilRendered(`${site.origin}/contact`);
  await page.goto(`${site.origin}/contact`, { waitUntil: 'commit' });
  await fillLetter(page);
  delayed.resolve();
  // The text is kept once the page knows who is here.
  await expect.poll(() => page.evaluate(() => JSON.stringify({ ...sessionStorage }))).toContain(message);
  await page.goto(`${site.origin}/contact`);
  await expect.poll(() => page.getByLabel('Message').inputValue()).toBe(message);
  await stranger.close();
});

test('a text edited after a lost reply is a new message', async () => {
  const page = await device.page('/contact');
  await fillLetter(page);
  const before = (await operatorGot()).length;
  await page.route('**/api/v1/contact', async (route) => {
    await replyOf(route);
    await route.abort();
  });
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Writing to us needs a connection.').waitFor();
  await page.unroute('**/api/v1/contact');
  await page.getByLabel('Message').fill(`${message} In black.`);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('heading', { name: 'Message sent' }).waitFor();
  expect((await operatorGot()).length).toBe(before + 2);
  await page.close();
});

test("a member's unsent text is removed from every tab at sign-out", { tags: nightly }, async () => {
  const shared = await Device.open(site.origin);
  await joinDevice(shared.context, site, 'leaver');
  const page = await shared.page('/contact');
  const other = await shared.page('/');
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  await fillLetter(page);
  await page.reload();
  const field = page.getByLabel('Message');
  await expect.poll(() => field.inputValue()).toBe(message);
  const search = page.getByLabel('Search the site');
  await search.fill('surly og');
  await other.getByRole('button', { name: /^Account/ }).click();
  await other.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();
  await expect.poll(() => field.inputValue()).toBe('');
  expect(await search.inputValue()).toBe('');
  await joinDevice(shared.context, site, 'follower');
  await page.reload();
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  for (const field of ['Name', 'E-mail', 'Subject', 'Message'])
    expect(await page.getByLabel(field).inputValue(), field).toBe('');
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain('fenders');
  await shared.close();
});

test('without script the form says that it needs one, and cannot be sent', async () => {
  const plain = await Device.open(site.origin, { javaScriptEnabled: false });
  try {
    const page = await plain.page('/contact');
    const heading = page.getByRole('heading', { name: 'Contact', level: 1 });
    await until(async () => {
      // A busy site sends the client-rendered page.
      if ((await heading.count()) === 0) await page.reload();
      expect(await heading.count()).toBe(1);
    });
    expect(await page.getByRole('main').innerText()).toContain('Turn on JavaScript in your browser to do this.');
    expect(await page.getByRole('main').getByRole('button', { name: 'Send' }).isDisabled()).toBe(true);
  } finally {
    await plain.close();
  }
});

test('every mail is readable in light and dark, on a phone and beside a list', { tags: nightly }, async () => {
  // The site's own policy would block the styles of a mail.
  const page = await device.context.newPage();
  for (const { name, preview } of mails) {
    await page.setContent(await htmlOf(preview(), site.origin));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of [320, 390, 700]) {
        await page.setViewportSize({ width, height: 844 });
        expect(await tooWide(page), `${name} ${width}`).toEqual([]);
      }
      expect(await faultsOf(page, ['wcag2a', 'wcag2aa']), `${name} ${colorScheme}`).toEqual([]);
    }
  }
  await page.close();
});
