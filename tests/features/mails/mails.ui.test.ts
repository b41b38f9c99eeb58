/** @module-tag nightly */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { assertAccessible } from '#tests/kit/accessible.ts';
import { Rider } from '#tests/kit/rider.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';

let site: Site;
beforeAll(async () => {
  site = await Site.start();
  await joinSite(site, 'otto');
  await giveRole(await site.db(), 'otto');
});
afterAll(() => site?.close());

async function addGivenUp(to: string, fields: Record<string, unknown> = {}): Promise<void> {
  const now = new Date();
  const failure = { at: now, reason: 'recipient', answer: '550 5.1.1 <a…@example.org>: no such user' };
  const times = { nextAt: now, writtenAt: now, expiresAt: new Date(now.getTime() + 86_400_000) };
  const row = { kind: 'reset', to, state: 'given up', attempts: 7, failure, ...times, ...fields };
  await (await site.db()).collection('mails').insertOne({ _id: newId() as never, ...row });
}

test('an operator follows the overview to the mails that were given up, and sends them again', async () => {
  await addGivenUp('ann@example.org', { subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' });
  await addGivenUp('bob@example.org', { expired: true });
  const rider = await Rider.enter(site, 'otto');
  await giveRole(await site.db(), 'otto');
  const { page, main } = rider;
  try {
    await rider.go('/moderation/overview');
    await main.getByRole('link', { name: '2 mails were given up in the last day.' }).click();
    const ann = main.getByRole('listitem').filter({ hasText: 'To a…@example.org' });
    await ann.getByText('The mail server refuses the recipient’s address.').waitFor();
    await ann.getByText('550 5.1.1 <a…@example.org>: no such user').waitFor();
    const bob = main.getByRole('listitem').filter({ hasText: 'To b…@example.org' });
    await bob.getByText('Not sent any more: its link has expired.').waitFor();
    expect(await bob.getByRole('button').count()).toBe(0);
    await assertAccessible(page);
    await ann.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Sent.', { exact: true }).waitFor();
    await ann.waitFor({ state: 'detached' });
  } finally {
    await rider.device.close();
  }
});

test('an operator changes the text of a mail, sees it as a member will, and goes back to ours', async () => {
  const rider = await Rider.enter(site, 'otto');
  await giveRole(await site.db(), 'otto');
  const { page, main } = rider;
  try {
    await rider.go('/moderation/mails');
    await main.getByRole('link', { name: /^Texts of mails/ }).click();
    await main.getByLabel('Language of the mails').selectOption('de');
    await page.waitForURL(/in=de/);
    await main.getByText('A member forgot the password.').click();
    const form = main.locator('[data-part="reset"]');
    await form.getByLabel('Text', { exact: true }).fill('Hallo vom {club}.');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('This mail has no value {club}. It has: {site}, {username}.').waitFor();
    await form.getByLabel('Text', { exact: true }).fill('Hallo vom {site}.\n\nKlick auf den Knopf.');
    await form.getByRole('button', { name: 'Preview' }).click();
    const preview = form.getByRole('region', { name: 'Preview' });
    // Without inline styles a mail would be in the font of the page.
    const sheet = preview.locator('td.sheet');
    const ground = () => sheet.evaluate((cell) => getComputedStyle(cell).backgroundColor);
    await preview.getByText('Klick auf den Knopf.').waitFor();
    expect(await ground()).toBe('rgb(255, 255, 255)');
    await preview.getByRole('radio', { name: 'Dark' }).check();
    await expect.poll(ground).toBe('rgb(22, 26, 29)');
    await assertAccessible(page);
    await preview.getByRole('radio', { name: 'Plain text' }).check();
    await preview.getByText('Hallo vom Headbadge.').waitFor();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved. The next mail has your text.').waitFor();
    await page.reload();
    await main.getByText('A member forgot the password.').click();
    expect(await form.getByLabel('Text', { exact: true }).inputValue()).toContain('Klick auf den Knopf.');
    await form.getByRole('button', { name: 'Back to our text' }).click();
    await page.getByText('The next mail has our text.').waitFor();
    expect(await form.getByLabel('Text', { exact: true }).inputValue()).not.toContain('Klick auf den Knopf.');
    await page.getByRole('button', { name: 'Undo' }).click();
    await form.getByRole('button', { name: 'Back to our text' }).waitFor();
  } finally {
    await rider.device.close();
  }
});
