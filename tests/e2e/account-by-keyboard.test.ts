import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { Device } from '#tests/kit/browser.ts';
import { Site } from '#tests/kit/site.ts';
import { nightly } from '#tests/run/tiers.ts';

const [first, second] = ['winding mountain roads', 'gravel in the rain'];
/** More key presses than any page needs. */
const maxPresses = 150;

let site: Site;
let device: Device;
let page: Page;
beforeAll(async () => {
  site = await Site.start();
  device = await Device.open(site.origin);
  page = await device.page('/');
  await page.request.get(site.mailbox);
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

type Sought = { name: string | RegExp; anywhere: boolean };

/** Whether the focused element has this name, or, with `anywhere`, whether any focusable element has it. */
function isThere({ name, anywhere }: Sought): boolean {
  return [...document.querySelectorAll('a[href], button:enabled, input:enabled')].some((one) => {
    if (anywhere ? !one.checkVisibility() : one !== document.activeElement) return false;
    const label = (one as HTMLInputElement).labels?.[0];
    const here = (one.getAttribute('aria-label') ?? label?.textContent ?? one.textContent ?? '').trim();
    return typeof name === 'string' ? here === name : name.test(here);
  });
}

/** Focuses an element with this name by Tab alone, or by Shift+Tab. */
async function tabTo(name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  // An element that is not there yet cannot be reached, however often Tab is pressed.
  await page.waitForFunction(isThere, { name, anywhere: true });
  for (let pressed = 0; pressed < maxPresses; pressed++) {
    await page.keyboard.press(key);
    if (await page.evaluate(isThere, { name, anywhere: false })) return;
  }
  throw new Error(`Nothing that is called ${name} can be reached with ${key}.`);
}

/** Focuses an entry of the opening menu by arrow keys alone. */
async function arrowTo(entry: string): Promise<void> {
  await page.waitForFunction(() => document.activeElement?.closest('[role="menu"]'));
  const entries = await page.getByRole('menuitem').count();
  for (let pressed = 0; pressed < entries; pressed++) {
    const before = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press('ArrowDown');
    // The menu moves the focus in a task.
    await page.waitForFunction((one) => document.activeElement !== one, before);
    if ((await page.evaluate(() => document.activeElement?.textContent)) === entry) return;
  }
  throw new Error(`No entry that is called ${entry} can be reached with the arrow.`);
}

const press = async (name: string | RegExp, key?: 'Tab' | 'Shift+Tab') => {
  await tabTo(name, key);
  await page.keyboard.press('Enter');
};
const type = async (name: string | RegExp, text: string) => {
  await tabTo(name);
  await page.keyboard.type(text);
};
const shown = (heading: string | RegExp) => page.getByRole('heading', { name: heading, level: 1 }).waitFor();
/** A new page takes the focus, wherever the next key may have moved it. */
const pageFocused = () => page.waitForFunction(() => document.activeElement?.matches('main, main h1'));
const arrived = async (heading: string) => {
  await shown(heading);
  await pageFocused();
};
const isIn = () => page.getByRole('button', { name: /^Account/ }).waitFor();

test('a member signs up, deletes the account and restores it with the keyboard alone', { tags: nightly }, async () => {
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
  await shown(/^Welcome, /);

  await press(/^Account/);
  await arrowTo('Password');
  await page.keyboard.press('Enter');
  await arrived('Password');
  // The menu returns the focus in a task that began before this one, and the page keeps it.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  await pageFocused();
  await type('Current password', first);
  await type('New password', second);
  await page.keyboard.press('Enter');
  await page.getByText('Password changed. Your other devices are signed out.').waitFor();

  await press('Delete account');
  await arrived('Delete account');
  await type('Your username', 'keith');
  await page.keyboard.press('Enter');
  await page.getByText(/^Your account is deleted\. Until /).waitFor();

  await pageFocused();
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
