import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SecurityKind } from '#contract/security-record.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { longWord } from '#tests/kit/long-words.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { tooWide } from '#tests/kit/too-wide.ts';

const hour = 3_600_000;
const path = '/user/security';
const folder = process.env.SCREENSHOTS;
let site: Site;
let ana: Rider;
beforeAll(async () => {
  site = await Site.start();
  ana = await Rider.join(site, 'ana', { worker: true });
});
afterAll(async () => {
  await ana?.device.close();
  await site?.close();
});

type Told = { device?: string; network?: string; about?: string; byOperator?: boolean };
let number = 0;

/** Adds events to the record of ana, the latest last. */
async function record(...told: [kind: SecurityKind, hoursAgo: number, told?: Told][]): Promise<void> {
  const db = await site.db();
  const user = await db.collection<{ _id: string }>('users').findOne({ username: 'ana' });
  const rows = told.map(([kind, hoursAgo, { device = '', network = '', about = '', byOperator = false } = {}]) => ({
    ...{ _id: `told-${++number}`, userId: user?._id, number, kind, at: new Date(Date.now() - hoursAgo * hour) },
    ...{ device, network, about, byOperator },
  }));
  await db.collection<{ _id: string }>('securityEvents').insertMany(rows);
}
const main = () => ana.page.getByRole('main');
const row = (text: string | RegExp) => main().getByRole('listitem').filter({ hasText: text });

/** Asserts no axe violation in light, readable text in dark, and no horizontal overflow, at both widths. */
async function sound(page: Page, name: string): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [1280, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await faultsOf(page, colorScheme === 'dark' ? ['color-contrast'] : undefined)).toEqual([]);
      if (!folder) continue;
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
    expect(await tooWide(page)).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('a member sees by day what happened to the account, and what to do about it', async () => {
  const { page } = ana;
  // What the test adds is older than the sign-up.
  await (await site.db()).collection('securityEvents').updateMany({}, { $set: { number: 50 } });
  await record(
    ['passkey.added', 60, { device: 'Safari on iPhone', network: '2001:db8:1:x', about: longWord }],
    ['username.changed', 59, { device: longWord, network: '203.0.113.x', about: longWord.slice(0, 60) }],
    ['sessions.ended', 58, { byOperator: true }],
    ['login.password', 30, { device: 'Firefox on Android', network: '203.0.113.x' }],
    ['login.locked', 29, { network: '198.51.100.x' }],
  );
  await page.goto(`${site.origin}/user/password#devices`);
  await main()
    .getByRole('link', { name: /^What happened to your account/ })
    .press('Enter');
  await page.waitForURL(`**${path}`);
  await main().getByRole('heading', { level: 1, name: 'What happened to your account' }).waitFor();
  await row('Logged in with a password').getByText('Firefox on Android').waitFor();
  await row('Logged in with a password').getByText('Network 203.0.113.x').waitFor();
  await row('Log-in was paused after too many wrong passwords').getByText('Unknown device').waitFor();
  expect(await row('We signed all your devices out').getByText('Unknown device').count()).toBe(0);
  await row('Confirmed the e-mail and logged in').waitFor();
  await expect.poll(() => main().getByRole('heading', { level: 2 }).count()).toBeGreaterThan(2);
  await sound(page, 'security');

  const sidebar = page.getByRole('navigation', { name: 'Account' });
  expect(await sidebar.getByRole('link', { name: 'Password' }).getAttribute('aria-current')).toBe('true');
  const remedy = row('Logged in with a password').getByRole('link', { name: /^Not you\? Sign the device out/ });
  await remedy.press('Enter');
  await page.waitForURL('**/user/password#devices');
  await main().getByRole('heading', { name: 'Devices' }).waitFor();
});

test('without signal the record is shown as it was read last, and earlier events come by pages', async () => {
  const { page, device } = ana;
  await page.setViewportSize({ width: 390, height: 844 });
  number = 100;
  await record(...Array.from({ length: 30 }, (): [SecurityKind, number] => ['login.passkey', 0.1]));
  await page.goto(site.origin + path);
  await expect.poll(() => row('Logged in with a passkey').count()).toBeGreaterThan(10);
  expect(await row('Confirmed the e-mail').count()).toBe(0);
  const more = main().getByRole('button', { name: 'Load more' });
  while (await more.isVisible()) {
    const before = await main().getByRole('listitem').count();
    await more.press('Enter');
    await expect.poll(() => main().getByRole('listitem').count()).toBeGreaterThan(before);
  }
  await row('Confirmed the e-mail').waitFor();

  await ana.settle();
  await device.context.setOffline(true);
  await page.reload();
  await row('Confirmed the e-mail').waitFor();
  await main()
    .getByText(/^Saved /)
    .waitFor();
  await device.context.setOffline(false);
});

test('an empty record says what will be there', async () => {
  const { page } = ana;
  const db = await site.db();
  await db.collection('securityEvents').deleteMany({});
  await page.goto(site.origin + path);
  await main().getByRole('heading', { name: 'Nothing yet.' }).waitFor();
  await sound(page, 'empty');
});
