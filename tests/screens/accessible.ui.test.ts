import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider, riderPassword, type Upload } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { nightly, runsAll } from '#tests/run/tiers.ts';

let site: Site;
let ana: Rider;
let photo: Upload;
beforeAll(async () => {
  site = await Site.start({ demo: true });
  ana = await Rider.join(site, 'ana', { worker: true });
  photo = { name: 'trail.jpg', mimeType: 'image/jpeg', buffer: await cameraPhoto({ width: 640, height: 480 }) };
});
afterAll(async () => {
  await ana.close();
  await site.close();
});

/**
 * Asserts no axe violation and no horizontal overflow on the phone; in the second tier also readable text in dark, which
 * the first one checks on each template.
 */
async function sound(page: Page): Promise<void> {
  expect(await faultsOf(page), page.url()).toEqual([]);
  expect(await tooWide(page), page.url()).toEqual([]);
  if (!runsAll) return;
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, ['color-contrast']), `${page.url()} in dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

// In the first tier each of these is looked at where it is tested.
test("a visitor's screens have no axe violation", { tags: nightly }, async () => {
  const visitor = await Device.open(site.origin);
  const page = await visitor.page('/');
  await said(page, 'This site uses cookies');
  await sound(page);
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('button', { name: 'Main menu' }).click();
  await said(page, 'Cross Country');
  await sound(page);
  await page.keyboard.press('Escape');
  await page.locator('article a').first().click();
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  await sound(page);
  await page
    .getByRole('button', { name: /Open large/ })
    .first()
    .click();
  await page.getByRole('dialog').waitFor();
  await sound(page);
  await page.keyboard.press('Escape');

  for (const [path, button] of [
    ['/account/login', 'Log In'],
    ['/account/signup', 'Sign Up'],
    ['/account/send-email-confirmation', 'Send'],
  ] as const) {
    await page.goto(site.origin + path);
    await page.getByRole('main').getByRole('button', { name: button }).click();
    await page.locator('[id$="-errors"]').first().waitFor();
    await sound(page);
  }
  await page.goto(`${site.origin}/account/confirm-email?token=old`);
  await said(page, 'This link is no longer valid.');
  await sound(page);
  await visitor.close();
});

test("a member's screens have no axe violation, online and offline", async () => {
  const { page, device } = ana;
  await ana.settle();
  await ana.go('/user/bikes');
  await said(page, 'No bikes yet.');
  await sound(page);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).waitFor();
  await sound(page);
  await page.keyboard.press('Escape');
  await ana.go('/user/outbox');
  await said(page, 'Everything sent.');
  await sound(page);

  await ana.go('/user/bike/add');
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await said(page, 'Step 2 of 4');
  await sound(page);
  await page.getByRole('combobox', { name: 'Brand' }).fill('Surl');
  await page.getByRole('option', { name: /^Surly/ }).waitFor();
  await sound(page);
  await page.getByRole('combobox', { name: 'Brand' }).fill('');
  await ana.toStep('gears');
  await page.getByRole('button', { name: 'Other', exact: true }).click();
  await sound(page);
  await ana.toStep('publish');
  await said(page, 'Almost there');
  await sound(page);
  await ana.toStep('photos');
  await ana.describeBike('Cross-Check', [photo]);
  await sound(page);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await page.getByRole('button', { name: /^Edit photo 1/ }).click();
  await sound(page);
  await ana.toStep('publish');

  await device.context.setOffline(true);
  await ana.publish();
  await said(page, 'Waiting for signal');
  await sound(page);
  await ana.go('/user/outbox');
  await said(page, '1 on this device');
  await sound(page);
  await ana.go('/account/login');
  await ana.go('/bike/01890000-0000-7000-8000-000000000000/never-opened');
  await said(page, 'Not saved on this device.');
  await sound(page);
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.getByRole('alertdialog').waitFor();
  await sound(page);
  await device.context.setOffline(false);
});

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(() => {
      const { activeElement: element } = document;
      const label = (element as HTMLInputElement | null)?.labels?.[0]?.innerText;
      return (element?.getAttribute('aria-label') ?? label ?? (element as HTMLElement | null)?.innerText ?? '').trim();
    });
    if (typeof name === 'string' ? here === name : name.test(here)) return;
  }
  throw new Error(`Tab never reaches ${name}.`);
}

/** Waits until the focus has moved to another screen, as it would otherwise move away later. */
const arrived = (page: Page) => page.locator('main:focus, main :focus').waitFor({ state: 'attached' });

test('a member gets from home to a comment with the keyboard alone', async () => {
  const device = await Device.open(site.origin);
  const page = await device.page('/');
  const { keyboard } = page;
  // The page's script shows the cookie notice last.
  await page.getByRole('button', { name: 'OK' }).waitFor();
  await tabTo(page, 'Skip to content');
  await tabTo(page, 'Log In');
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Log In' }).waitFor();
  await arrived(page);
  await tabTo(page, 'Username or e-mail');
  await keyboard.type('ana');
  await tabTo(page, 'Password');
  await keyboard.type(riderPassword);
  await keyboard.press('Enter');
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  await page.goto(site.origin);
  // A member cannot like their own bike.
  const title = await page.locator('li article a').filter({ hasNotText: 'Cross-Check' }).first().innerText();
  await tabTo(page, title);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  await arrived(page);
  await page.getByRole('button', { name: 'Like', exact: true }).waitFor();
  await page.getByLabel('Write a comment').waitFor();
  await tabTo(page, 'Like');
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Liked', exact: true }).waitFor();
  await tabTo(page, 'Write a comment');
  await keyboard.type('Which fenders are those?');
  await tabTo(page, 'Post comment');
  await keyboard.press('Enter');
  await page.getByRole('listitem').filter({ hasText: 'Which fenders are those?' }).waitFor();
  await device.close();
});
