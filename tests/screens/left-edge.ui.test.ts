import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { screens } from '#src/app/screens.ts';
import { Device } from '#tests/kit/browser.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { publicAddresses, templates } from '#tests/kit/public-screens.ts';
import { fullBike, fullMember } from '#tests/kit/sample-items.ts';
import { Site } from '#tests/kit/site.ts';
import { joinDevice } from '#tests/kit/site-member.ts';
import { untilRendered } from '#tests/kit/until-rendered.ts';
import { nightly } from '#tests/run/tiers.ts';

let site: Site;
let visitor: Device;
let member: Device;
/** Existing items; their addresses are known once the site is running. */
const real = { 'a bike': '', 'a member': '', 'a bike to edit': '' };

beforeAll(async () => {
  site = await Site.start({ demo: true });
  const db = await site.db();
  real['a bike'] = await fullBike(db);
  real['a member'] = await fullMember(db);
  visitor = await Device.open(site.origin);
  member = await Device.open(site.origin);
  await joinDevice(member.context, site, 'ana');
  const users = db.collection<{ _id: string }>('users');
  const ana = await users.findOneAndUpdate({ username: 'ana' }, { $set: { operator: true } });
  const owner = { id: ana?._id, username: 'ana', avatar: '' };
  const bike = await db
    .collection<{ _id: string }>('bikes')
    .findOneAndUpdate({ status: 'Active', 'photos.2': { $exists: false } }, { $set: { owner } });
  real['a bike to edit'] = `/user/bike/edit/${bike?._id}`;
});
afterAll(async () => {
  await visitor?.close();
  await member?.close();
  await site?.close();
});

/** Runs in a page: the left edge of an element's texts and icons, and of the current entry's bar. Photos reach further. */
function leftEdge(selector: string): number {
  const lefts: number[] = [];
  const part = document.querySelector(selector);
  if (!part) throw new Error(`There is no ${selector}.`);
  const isShown = (one: Element) =>
    one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 1;
  const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.nodeValue?.trim() || !text.parentElement || !isShown(text.parentElement)) continue;
    range.selectNodeContents(text);
    for (const { left, width } of range.getClientRects()) if (width > 1) lefts.push(left);
  }
  for (const one of part.querySelectorAll('svg, [aria-current]'))
    if (isShown(one)) lefts.push(one.getBoundingClientRect().left);
  return Math.round(Math.min(...lefts));
}

const toggleOf = (page: Page) => page.getByRole('banner').getByRole('button', { name: /main menu/i });

async function edgesAt(page: Page, width: number, menu: string): Promise<Record<string, number>> {
  await page.setViewportSize({ width, height: 900 });
  const edges: Record<string, number> = {};
  for (const part of ['header', 'main', 'footer']) edges[part] = await page.evaluate(leftEdge, part);
  await toggleOf(page).click();
  edges.menu = await page.evaluate(leftEdge, menu);
  await toggleOf(page).click();
  return edges;
}

const aligned = (edge: number) => ({ header: edge, main: edge, footer: edge, menu: edge });
/** The gutter at each width. */
const gutters = { 320: 16, 390: 16, 768: 27, 1280: 42 };

const firstOfMember = ['/user/bikes', '/user/favorites', 'a bike to edit'];
const places = [
  ...[...publicAddresses, 'a bike', 'a member'].map((place) => ({ place, isMember: false })),
  ...screens
    .filter((screen) => screen.member)
    .map(({ path }) => ({ place: path.includes(':bikeId') ? 'a bike to edit' : path, isMember: true })),
];
const first = [...templates, 'a bike', 'a member', ...firstOfMember];

for (const { place, isMember } of places) {
  test(`header, menu, page and footer begin at the same edge at every width: ${place}`, {
    tags: first.includes(place) ? [] : [nightly],
  }, async () => {
    const page = await (isMember ? member : visitor).context.newPage();
    await page.goto(site.origin + (real[place as keyof typeof real] ?? place.replace('/:part?', '')));
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    await toggleOf(page).and(page.locator('[aria-expanded]')).waitFor();
    if (isMember) await page.getByRole('button', { name: /^Account/ }).waitFor();
    await untilIdle(page);
    for (const [width, gutter] of Object.entries(gutters))
      expect(await edgesAt(page, Number(width), '#main-menu'), width).toEqual(aligned(gutter));
    await page.close();
  });
}

test('the menu that the browser opens before the script runs begins at the left edge of the page', async () => {
  await untilRendered(`${site.origin}/`);
  const reader = await Device.open(site.origin, { javaScriptEnabled: false });
  try {
    const page = await reader.page('/');
    for (const [width, gutter] of Object.entries(gutters)) {
      await page.setViewportSize({ width: Number(width), height: 900 });
      await toggleOf(page).click();
      expect(await page.evaluate(leftEdge, '#main-menu-early'), width).toBe(gutter);
      await page.keyboard.press('Escape');
    }
  } finally {
    await reader.close();
  }
});
