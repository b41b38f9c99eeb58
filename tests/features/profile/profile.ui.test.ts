import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { profilePage } from '#contract/pages.ts';
import { getProfile, type Profile, updateText } from '#contract/profile.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { phone } from '#tests/kit/browser.ts';
import { Rider, riderPassword } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { browserAt } from '#tests/kit/site-member.ts';
import { tooWide } from '#tests/kit/too-wide.ts';

let site: Site;
let ana: Rider;
/** Ana on another device. */
let asks: TestBrowser;
const elsewhere = newId();
beforeAll(async () => {
  site = await Site.start();
  ana = await Rider.join(site, 'ana', { worker: true });
  asks = browserAt(site);
  for (const { name, value } of await ana.device.context.cookies()) asks.cookies.set(name, value);
  await ana.settle();
});
afterEach(() => ana.device.context.setOffline(false));
afterAll(async () => {
  await ana?.close();
  await site?.close();
});

const aboutField = () => ana.page.getByLabel(/^A few words/);
const save = () => ana.page.getByRole('button', { name: 'Save', exact: true });
const preview = () => ana.page.getByRole('figure', { name: 'How others see it' });
const profile = async (): Promise<Profile> => {
  const { data } = (await asks.call(getProfile)).answer;
  if (!data) throw new Error('There is no profile.');
  return data;
};
const writeElsewhere = async (text: string) => {
  const seen = { version: (await profile()).versions.text, device: elsewhere };
  expect((await asks.call(updateText, { body: { text, seen } })).status).toBe(200);
};
const arrived = () => expect.poll(() => ana.main.getByText(/^(?:Waiting (?!to)|Sending|Next try)/).count()).toBe(0);

