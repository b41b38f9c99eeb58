import { afterAll, beforeAll, expect, test } from 'vitest';
import { weeklyMailPage } from '#contract/pages.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device } from '#tests/kit/browser.ts';
import { Rider } from '#tests/kit/rider.ts';
import { choose, chosenIn } from '#tests/kit/segment.ts';
import { Site } from '#tests/kit/site.ts';
import { weeklyToken } from '#tests/kit/weekly-mail.ts';

let site: Site;
let ann: Rider;
let id = '';
beforeAll(async () => {
  site = await Site.start();
  ann = await Rider.join(site, 'ann', { timezoneId: 'Asia/Tokyo' });
  id = String((await (await site.db()).collection('users').findOne({ username: 'ann' }))?._id);
});
afterAll(async () => {
  await ann?.device.close();
  await site?.close();
});

const zone = async () => {
  const row = await (await site.db()).collection<{ _id: string }>('digests').findOne({ _id: id });
  return row && 'dueAt' in row ? (row as { timeZone?: string }).timeZone : null;
};

test('the weekly mail is off until it is chosen, and comes by the clock of the device that was used last', async () => {
  await ann.go('/user/preferences#weekly-mail');
  expect(await chosenIn(ann.page, 'Weekly mail')).toBe('Off');
  await ann.main.getByText(/^Comes on Fridays at 8:00, by the clock of your device/).waitFor();
  await choose(ann.page, 'Weekly mail', 'On');
  await expect.poll(zone).toBe('Asia/Tokyo');

  const travelling = await Rider.enter(site, 'ann', { timezoneId: 'America/Lima' });
  try {
    await travelling.go('/user/preferences');
    await expect.poll(zone, { timeout: 30_000 }).toBe('America/Lima');
  } finally {
    await travelling.device.close();
  }
});

test('the link in the mail stops it with a press, without a log-in, and takes that back', async () => {
  const stranger = await Device.open(site.origin);
  try {
    const link = weeklyMailPage(weeklyToken({ database: { folder: site.folder } }, id));
    const page = await stranger.page(link);
    const main = page.getByRole('main');
    await main.getByText(/^The weekly mail comes on Friday mornings/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    expect(await zone()).not.toBeNull();
    await main.getByRole('button', { name: 'Stop the weekly mail' }).press('Enter');
    await main.getByText("You don't get the weekly mail any more.").waitFor();
    expect(await zone()).toBeNull();
    const undo = main.getByRole('button', { name: 'Undo' });
    expect(await undo.evaluate((button) => button === document.activeElement)).toBe(true);
    await undo.press('Enter');
    await main.getByText('You get the weekly mail again.').waitFor();
    expect(await zone()).not.toBeNull();

    const broken = await stranger.page(`${link}x`);
    await broken.getByRole('button', { name: 'Stop the weekly mail' }).click();
    await broken
      .getByRole('alert')
      .getByText(/^This link isn't complete/)
      .waitFor();
    await (await stranger.page(weeklyMailPage()))
      .getByRole('alert')
      .getByText(/^This link isn't complete/)
      .waitFor();
  } finally {
    await stranger.close();
  }
});
