import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultsOf } from '#tests/kit/axe.ts';
import { FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { publicAddresses, templates } from '#tests/kit/public-screens.ts';
import { fullBike, fullMember, removedBike } from '#tests/kit/sample-items.ts';
import { Site } from '#tests/kit/site.ts';
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
/** Screens of the first tier. */
const first = [...templates, 'a bike', 'a member'];
/** Screens whose every tab stop the first tier reaches by keyboard. */
const firstByKeyboard = ['/', '/account/signup', '/preferences', 'a bike'];
const addressOf = (place: string) => bikes[place as keyof typeof bikes] ?? place;

/** Opens a page as a visitor who has accepted cookies, and waits until it is hydrated. */
async function open(place: string, hasTouch = false): Promise<Page> {
  const address = site.origin + addressOf(place);
  await untilRendered(address);
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', hasTouch });
  await context.addInitScript(() => localStorage.setItem('cookie-consent', 'true'));
  const page = await context.newPage();
  await page.goto(address);
  await page.getByRole('button', { name: 'Main menu', expanded: false }).waitFor();
  await untilIdle(page);
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
      const count = await page.evaluate(numberStops);
      expect(count).toBeGreaterThan(20);
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
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