test('a member opens their profile from the menu, fills it in by keyboard, and sees it as others will', async () => {
  const { page } = ana;
  await page.getByRole('button', { name: /^Account/ }).press('Enter');
  // The menu takes the focus shortly after it opens.
  await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]'));
  await page.getByRole('menuitem', { name: 'Profile' }).press('Enter');
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  await aboutField().waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel(/^Discipline/).focus();
  // On a busy machine, type-ahead would split a longer word.
  await page.keyboard.press('g');
  await page.getByRole('combobox', { name: /^Country/ }).fill('swit');
  await page.getByRole('option', { name: 'Switzerland' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('combobox', { name: /^Region/ }).fill('zur');
  await page.getByRole('option', { name: 'Zürich' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await aboutField().fill('Steel is real.\nSo is rust.');
  await page.getByRole('button', { name: 'Add a link' }).press('Enter');
  await page.keyboard.type('https://ana.example/rides');
  await preview().getByText('Zürich, Switzerland').waitFor();
  await preview().getByRole('link', { name: 'ana.example' }).waitFor();
  await page.getByText('Not saved yet').waitFor();
  await save().press('Enter');
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  await expect.poll(profile).toMatchObject({
    ...{ discipline: 'Gravel', text: 'Steel is real.\nSo is rust.' },
    location: { country: 'CH', region: 'CH-ZH', countryName: 'Switzerland', regionName: 'Zürich' },
    links: [{ label: '', url: 'https://ana.example/rides' }],
    versions: { discipline: 1, links: 1, location: 1, text: 1 },
  });
  await arrived();
  expect(await preview().getByRole('link').getAttribute('rel')).toContain('nofollow ugc');
  await page.getByText(/Your links appear on .*, 7 days after you joined./).waitFor();
});

test('an invalid field gets its sentence and the focus, and nothing is lost', async () => {
  const { page } = ana;
  await ana.go(profilePage());
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.getByRole('textbox', { name: 'Address 2' }).fill('javascript:alert(1)');
  expect(await preview().getByRole('link').count()).toBe(1);
  await save().click();
  await page.getByText('Enter an address that begins with https:// or http://.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('url-1');
  expect(await page.getByRole('textbox', { name: 'Address 2' }).inputValue()).toBe('javascript:alert(1)');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove address 2' }).click();
  await save().click();
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  expect((await profile()).links).toHaveLength(1);
});

test('offline it is stored at once, and arrives once when the connection returns', async () => {
  const { page } = ana;
  await ana.go(profilePage());
  await aboutField().waitFor();
  const before = await profile();
  await ana.device.context.setOffline(true);
  await aboutField().fill('From the trail.');
  await save().click();
  await page.getByText('Saved on this device').waitFor();
  await page.getByText('Waiting for signal').waitFor();
  await page.reload();
  await expect.poll(() => aboutField().inputValue()).toBe('From the trail.');
  await aboutField().fill('From the top.');
  await save().click();
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  await ana.device.context.setOffline(false);
  await expect.poll(async () => (await profile()).text).toBe('From the top.');
  await arrived();
  expect(await profile()).toMatchObject({ discipline: 'Gravel', versions: { text: before.versions.text + 1 } });
});

test('an edit from another device is not overwritten: both versions are shown, and either can be kept', async () => {
  const { page } = ana;
  await ana.go(profilePage());
  await aboutField().waitFor();
  await ana.device.context.setOffline(true);
  await aboutField().fill('By phone.');
  await save().click();
  await page.getByText('Waiting for signal').waitFor();
  await writeElsewhere('By laptop.');
  await ana.device.context.setOffline(false);
  const alert = page.getByRole('alert').filter({ hasText: 'changed on another device' });
  await alert.getByRole('cell', { name: 'By phone.' }).waitFor();
  await alert.getByRole('cell', { name: 'By laptop.' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  expect((await profile()).text).toBe('By laptop.');
  await alert.getByRole('button', { name: "Keep the site's" }).click();
  await alert.waitFor({ state: 'detached' });
  expect(await aboutField().inputValue()).toBe('By laptop.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await alert.getByRole('button', { name: 'Keep yours' }).click();
  await expect.poll(async () => (await profile()).text).toBe('By phone.');
  await alert.waitFor({ state: 'detached' });
  expect(await aboutField().inputValue()).toBe('By phone.');
});

test('unsaved text survives an offline reload, and is deleted at sign-out', async () => {
  const { page } = ana;
  await ana.go(profilePage());
  await aboutField().waitFor();
  const before = await profile();
  await ana.device.context.setOffline(true);
  await aboutField().fill('Half a thought.');
  await page.getByRole('button', { name: 'Add a link' }).click();
  await page.keyboard.type('ht');
  await page.reload();
  await page.getByText('Not saved yet').waitFor();
  expect(await aboutField().inputValue()).toBe('Half a thought.');
  expect(await page.getByRole('textbox', { name: `Address ${before.links.length + 1}` }).inputValue()).toBe('ht');
  await page.getByRole('button', { name: `Remove address ${before.links.length + 1}` }).click();
  await ana.device.context.setOffline(false);
  await save().click();
  await page.getByText('Not saved yet').waitFor({ state: 'detached' });
  await expect.poll(async () => (await profile()).text).toBe('Half a thought.');
  await arrived();
  await page.reload();
  await aboutField().waitFor();
  expect(await page.getByText('Not saved yet').count()).toBe(0);

  await aboutField().fill('Nobody reads this.');
  await page.getByText('Not saved yet').waitFor();
  const sessionText = () => page.evaluate(() => JSON.stringify({ ...sessionStorage }));
  await expect.poll(sessionText).toContain('Nobody reads this.');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();
  await expect.poll(sessionText).not.toContain('Nobody reads this.');
  await page.goto(`${site.origin}/account/login`);
  await page.getByLabel('Username or e-mail').fill('ana');
  await page.getByLabel('Password', { exact: true }).fill(riderPassword);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  await ana.go(profilePage());
  await aboutField().waitFor();
  expect(await aboutField().inputValue()).toBe('Half a thought.');
});

test('it fits a phone and text of twice the size', async () => {
  const { page } = ana;
  await ana.go(profilePage());
  await aboutField().waitFor();
  for (const width of [phone.width, 320, 640]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await tooWide(page), String(width)).toEqual([]);
  }
  await page.setViewportSize(phone);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
});
