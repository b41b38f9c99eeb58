import { mkdirSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { beginOf, weekOf, weeksAfter } from '#contract/week-dates.ts';
import { assertAccessible } from '#tests/kit/accessible.ts';
import { Ballot, idNamed } from '#tests/kit/ballot.ts';
import { desktop, phone } from '#tests/kit/browser.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { Rider } from '#tests/kit/rider.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';

const week = weekOf(new Date());
const day = 86_400_000;
const pictures = process.env.PICTURES;

let site: Site;
let ana: Rider;
beforeAll(async () => {
  site = await Site.start();
  ana = await Rider.join(site, 'ana', { profile: true });
  const db = await site.db();
  const ballot = new Ballot(db, week);
  for (const name of ['m1', 'm2', 'm3', 'owner']) await ballot.member(name);
  // Old enough, and its like will be a vote.
  const createdAt = new Date(Date.now() - 30 * day);
  await db.collection('users').updateOne({ username: 'ana' }, { $set: { createdAt } });
  const publishedAt = new Date(Date.now() - 2 * day);
  const photo = newId();
  const photographer = await joinSite(site, 'photographer');
  await photographer.sendPhoto(await cameraPhoto({ width: 1600, height: 1067 }), { id: photo });
  const cover = { id: photo, width: 1600, height: 1067, thumbhash: '', kind: 'Drive side', caption: '', alt: '' };
  const fields = { photos: [cover], cover };
  for (const name of ['ash', 'bay', 'cob']) await ballot.bike(name, 'owner', { publishedAt, ...fields });
  const at = beginOf(week);
  await ballot.likes('ash', ['m1', 'm2'], { at });
  await ballot.likes('bay', ['m1', 'm2'], { at: new Date(at.getTime() + 1) });
  for (const [name, weeks] of [
    ['dun', 2],
    ['elk', 60],
  ] as const) {
    const of = weeksAfter(week, -weeks);
    const won = { week: of, votes: 5, at: beginOf(weeksAfter(of, 1)) };
    await ballot.bike(name, 'owner', { publishedAt: beginOf(of), won, ...fields });
  }
}, 120_000);
afterAll(async () => {
  await ana?.close();
  await site?.close();
});

const places = (page: Page) => page.getByRole('list', { name: 'Ranking' }).getByRole('listitem').allInnerTexts();
const shown = async (page: Page) =>
  (await places(page)).map((text) => /(ash|bay|cob)[\s\S]*?(\d+) votes?/.exec(text)?.slice(1).join(' '));

/** Saves pictures of the page, to look at them. */
async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const size of [phone, desktop]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await page.screenshot({ path: `${pictures}/${name}-${size.width}-${colorScheme}.png` });
    }
  }
  await page.emulateMedia({ colorScheme: null });
  await page.setViewportSize(phone);
}

test('a like moves a bike in the ranking, which is reached from the menu, home and the bike, and stays offline', async () => {
  const { page } = ana;
  await ana.go(`/bike/${idNamed('bay')}/bay`);
  await ana.setLike(true);
  await ana.settle();
  await page.getByRole('button', { name: 'Main menu' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'This week' }).click();
  await page.getByRole('heading', { name: 'Bike of the Week', level: 1 }).waitFor();
  await until(async () => {
    await page.reload();
    await page.getByRole('list', { name: 'Ranking' }).waitFor({ timeout: 3_000 });
    expect(await shown(page)).toEqual(['bay 3', 'ash 2']);
  });
  expect(await page.getByText(/\d+ (day|hour|minute)s? left|This week is over/).count()).toBe(1);
  const years = await page.getByRole('heading', { level: 2, name: /^Winners of/ }).allInnerTexts();
  expect(years).toEqual([-2, -60].map((weeks) => `Winners of ${weeksAfter(week, weeks).slice(0, 4)}`));
  await assertAccessible(page);
  await picture(page, 'winners');

  await page.getByRole('list', { name: 'Ranking' }).getByRole('link', { name: /bay/ }).click();
  const rank = page.getByRole('link', { name: 'No. 1 this week' });
  await rank.waitFor();
  await picture(page, 'bike');
  await rank.click();
  await page.getByRole('heading', { name: 'Bike of the Week', level: 1 }).waitFor();

  await ana.go('/');
  await page.getByRole('main').getByRole('link', { name: 'This week' }).waitFor();
  await assertAccessible(page);
  await picture(page, 'home');
  await ana.device.context.setOffline(true);
  await page.getByRole('main').getByRole('link', { name: 'This week' }).click();
  await page.getByRole('list', { name: 'Ranking' }).waitFor();
  expect(await shown(page)).toEqual(['bay 3', 'ash 2']);
  await picture(page, 'offline');
  await ana.device.context.setOffline(false);
});

test('a stranger without script sees the ranking and the winners', async () => {
  const html = await (await fetch(`${site.origin}/winners`)).text();
  for (const text of ['bay', 'Ends on Monday at 00:00 UTC', `Winners of ${weeksAfter(week, -2).slice(0, 4)}`]) {
    expect(html).toContain(text);
  }
});
