import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signout } from '#contract/auth.ts';
import { apiBase } from '#contract/endpoint.ts';
import { addFavorite, listFolderBikes, listFolders, putFolder } from '#contract/favorites.ts';
import { type Id, newId } from '#contract/ids.ts';
import { bikePage, sharedFavoritesPage } from '#contract/pages.ts';
import { assertAccessible } from '#tests/kit/accessible.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { browserAt, joinDevice } from '#tests/kit/site-member.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { untilRendered } from '#tests/kit/until-rendered.ts';
import { nightly } from '#tests/run/tiers.ts';

let site: Site;
let ana: Rider;
/** The same member through the API. */
let asks: TestBrowser;
let anaId: Id;
const paths = new Map<string, { id: Id; path: string }>();
beforeAll(async () => {
  site = await Site.start();
  const db = await site.db();
  for (const model of ['Straggler', 'Ogre', 'Moonlander']) {
    const { id, slug } = await strangeBike(db, model);
    paths.set(model, { id, path: bikePage(id, slug) });
  }
  ana = await Rider.join(site, 'ana', { worker: true });
  asks = browserAt(site);
  for (const { name, value } of await ana.device.context.cookies()) asks.cookies.set(name, value);
  anaId = String((await db.collection('users').findOne({ username: 'ana' }))?._id);
  await ana.settle();
});
afterAll(async () => {
  await ana?.close();
  await site?.close();
});

const bike = (model: string) => paths.get(model) ?? { id: '', path: '/' };
const folders = async () =>
  ((await asks.call(listFolders)).answer.data ?? []).map(({ name, count }) => `${name} ${count}`);
const dialog = () => ana.page.getByRole('dialog');
const box = (name: string) => dialog().getByRole('checkbox', { name });
const favorite = () => ana.page.getByRole('button', { name: 'Favorite', exact: true });
const inFavorites = () => ana.page.getByRole('button', { name: 'In favorites', exact: true });
const openPicker = async (model: string) => {
  await ana.go(bike(model).path);
  await inFavorites().click();
  await box('Favorites').waitFor();
};

test('without favorites the page says so, and how to add some', async () => {
  await ana.go('/user/favorites');
  await ana.page.getByText('No favorites yet.').waitFor();
  expect(await faultsOf(ana.page)).toEqual([]);
});

test('one press saves to the default folder, and is undone', async () => {
  await ana.go(bike('Straggler').path);
  await favorite().click();
  await expect.poll(folders).toEqual(['Favorites 1']);
  await ana.page.getByText('Saved to Favorites.').waitFor();
  expect(await faultsOf(ana.page)).toEqual([]);
  await ana.page.getByRole('button', { name: 'Undo' }).click();
  await favorite().waitFor();
  await expect.poll(folders).toEqual(['Favorites 0']);
});

