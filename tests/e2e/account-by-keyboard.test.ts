import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Device } from '#tests/kit/browser.ts';
import { Site } from '#tests/kit/site.ts';

const [first, second] = ['winding mountain roads', 'gravel in the rain'];
/** More than any page has to press through. */
const most = 150;

let site: Site;
let device: Device;
let page: Page;
beforeAll(async () => {
  site = await Site.start();
  device = await Device.open(site.origin);
  page = await device.page('/');
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

/** What is called so comes into focus by Tab alone, or by Shift+Tab. */
async function tabTo(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press(key);
    const here = await page.evaluate(() => {
      const focused = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLLabelElement> };
      return (
        focused.getAttribute('aria-label') ??
        focused.labels?.[0]?.textContent ??
        focused.textContent ??
        ''
      ).trim();
    });
    if (typeof name === 'string' ? here === name : name.test(here)) return;
  }
  throw new Error(`Nothing that is called ${name} can be reached with ${key}.`);
}

const press = async (name: string | RegExp, key?: 'Tab' | 'Shift+Tab') => {
  await tabTo(name, key);
  await page.keyboard.press('Enter');
};
const type = async (name: string | RegExp, words: string) => {
  await tabTo(name);
  await page.keyboard.type(words);
};
const shown = (heading: string) => page.getByRole('heading', { name: heading, level: 1 }).waitFor();
const isIn = () => page.getByRole('button', { name: /^Account/ }).waitFor();

test('the way from the sign-up to a restored account needs nothing but a keyboard', async () => {
  await page.getByRole('button', { name: 'OK' }).waitFor();
  await press('Sign Up');
  await shown('Sign Up');
  await type('Username', 'keith');
  await type('E-mail', 'keith@example.org');
  await type('Password', first);
  await tabTo(/^I agree/);
  await page.keyboard.press('Space');
  await press('Sign Up');
  await shown('Check your mail');
  await press('Open the mailbox');
  await page.waitForURL('**/mailbox');
  await press(/account\/confirm-email/);
  await shown('Confirm your e-mail');
  await type('Password', first);
  await page.keyboard.press('Enter');
  await shown('You are in');

  await press(/^Account/);
  await page.getByRole('menuitem', { name: 'Password' }).waitFor();
  for (let pressed = 0; pressed < 10; pressed++) {
    await page.keyboard.press('ArrowDown');
    if ((await page.evaluate(() => document.activeElement?.textContent)) === 'Password') break;
  }
  await page.keyboard.press('Enter');
  await shown('Password');
  await type('Current password', first);
  await type('New password', second);
  await page.keyboard.press('Enter');
  await page.getByText('Password changed. Every other device is signed out.').waitFor();

  await press('Delete your account');
  await shown('Delete account');
  await type('Your username', 'keith');
  await type('Password', second);
  await page.keyboard.press('Enter');
  await page.getByText(/^Your account is deleted\. Until /).waitFor();

  await press('Log In');
  await shown('Log In');
  await type('Username or e-mail', 'keith');
  await type('Password', second);
  await page.keyboard.press('Enter');
  await page.getByText(/^You deleted this account on /).waitFor();
  await press('Restore my account', 'Shift+Tab');
  await isIn();
  expect(await page.getByText('Your account is back, with everything that was in it.').count()).toBe(1);
});
