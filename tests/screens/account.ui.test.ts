import { afterAll, beforeAll, expect, test } from 'vitest';
import { appHeader, refused } from '#contract/envelope.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider, riderPassword, type Upload } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';

let site: Site;
let ana: Rider;
let photos: Upload[];
beforeAll(async () => {
  site = await Site.start();
  ana = await Rider.join(site, 'ana', { worker: true });
  const buffer = await cameraPhoto({ width: 640, height: 480 });
  photos = [1, 2].map((place) => ({ name: `trail-${place}.jpg`, mimeType: 'image/jpeg', buffer }));
});
afterAll(async () => {
  await ana.close();
  await site.close();
});

const focused = () => ana.page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

test('an empty form is refused with a sentence at each field, and starts no draft', async () => {
  const { page } = ana;
  const publish = page.getByRole('button', { name: 'Publish' });
  await ana.go('/user/bike/add');
  await page.getByRole('button', { name: 'Skip for now' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('brand');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('status').filter({ hasText: 'Step 3 of 4' }).waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  const heading = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(heading).toBe('Almost there');
  await page.getByText('Still needed: a photo, brand, model, category, and gears').waitFor();
  expect(await publish.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: 'category' }).click();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('category');
  await page.getByText('Step 2 of 4').waitFor();
  await page.goBack();
  await expect.poll(heading).toBe('Almost there');
  await page.goBack();
  await expect.poll(heading).toBe('Gears');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect.poll(heading).toBe('What it is');
  await ana.go('/user/bikes');
  await page.getByText('No bikes yet.').waitFor();
});

test('files that are no photos are refused by name, and the rest is accepted', async () => {
  await ana.go('/user/bike/add');
  const text = { name: 'list.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('bread, milk') };
  const huge = { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(21 * 1024 * 1024) };
  await ana.page.locator('input[type=file]').setInputFiles([text, ...photos.slice(0, 1), huge]);
  await ana.page.getByText('1 of 24').waitFor();
  await ana.page.getByText('We couldn’t open list.jpg. It may be damaged.').waitFor();
  await ana.page.getByText('huge.jpg is larger than 20 MB.').waitFor();
});

test('photos are reordered by their arrows, and the focus follows', async () => {
  await ana.page.locator('input[type=file]').setInputFiles(photos.slice(1));
  await ana.page.getByText('2 of 24').waitFor();
  await ana.page.getByRole('button', { name: /^Edit photo 1/ }).press('Enter');
  await ana.page.getByRole('button', { name: 'Move photo 1 later' }).press('Enter');
  await expect.poll(focused).toBe('Move photo 2 later');
});

test('a removed photo and a deleted draft can be restored', async () => {
  await ana.page.getByRole('button', { name: /^Edit photo 1/ }).press('Enter');
  await ana.page.getByRole('button', { name: 'Remove' }).click();
  await ana.page.getByText('1 of 24').waitFor();
  await ana.page.getByRole('button', { name: 'Undo' }).click();
  await ana.page.getByText('2 of 24').waitFor();
  await ana.go('/user/bikes');
  await ana.page.getByRole('button', { name: 'Delete' }).click();
  await ana.page.getByText('No bikes yet.').waitFor();
  await ana.page.getByRole('button', { name: 'Undo' }).click();
  await ana.page.getByRole('link', { name: 'Continue' }).waitFor();
});

test('a draft that another tab has published says so', async () => {
  await ana.page.getByRole('link', { name: 'Continue' }).click();
  await ana.page.getByRole('button', { name: 'Next' }).click();
  await ana.page.getByRole('combobox', { name: 'Brand' }).fill('surl');
  await ana.page.getByRole('option', { name: /^Surly/ }).waitFor();
  await ana.page.keyboard.press('ArrowDown');
  await ana.page.keyboard.press('Enter');
  await ana.page.getByLabel('Model').fill('Straggler');
  await ana.page.getByLabel('Year').fill('2021');
  // A known model brings its category.
  await ana.page.getByRole('button', { name: 'Gravel', exact: true, pressed: true }).waitFor();
  await ana.page.getByRole('button', { name: 'Next' }).click();
  await ana.page.getByRole('button', { name: 'Fixed gear' }).click();
  await ana.page.getByText('2021 · Gravel · Fixed gear').waitFor();
  await ana.page.getByText('Saved on this device').waitFor();
  const second = await ana.device.page(new URL(ana.page.url()).pathname + new URL(ana.page.url()).search);
  await second.getByRole('heading', { name: 'Ready to publish' }).waitFor();
  await ana.device.context.setOffline(true);
  await ana.publish();
  await second.getByText('This bike is on its way.').waitFor();
  await second.close();
});

test('a queued bike is returned to a draft, and queued again', async () => {
  await ana.page.getByRole('link', { name: 'See them' }).click();
  await ana.page.getByRole('button', { name: "Don't send" }).click();
  await ana.page.getByText('Everything sent.').waitFor();
  await ana.page.getByRole('button', { name: 'Undo' }).click();
  await ana.page.getByText('New bike: 2021 Surly Straggler').waitFor();
});

/** Opens a member's page, which leads to the log-in once the device has read its stored member. */
async function toLogIn(): Promise<void> {
  await ana.go('/user/outbox');
  await ana.page.waitForURL('**/account/login?returnTo=*');
}

/** Fills in the open log-in form. */
async function logIn(): Promise<void> {
  await ana.page.getByLabel('Username or e-mail').fill('ana');
  await ana.page.getByLabel('Password', { exact: true }).fill(riderPassword);
  await ana.main.getByRole('button', { name: 'Log In' }).click();
  await ana.page.getByRole('button', { name: /^Account/ }).waitFor();
}

test('a sign-out asks what to do with queued items, and keeps them for their member', async () => {
  await ana.page.getByRole('button', { name: 'Account, 1 waiting to send' }).click();
  await ana.page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await ana.page.getByRole('button', { name: 'Keep here until you log in again' }).click();
  await ana.page.waitForURL(`${site.origin}/`);
  await ana.page.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();
  await ana.main.getByRole('heading', { name: 'Recent' }).waitFor();
  expect(new URL(ana.page.url()).pathname).toBe('/');
  await ana.go('/account/login');
  await ana.page.getByText('Logging in needs a connection.').waitFor();
  await ana.device.context.setOffline(false);
  await ana.page.getByLabel('Username or e-mail').fill('ana');
  await ana.page.getByLabel('Password', { exact: true }).fill(riderPassword);
  await ana.main.getByRole('button', { name: 'Log In' }).click();
  await ana.page.getByRole('button', { name: /^Account/ }).waitFor();
  await ana.go('/user/outbox');
  await ana.page.getByRole('heading', { name: 'Sent today' }).waitFor();
  // A photo is sent before its bike.
  await ana.page.getByText('Everything sent.').waitFor();
});

test('a sign-out that deletes confirms, says what it deleted, and leaves nothing for the next member', async () => {
  // A draft on the site is not stored on this device.
  const failed = refused({ code: 'unexpected', message: '' });
  await ana.device.context.route('**/user/drafts/**', (route) =>
    route.fulfill({ status: 500, headers: { [appHeader]: '1' }, json: failed }),
  );
  await ana.go('/user/bike/add#bike');
  await ana.page.getByLabel('Model').fill('Karate Monkey');
  await ana.page.getByText('Saved on this device').waitFor();
  await ana.page.getByRole('button', { name: /^Account/ }).click();
  await ana.page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await ana.page.getByRole('button', { name: 'Delete' }).click();
  await ana.page.getByRole('heading', { name: 'Delete 1 draft?' }).waitFor();
  await ana.page.keyboard.press('Escape');
  await ana.page.getByRole('heading', { name: 'Sign out with 1 draft here?' }).waitFor();
  await ana.page.getByRole('button', { name: 'Delete' }).click();
  await ana.page.getByRole('button', { name: 'Delete and sign out' }).click();
  await ana.page.getByText('Deleted from this device.').waitFor();
  await toLogIn();
  expect(await ana.page.getByLabel('Username or e-mail').inputValue()).toBe('');
  expect(await ana.page.getByText('You were signed out.').count()).toBe(0);
  await logIn();
  await ana.go('/user/bikes');
  await ana.page.getByText('Surly Straggler').first().waitFor();
  expect(await ana.page.getByText('Karate Monkey').count()).toBe(0);
  await ana.device.context.unroute('**/user/drafts/**');
});

test("the edit time of a comment is computed with the site's clock, not the device's", async () => {
  await ana.go('/user/bikes');
  await ana.main
    .getByRole('link', { name: /Surly Straggler/ })
    .first()
    .click();
  await ana.comment('Still warm.');
  await ana.main.getByRole('listitem').filter({ hasText: 'Still warm.' }).getByRole('time').waitFor();
  const tab = await ana.device.context.newPage();
  await tab.clock.setSystemTime(Date.now() + 3 * 86_400_000);
  await tab.goto(ana.page.url());
  await tab.getByRole('listitem').filter({ hasText: 'Still warm.' }).getByRole('button', { name: 'Edit' }).waitFor();
  await tab.close();
});

test('a sign-out holds although the app is closed at once', async () => {
  await ana.device.context.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
      if (mode === 'readwrite' && history.state?.closed) throw new DOMException('The app is closed', 'AbortError');
      return transaction.call(this, stores, mode, options);
    };
    const { pushState } = History.prototype;
    History.prototype.pushState = function (state, unused, url) {
      pushState.call(this, { ...state, closed: url === '/' }, unused, url);
    };
  });
  await ana.go('/user/outbox');
  await ana.page.getByRole('button', { name: /^Account/ }).click();
  await ana.page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await ana.page.waitForURL(`${site.origin}/`);
  await toLogIn();
  await ana.main.getByRole('button', { name: 'Log In' }).waitFor();
});