test('the toast and a second press open the folders, a name creates one, and the focus is never lost', async () => {
  await favorite().press('Enter');
  await ana.page.getByRole('button', { name: 'Folders' }).click();
  await expect.poll(() => box('Favorites').isChecked()).toBe(true);
  await ana.page.keyboard.press('Escape');
  await inFavorites().press('Enter');
  await box('Favorites').waitFor();
  expect(await faultsOf(ana.page)).toEqual([]);
  await expect.poll(folders).toEqual(['Favorites 1']);
  const isFocused = (one: Locator) => one.evaluate((element) => element === document.activeElement);
  await dialog().getByRole('button', { name: 'New folder' }).click();
  expect(await isFocused(dialog().getByLabel('Name of the new folder'))).toBe(true);
  await dialog().getByLabel('Name of the new folder').fill(' favorites ');
  await dialog().getByLabel('Name of the new folder').press('Enter');
  await dialog().getByText('You have a folder with this name.').waitFor();
  await dialog().getByLabel('Name of the new folder').fill('Steel');
  await dialog().getByLabel('Name of the new folder').press('Enter');
  await expect.poll(() => box('Steel').isChecked()).toBe(true);
  expect(await isFocused(dialog().getByRole('button', { name: 'New folder' }))).toBe(true);
  await expect.poll(folders).toEqual(['Favorites 1', 'Steel 1']);
  await dialog().getByRole('button', { name: 'Done' }).click();
  expect(await ana.page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('In favorites');
  await expect.poll(() => ana.page.locator('dl').first().innerText()).toMatch(/1\s+Favorites|Favorites\s+1/);
});

test('a visitor is sent to the log-in and back', async () => {
  const device = await Device.open(site.origin);
  const page = await device.page(bike('Ogre').path);
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('link', { name: 'Favorite' }).click();
  await page.waitForURL(/\/account\/login\?returnTo=%2Fbike%2F/);
  await device.close();
});

describe('the folders', () => {
  test('are opened, renamed, moved and deleted by their menus, and a deletion is undone', async () => {
    await ana.go('/user/favorites');
    const { page } = ana;
    const menu = async (folder: string, entry: string) => {
      await page.getByRole('button', { name: `Change ${folder}` }).click();
      await page.getByRole('menuitem', { name: entry, exact: true }).click();
    };
    await menu('Steel', 'Rename');
    await dialog().getByLabel('Name').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByLabel('Name').fill('Chromoly');
    await dialog().getByLabel('Name').press('Enter');
    await expect.poll(folders).toEqual(['Favorites 1', 'Chromoly 1']);
    await menu('Chromoly', 'Move earlier');
    await expect.poll(folders).toEqual(['Chromoly 1', 'Favorites 1']);
    await menu('Chromoly', 'Delete');
    await page.getByText('Keep the bikes in Favorites?').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Keep them in Favorites' }).click();
    await page.getByRole('link', { name: 'Chromoly' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Chromoly' }).waitFor();
    expect(await folders()).toEqual(['Chromoly 1', 'Favorites 1']);
  });

  test('are searched and sorted by keyboard, and the focus follows', async () => {
    for (const model of ['Ogre', 'Moonlander'])
      await asks.call(addFavorite, { params: { folderId: anaId, bikeId: bike(model).id } });
    await ana.go(`/user/favorites?folder=${anaId}`);
    const { page } = ana;
    const names = () => page.locator('main article h2').allInnerTexts();
    await expect
      .poll(async () => (await names()).map((name) => name.split(/\s/).at(-1)))
      .toEqual(['Moonlander', 'Ogre', 'Straggler']);
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sort' }).press('Enter');
    const up = page.getByRole('button', { name: /Move .* Straggler up/ });
    await up.press('Enter');
    await expect
      .poll(() => page.locator('main ol > li').allInnerTexts())
      .toEqual([
        expect.stringContaining('Moonlander'),
        expect.stringContaining('Straggler'),
        expect.stringContaining('Ogre'),
      ]);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(/Straggler up$/);
    expect(await faultsOf(page)).toEqual([]);
    const order = async () =>
      ((await asks.call(listFolderBikes, { params: { folderId: anaId } })).answer.data?.items ?? []).map(
        ({ model }) => model,
      );
    await expect.poll(order).toEqual(['Moonlander', 'Straggler', 'Ogre']);
  });

  test('fit on a phone, a tablet and a desktop, in light and dark', { tags: nightly }, async () => {
    for (const path of ['/user/favorites', `/user/favorites?folder=${anaId}`]) {
      await ana.go(path);
      await ana.page.getByRole('heading', { name: 'Favorites', level: 1 }).waitFor();
      await ana.page.locator('main article').first().waitFor();
      await assertAccessible(ana.page);
    }
  });
});

describe('offline', () => {
  test('folders are created, filled and read, and every change arrives once', async () => {
    const { page, device } = ana;
    await openPicker('Ogre');
    await dialog().getByRole('button', { name: 'Done' }).click();
    await ana.go('/user/favorites');
    await page.getByRole('link', { name: 'Chromoly' }).waitFor();
    await device.context.setOffline(true);
    await ana.go(bike('Ogre').path);
    await page.getByRole('button', { name: 'In favorites' }).click();
    await box('Favorites').waitFor();
    await dialog().getByRole('button', { name: 'New folder' }).click();
    await dialog().getByLabel('Name of the new folder').fill('Far away');
    await dialog().getByLabel('Name of the new folder').press('Enter');
    await expect.poll(() => box('Far away').isChecked()).toBe(true);
    // Unsent toggles are one mutation.
    for (let i = 0; i < 3; i++) await box('Chromoly').click();
    // A page left through its URL may not have stored the last one yet.
    await dialog().getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Favorites' }).click();
    await page.getByRole('link', { name: 'Far away' }).click();
    await page.getByRole('heading', { name: 'Far away', level: 1 }).waitFor();
    await page.locator('main article').filter({ hasText: 'Ogre' }).waitFor();
    expect(await folders()).toEqual(['Chromoly 1', 'Favorites 3']);
    await device.context.setOffline(false);
    await expect.poll(folders).toEqual(['Chromoly 2', 'Favorites 3', 'Far away 1']);
  });

  test('a new folder whose name was taken meanwhile is rolled back, and can be merged or renamed', async () => {
    const { page, device } = ana;
    await ana.go('/user/favorites');
    await page.getByRole('button', { name: 'New folder' }).waitFor();
    await device.context.setOffline(true);
    await page.getByRole('button', { name: 'New folder' }).click();
    await dialog().getByLabel('Name').fill('Twice');
    await dialog().getByLabel('Name').press('Enter');
    await page.getByRole('link', { name: 'Twice' }).waitFor();
    // Another device has used the name first.
    expect((await asks.call(putFolder, { params: { folderId: newId() }, body: { name: 'twice' } })).status).toBe(200);
    await device.context.setOffline(false);
    await page.getByRole('link', { name: 'Twice', exact: true }).waitFor({ state: 'detached' });
    await ana.go('/user/outbox');
    await page.getByText('You have a folder with this name.').waitFor();
    await page.getByRole('button', { name: 'Merge into twice' }).waitFor();
    await page.getByRole('button', { name: 'Rename' }).click();
    await dialog().getByLabel('Name').press('Enter');
    await dialog().getByText('You have a folder with this name.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await dialog().getByLabel('Name').fill('Thrice');
    await dialog().getByLabel('Name').press('Enter');
    await expect.poll(folders).toContain('Thrice 0');
  });

  test('a folder available offline opens with all its bikes, including unopened ones', async () => {
    const { page, device } = ana;
    await ana.go(`/user/favorites?folder=${anaId}`);
    await page.locator('main article').filter({ hasText: 'Moonlander' }).waitFor();
    await page.getByRole('checkbox', { name: 'Keep offline' }).check();
    const opens = page.locator('main article').filter({ hasText: 'Opens offline' });
    await expect.poll(() => opens.count()).toBe(3);
    await device.context.setOffline(true);
    await ana.go(bike('Moonlander').path);
    await page.getByRole('heading', { name: /Moonlander/ }).waitFor();
    await device.context.setOffline(false);
  });
});

describe('a share link', () => {
  test('shows the folder to a visitor, server-rendered and with scripts, until sharing ends', async () => {
    const { page } = ana;
    await ana.go(`/user/favorites?folder=${anaId}`);
    await page.getByRole('button', { name: 'Share' }).click();
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await dialog().getByRole('button', { name: 'Create link' }).press('Enter');
    const link = dialog().getByLabel('Link');
    await link.waitFor();
    expect(await focused()).toBe('Copy link');
    const url = await link.inputValue();
    expect(new URL(url).pathname).toMatch(new RegExp(`^${sharedFavoritesPage('[\\w-]{22}')}$`));
    expect(await faultsOf(page)).toEqual([]);
    // The link's own buttons come first, and the one that ends it looks like no warning.
    expect(await dialog().getByRole('button').allInnerTexts()).toEqual(['Copy link', 'Share', 'Stop sharing', 'Done']);
    const paintOf = (name: string) =>
      dialog()
        .getByRole('button', { name })
        .evaluate((button) => getComputedStyle(button).backgroundColor);
    expect(await paintOf('Stop sharing')).toBe('rgba(0, 0, 0, 0)');
    await dialog().getByRole('button', { name: 'Done' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Shared' }).click();
    // A dialog that opens begins with its title.
    expect(await focused()).toBe('Share Favorites');

    await untilRendered(url);
    const plain = await Device.open(site.origin, { javaScriptEnabled: false });
    const rendered = await plain.page(new URL(url).pathname);
    await rendered.getByRole('heading', { name: 'Favorites', level: 1 }).waitFor();
    expect(await rendered.locator('main article').count()).toBe(3);
    await plain.close();

    const device = await Device.open(site.origin);
    const visitor = await device.page(new URL(url).pathname);
    await visitor.getByRole('button', { name: 'OK' }).click();
    await visitor.getByText("A folder of ana's favorites").waitFor();
    expect([await tooWide(visitor), await faultsOf(visitor)]).toEqual([[], []]);
    await dialog().getByRole('button', { name: 'Stop sharing' }).press('Enter');
    await dialog().getByRole('button', { name: 'Create link' }).waitFor();
    expect(await focused()).toBe('Create link');
    await visitor.reload();
    await visitor.getByText("This folder isn't shared.").waitFor();
    await device.close();
  });
});

test('an empty folder says so once, without a zero', async () => {
  const folderId = newId();
  await asks.call(putFolder, { params: { folderId }, body: { name: 'Someday' } });
  await ana.go(`/user/favorites?folder=${folderId}`);
  await ana.main.getByText('Nothing in here yet.').waitFor();
  expect(await ana.main.getByText('0 bikes').count()).toBe(0);
});

test('another member on the same device sees none of it', async () => {
  const { page } = ana;
  await ana.go('/user/favorites');
  await page.getByRole('link', { name: 'Chromoly' }).waitFor();
  await page.getByRole('button', { name: /^Account/ }).click();
  const signedOut = page.waitForResponse((response) => new URL(response.url()).pathname === apiBase + signout.path);
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await page.waitForURL(site.origin);
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const db = await new Promise<IDBDatabase>((resolve) => {
          const asked = indexedDB.open('cache');
          asked.onsuccess = () => resolve(asked.result);
        });
        const all = await Promise.all(
          ['feeds', 'marks'].map(
            (name) =>
              new Promise<{ userId: string }[]>((resolve) => {
                const asked = db.transaction(name).objectStore(name).getAll();
                asked.onsuccess = () => resolve(asked.result);
              }),
          ),
        );
        db.close();
        return all.flat().filter(({ userId }) => userId !== '').length;
      }),
    )
    .toBe(0);
  // The reply removes the cookies, even new ones.
  await signedOut;
  await joinDevice(ana.device.context, site, 'bert');
  const other = await ana.device.page('/user/favorites');
  await other.getByText('No favorites yet.').waitFor();
});
