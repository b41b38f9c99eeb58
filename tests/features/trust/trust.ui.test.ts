import { afterAll, beforeAll, expect, test } from 'vitest';
import { bikePage } from '#contract/pages.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

let site: Site;
let nora: Rider;
let path: string;
beforeAll(async () => {
  site = await Site.start();
  nora = await Rider.join(site, 'nora', { worker: true });
  await nora.settle();
  const { id, slug } = await strangeBike(await site.db(), 'Ogre');
  path = bikePage(id, slug);
});
afterAll(async () => {
  await nora?.close();
  await site?.close();
});

const comments = async () =>
  (await (await site.db()).collection('comments').find().sort({ addedAt: 1 }).toArray()).map(({ text }) => text);

test('a new member without signal learns at the field that a link cannot be sent, so that nothing is queued in vain', async () => {
  const { page } = nora;
  await nora.go(path);
  const composer = page.getByLabel('Write a comment');
  await composer.waitFor();
  await nora.device.context.setOffline(true);
  await page.reload();
  await composer.fill('Look at https://shop.example, @ana');
  await page.getByText('In your first 7 days, your mentions tell 5 strangers a day at most.').waitFor();
  await composer.press('Control+Enter');
  await page.getByText("In your first 7 days you can't link to other sites. Take the link out.").waitFor();
  expect(await composer.getAttribute('aria-invalid')).toBe('true');
  expect(await faultsOf(page)).toEqual([]);
  await composer.fill('A fine frame.');
  await composer.press('Control+Enter');
  await expect.poll(() => composer.inputValue()).toBe('');
  await nora.device.context.setOffline(false);
  await expect.poll(comments).toEqual(['A fine frame.']);
});

test('a new member is told what becomes of their flag, and a member of a week is not', async () => {
  const { page } = nora;
  const sentence = page.getByText('In your first 7 days, your flags hide nothing by themselves.');
  const open = async () => {
    await nora.go(path);
    await page.getByRole('button', { name: 'Flag this bike' }).click();
    await page.getByRole('dialog').waitFor();
  };
  await open();
  await sentence.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const joined = new Date(Date.now() - 8 * 86_400_000);
  await (await site.db()).collection('users').updateOne({ username: 'nora' }, { $set: { createdAt: joined } });
  await page.reload();
  await open();
  await expect.poll(() => sentence.count()).toBe(0);
});
