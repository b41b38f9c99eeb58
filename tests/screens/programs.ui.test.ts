import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { apiBase } from '#contract/endpoint.ts';
import { goodPassword } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { WebhookReceiver } from '#tests/kit/webhook-receiver.ts';

let site: Site;
let device: Device;
let page: Page;
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await WebhookReceiver.open();
  site = await Site.start({ env: { WEBHOOK_NETWORKS: '127.0.0.1' } });
  await joinSite(site, 'otto');
  await giveRole(await site.db(), 'otto');
  device = await Device.open(site.origin);
  page = await device.page('/account/login');
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByLabel('Username or e-mail').fill('otto');
  await page.getByLabel('Password', { exact: true }).fill(goodPassword);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await page.getByRole('button', { name: /^Account/ }).waitFor();
  await giveRole(await site.db(), 'otto');
});
afterAll(async () => {
  await device?.close();
  await site?.close();
  await receiver?.close();
});

/** Asserts no axe violation in light, readable text in dark, and no horizontal overflow. */
async function sound(): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, ['color-contrast'])).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await tooWide(page)).toEqual([]);
}

const statusOf = async (secret: string): Promise<number> =>
  (await fetch(`${site.origin}${apiBase}/user/auth`, { headers: { Authorization: `Bearer ${secret}` } })).status;

test('a member makes a token by keyboard, sees it once, and revokes it', async () => {
  await page.goto(`${site.origin}/user/password#programs`);
  const part = page.getByRole('region', { name: 'Access for programs' });
  await part.getByText('You have no tokens.').waitFor();
  await part.locator('summary').filter({ hasText: 'New token' }).focus();
  await page.keyboard.press('Enter');
  await part.getByRole('button', { name: 'Make a token' }).click();
  await part.getByText('Enter a name of 1 to 60 characters.').waitFor();
  await page.keyboard.type('Photo sync');
  await page.keyboard.press('Enter');
  const shown = part.getByLabel('Token for Photo sync');
  await shown.waitFor();
  await expect.poll(() => shown.evaluate((one) => one === document.activeElement)).toBe(true);
  const secret = await shown.inputValue();
  expect(await statusOf(secret)).toBe(200);
  await sound();
  await part.getByRole('button', { name: 'I have copied it' }).click();
  await shown.waitFor({ state: 'detached' });
  await page.reload();
  await part.getByText('Photo sync').first().waitFor();
  expect(await page.content()).not.toContain(secret);
  await part.getByText(/^Last used/).waitFor();
  await part.getByRole('button', { name: 'Revoke Photo sync' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
  await part.getByText('Revoked: Photo sync.').waitFor();
  expect(await statusOf(secret)).toBe(401);
  await device.context.setOffline(true);
  await part.getByText('You see your tokens here when there is signal.').waitFor();
  await device.context.setOffline(false);
});

test('an operator makes a webhook, tests it, pauses it and deletes it', async () => {
  await page.goto(`${site.origin}/moderation/webhooks`);
  await page.getByText('There are no webhooks.').waitFor();
  await page.getByLabel('Address').fill('example.org');
  await page.getByRole('button', { name: 'Make a webhook' }).click();
  await page.getByText('Enter an address that begins with https://.').waitFor();
  await page.getByLabel('Address').fill(receiver.url);
  await page.getByRole('button', { name: 'Make a webhook' }).click();
  const secret = page.getByLabel(/^Secret for 127/);
  await secret.waitFor();
  expect(await secret.inputValue()).toMatch(/^whsec_/);
  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The test arrived.').waitFor();
  expect(receiver.received.map(({ body }) => body.type)).toEqual(['test']);
  receiver.answers = [{ status: 500 }];
  await page.getByRole('button', { name: 'Send a test' }).click();
  await page.getByText('The test did not arrive: Answer 500').waitFor();
  await page.getByText('Last deliveries').click();
  await page.getByRole('button', { name: 'Send again: Test' }).first().click();
  await page.getByText('Answer 204, 2 attempts').first().waitFor();
  await sound();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused. What happens meanwhile is not recorded for it.').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('There are no webhooks.').waitFor();
});
