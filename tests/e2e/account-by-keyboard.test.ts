import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { Device } from '#tests/kit/browser.ts';
import { Site } from '#tests/kit/site.ts';
import { nightly } from '#tests/run/tiers.ts';

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

type Sought = { name: string | RegExp; anywhere: boolean };

/** Whether what has the focus is called so, or, `anywhere`, whatever could have it. */
function isThere({ name, anywhere }: Sought): boolean {
  return [...document.querySelectorAll('a[href], button:enabled, input:enabled')].some((one) => {
    if (anywhere ? !one.checkVisibility() : one !== document.activeElement) return false;
    const label = (one as HTMLInputElement).labels?.[0];
    const here = (one.getAttribute('aria-label') ?? label?.textContent ?? one.textContent ?? '').trim();
    return typeof name === 'string' ? here === name : name.test(here);
  });
}

/** What is called so comes into focus by Tab alone, or by Shift+Tab. */
async function tabTo(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // What is not there yet cannot be reached, however often Tab is pressed.
  await page.waitForFunction(isThere, { name, anywhere: true });
  for (let pressed = 0; pressed < most; pressed++) {
    await page.keyboard.press(key);
    if (await page.evaluate(isThere, { name, anywhere: false })) return;
  }
  throw new Error(`Nothing that is called ${name} can be reached with ${key}.`);
}

/** An entry of the menu that opens comes into focus by the arrow alone. */
async function arrowTo(entry: string): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]'));
  const entries = await page.getByRole('menuitem').count();
  for (let pressed = 0; pressed < entries; pressed++) {
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press('ArrowDown');
    // The menu moves the focus in a task of its own.
    await page.waitForFunction((one) => document.activeElement !== one, before);
    if ((await page.evaluate(() => document.activeElement?.textContent)) === entry) return;
  }
  throw new Error(`No entry that is called ${entry} can be reached with the arrow.`);
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
/** A page that was gone to takes the focus, from wherever the next key may have brought it. */
const taken = () => page.waitForFunction(() => document.activeElement?.matches('main, main h1'));
const arrived = async (heading: string) => {
  await shown(heading);
  await taken();
};
const isIn = () => page.getByRole('button', { name: /^Account/ }).waitFor();

test('the way from the sign-up to a restored account needs nothing but a keyboard', { tags: nightly }, async () => {
  await page.getByRole('button', { name: 'OK' }).waitFor();
  await press('Sign Up');
  await arrived('Sign Up');
  await type('Username', 'keith');
  await type('E-mail', 'keith@example.org');
  await type('Password', first);
  await tabTo(/^I agree/);
  await page.keyboard.press('Space');
  await press('Sign Up');
  await arrived('Check your mail');
  await press('Open the mailbox');
  await page.waitForURL('**/mailbox');
  await press(/account\/confirm-email/);
  await shown('Confirm your e-mail');
  await type('Password', first);
  await page.keyboard.press('Enter');
  await shown('You are in');

  await press(/^Account/);
  await arrowTo('Password');
  await page.keyboard.press('Enter');
  await arrived('Password');
  // The menu gives the focus back in a task that was begun sooner than this one: the page keeps it.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await taken();
  await type('Current password', first);
  await type('New password', second);
  await page.keyboard.press('Enter');
  await page.getByText('Password changed. Your other devices are signed out.').waitFor();

  await press('Delete your account');
  await arrived('Delete account');
  await type('Your username', 'keith');
  await type('Password', second);
  await page.keyboard.press('Enter');
  await page.getByText(/^Your account is deleted\. Until /).waitFor();

  await taken();
  await press('Log In');
  await arrived('Log In');
  await type('Username or e-mail', 'keith');
  await type('Password', second);
  await page.keyboard.press('Enter');
  await page.getByText(/^You deleted this account on /).waitFor();
  await press('Restore my account', 'Shift+Tab');
  await page.getByText('Your account is back, with everything in it.').waitFor();
  await isIn();
});
