import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { screens } from '#src/app/screens.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { Device, FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { publicAddresses } from '#tests/kit/public-screens.ts';
import { fullBike, fullMember, removedBike } from '#tests/kit/sample-items.ts';
import { Site } from '#tests/kit/site.ts';
import { joinDevice } from '#tests/kit/site-member.ts';
import { smallTargets } from '#tests/kit/small-targets.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { untilRendered } from '#tests/kit/until-rendered.ts';
import { nightly } from '#tests/run/tiers.ts';

let site: Site;
let browser: FleetingBrowser;
/** Existing bikes; their URLs are known once the site is running. */
const bikes = { 'a bike': '', 'a bike that was removed': '', 'a member': '' };
beforeAll(async () => {
  site = await Site.start({ demo: true });
  const db = await site.db();
  bikes['a bike'] = await fullBike(db);
  bikes['a bike that was removed'] = await removedBike(db);
  bikes['a member'] = await fullMember(db);
  browser = new FleetingBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const places = [...publicAddresses, ...Object.keys(bikes)];
/** Screens of the first tier: one of each template. The others use the same components. */
const first = ['/', '/bike/search?keywords=gravel', '/account/signup', '/faq', '/preferences', 'a bike', 'a member'];
/** Screens whose every tab stop the first tier reaches by keyboard. */
const firstByKeyboard = ['/', '/account/signup'];
const addressOf = (place: string) => bikes[place as keyof typeof bikes] ?? place;

async function untilHydrated(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Main menu', expanded: false }).waitFor();
  await untilIdle(page);
}

/** Opens a page as a visitor who has accepted cookies, and waits until it is hydrated. */
async function open(place: string, hasTouch = false): Promise<Page> {
  const address = site.origin + addressOf(place);
  await untilRendered(address);
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', hasTouch });
  await context.addInitScript(() => localStorage.setItem('cookie-consent', 'true'));
  const page = await context.newPage();
  await page.goto(address);
  await untilHydrated(page);
  return page;
}

/** Widths in pixels, each in light and, with `inDark`, in dark. */
type Views = { width: number; inDark: boolean }[];
const allViews: Views = [
  { width: 390, inDark: false },
  { width: 1280, inDark: true },
];
const all: Views = [390, 768, 1280].map((width) => ({ width, inDark: true }));

/** Runs in a page: numbers all elements that a keyboard has to reach, and returns how many there are. */
function numberStops(): number {
  // Tab reaches the checked one of a group, and the arrow keys the others.
  const all = 'a[href], button, input:not([type=radio]:not(:checked)), select, textarea, summary, iframe, [tabindex]';
  const stops = [...document.querySelectorAll<HTMLElement>(all)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(':disabled') && one.checkVisibility({ visibilityProperty: true }),
  );
  for (const [i, one] of stops.entries()) one.dataset.stop = String(i);
  return stops.length;
}

/** Runs in a page: the focused one's number, whether the focus is visible, and whether something covers it. */
function stopHere() {
  const here = document.activeElement as HTMLElement | null;
  if (!here || here === document.body) return null;
  // A link may fill its card, which then shows the focus.
  const around: Element[] = [];
  for (let one: Element | null = here; one && around.length < 5; one = one.parentElement) around.push(one);
  const hasRing = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
    outlineStyle !== 'none' && outlineWidth !== '0px';
  const ringed = hasRing(getComputedStyle(here, '::after')) || around.some((one) => hasRing(getComputedStyle(one)));
  const { top, bottom } = here.getBoundingClientRect();
  return {
    stop: here.dataset.stop ?? null,
    seen: ringed && bottom > 0 && top < innerHeight,
    html: here.outerHTML.slice(0, 120),
  };
}

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

async function edgesAt(page: Page, width: number): Promise<Record<string, number>> {
  await page.setViewportSize({ width, height: 900 });
  const edges: Record<string, number> = {};
  for (const part of ['header', 'main', 'footer']) edges[part] = await page.evaluate(leftEdge, part);
  await toggleOf(page).click();
  edges.menu = await page.evaluate(leftEdge, '#main-menu');
  await toggleOf(page).click();
  return edges;
}

const aligned = (edge: number) => ({ header: edge, main: edge, footer: edge, menu: edge });
/** The gutter at each width. */
const gutters = { 320: 16, 390: 16, 768: 27, 1280: 42 };

async function assertAligned(page: Page): Promise<void> {
  for (const [width, gutter] of Object.entries(gutters))
    expect(await edgesAt(page, Number(width)), width).toEqual(aligned(gutter));
}

async function assertAccessibleAt(page: Page, views: Views): Promise<void> {
  for (const { width, inDark } of views) {
    await page.setViewportSize({ width, height: 900 });
    expect(await faultsOf(page), `${page.url()} at ${width}`).toEqual([]);
    expect(await tooWide(page), `${page.url()} at ${width}`).toEqual([]);
    if (!inDark) continue;
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await faultsOf(page, ['color-contrast']), `${page.url()} at ${width}, in dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
}

for (const place of places) {
  describe(place, { tags: first.includes(place) ? [] : [nightly] }, () => {
    let page: Page;
    beforeAll(async () => {
      page = await open(place);
    });
    afterAll(() => page?.context().close());

    test('has no axe violation on a phone and on a desktop, there in dark too', async () => {
      await assertAccessibleAt(page, allViews);
    });

    test('header, menu, page and footer begin at the same edge at every width', async () => {
      await assertAligned(page);
    });

    test('on a phone a thumb hits every control, and text at 200 % fits', { tags: nightly }, async () => {
      const page = await open(place, true);
      await page.setViewportSize(phone);
      expect(await page.evaluate(smallTargets)).toEqual([]);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      expect(await tooWide(page)).toEqual([]);
      await page.context().close();
    });

    test('has no axe violation at 390, 768 and 1280 pixels, in light and dark', { tags: nightly }, async () => {
      await assertAccessibleAt(page, all);
    });

    test('everything is reachable by keyboard, in order, with visible focus, and can be left', {
      tags: firstByKeyboard.includes(place) ? [] : [nightly],
    }, async () => {
      await page.setViewportSize({ width: 1280, height: 900 });
      // Tab would begin at what was clicked last.
      await page.reload();
      await untilHydrated(page);
      const count = await page.evaluate(numberStops);
      expect(count).toBeGreaterThan(20);
      const reached: string[] = [];
      const unseen: string[] = [];
      for (let presses = 0; presses < count + 30; presses += 1) {
        await page.keyboard.press('Tab');
        const here = await page.evaluate(stopHere);
        if (!here) break;
        if (here.stop !== null && reached.includes(here.stop)) break;
        if (here.stop !== null) reached.push(here.stop);
        if (!here.seen) unseen.push(here.html);
      }
      expect(unseen, place).toEqual([]);
      expect(reached, place).toEqual(Array.from({ length: count }, (_, i) => String(i)));
    });
  });
}

describe('header, menu, page and footer of a member begin at the same edge at every width:', () => {
  const editor = '/user/bike/edit/:bikeId';
  const firstOfMember = ['/user/bikes', editor];
  let page: Page;
  let bikeId: string;
  beforeAll(async () => {
    const { context } = await Device.open(site.origin);
    await joinDevice(context, site, 'ana');
    page = await context.newPage();
    const db = await site.db();
    const users = db.collection<{ _id: string }>('users');
    const ana = await users.findOneAndUpdate({ username: 'ana' }, { $set: { operator: true } });
    const owner = { id: ana?._id, username: 'ana', avatar: '' };
    const bike = await db
      .collection<{ _id: string }>('bikes')
      .findOneAndUpdate({ status: 'Active', 'photos.2': { $exists: false } }, { $set: { owner } });
    bikeId = bike?._id ?? '';
  });
  afterAll(() => page?.context().close());

  for (const { path } of screens.filter(({ member }) => member)) {
    test(path, { tags: firstOfMember.includes(path) ? [] : [nightly] }, async () => {
      await page.goto(site.origin + path.replace(/(\/:\w+\?)+$/, '').replace(':bikeId', bikeId));
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await page.getByRole('button', { name: /^Account/ }).waitFor();
      await untilIdle(page);
      await assertAligned(page);
    });
  }
});

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
