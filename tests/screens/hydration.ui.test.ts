import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthUser, getAuthUser } from '#contract/auth.ts';
import { putBike } from '#contract/bike-whole.ts';
import { newId } from '#contract/ids.ts';
import { languageCookie } from '#contract/language-choice.ts';
import { bikePage, homePage, searchPage } from '#contract/pages.ts';
import { userPage } from '#contract/user-page.ts';
import { bikeWith } from '#tests/kit/bikes.ts';
import { desktop, FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { buildForDevelopment } from '#tests/kit/development-page.ts';
import { maxFontShift, maxHydrationShift, openHydrated, watchHydration } from '#tests/kit/hydration.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { publicAddresses } from '#tests/kit/public-screens.ts';
import { fullBike, fullMember, removedBike } from '#tests/kit/sample-items.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';
import { untilRendered } from '#tests/kit/until-rendered.ts';
import { nightly } from '#tests/run/tiers.ts';

let build: string;
let site: Site;
let browser: FleetingBrowser;
/** URLs of the first tier. */
let first: string[];
let addresses: string[];
beforeAll(async () => {
  build = await buildForDevelopment();
  site = await Site.start({ demo: true, page: build });
  const db = await site.db();
  // Every visitor opens home, a bike, a member and a search; the other screens have less to hydrate.
  first = ['/', await fullBike(db), await fullMember(db), '/bike/search', '/account/signup'];
  addresses = [...new Set([...first, ...publicAddresses, await removedBike(db)])];
  browser = new FleetingBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

const day = { colorScheme: 'light' } as const;
const night = { colorScheme: 'dark' } as const;
const hand = { viewport: phone, hasTouch: true, isMobile: true };
const desk = { viewport: desktop };
const visitors: BrowserContextOptions[] = [
  { timezoneId: 'Pacific/Kiritimati', locale: 'en-US', ...day, ...hand },
  { timezoneId: 'America/Los_Angeles', locale: 'ar-EG', ...night, ...desk },
  { timezoneId: 'Asia/Kolkata', locale: 'ar-EG', ...night, ...hand },
  { timezoneId: 'UTC', locale: 'en-US', ...day, ...desk },
];
const atOnce = 4;

/** Differences between the server's page and the hydrated one. */
async function wrongAt(context: BrowserContext, path: string): Promise<object[]> {
  const { printed, texts, moved, movedByFont, moves } = await openHydrated(context, site.origin + path);
  const isRight =
    printed.length === 0 && texts.length === 1 && moved <= maxHydrationShift && movedByFont <= maxFontShift;
  return isRight ? [] : [{ path, printed, texts, moved, movedByFont, moves }];
}

/** Opens URLs with one visitor's settings, each on its own device, as one page must not show another's cached data. */
async function wrongFor(visitor: BrowserContextOptions, paths: readonly string[]): Promise<object[]> {
  const left = [...paths];
  const wrong: object[] = [];
  const visit = async () => {
    const context = await browser.newContext(visitor);
    await context.addCookies([{ name: languageCookie, value: 'en', url: site.origin }]);
    await watchHydration(context);
    for (let path = left.shift(); path !== undefined; path = left.shift())
      wrong.push(...(await wrongAt(context, path)));
    await context.close();
  };
  await Promise.all(Array.from({ length: atOnce }, visit));
  return wrong;
}

/** The first two visitors differ in everything. They open home and a bike in the first tier, and the rest by turns. */
const firstVisitors = 2;
const isInFirstTier = (place: number, address: number) =>
  place < firstVisitors && (address < 2 || (address < first.length && address % firstVisitors === place));

test.for(visitors.slice(0, firstVisitors).map((visitor, place) => ({ ...visitor, place })))(
  'React hydrates public screens without a warning, and nothing changes or moves: $timezoneId, $locale, $colorScheme',
  async ({ place, ...visitor }) => {
    expect(
      await wrongFor(
        visitor,
        addresses.filter((_, at) => isInFirstTier(place, at)),
      ),
    ).toEqual([]);
  },
);

test.for(visitors.map((visitor, place) => ({ ...visitor, place })))(
  'React hydrates every other public screen likewise: $timezoneId, $locale, $colorScheme',
  { tags: nightly },
  async ({ place, ...visitor }) => {
    expect(
      await wrongFor(
        visitor,
        addresses.filter((_, at) => !isInFirstTier(place, at)),
      ),
    ).toEqual([]);
  },
);

/** The priority of commits that React's developer tools show for work that it does in steps, while nothing else is to do. */
const idlePriority = 5;

/** Runs in the page before its scripts: records the priority of the commit that hydrates the screen. */
function watchScreen(): void {
  const isHydrated = () => {
    const last = [...document.querySelectorAll('main a')].at(-1);
    return last !== undefined && Object.keys(last).some((name) => name.startsWith('__reactFiber'));
  };
  const onCommitFiberRoot = (_id: number, _root: unknown, priority: number) => {
    if (!('screenPriority' in globalThis) && isHydrated()) Object.assign(globalThis, { screenPriority: priority });
  };
  const nothing = () => undefined;
  const hook = { supportsFiber: true, inject: () => 1, onCommitFiberRoot, onCommitFiberUnmount: nothing };
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
}

test('React hydrates the screen in steps, so that the page does not freeze after its first paint', async () => {
  const priorities: unknown[] = [];
  const watched = first.slice(0, 2);
  for (const path of watched) {
    const context = await browser.newContext(visitors[0]);
    await context.addInitScript(watchScreen);
    const page = await context.newPage();
    await untilRendered(site.origin + path);
    await page.goto(site.origin + path);
    const priority = await page.waitForFunction(() => (globalThis as { screenPriority?: number }).screenPriority);
    priorities.push([path, await priority.jsonValue()]);
    await context.close();
  }
  expect(priorities).toEqual(watched.map((path) => [path, idlePriority]));
});

test("a returning visitor sees the server's page, never older data of the device", {
  tags: nightly,
}, async () => {
  const ana = await joinSite(site, 'ana');
  const photo = newId();
  await ana.sendPhoto(await cameraPhoto({ width: 1200, height: 800 }), { id: photo });
  const bike = newId();
  const publish = (model: string) =>
    ana.call(putBike, { params: { bikeId: bike }, body: bikeWith([photo], { model }) });
  const { id } = (await ana.call(getAuthUser)).answer.data as AuthUser;
  const pagesOf = (model: string) => [
    homePage(),
    bikePage(bike, `2021-surly-${model.toLowerCase()}`),
    userPage(id, 'ana'),
    searchPage({ keywords: 'surly' }),
  ];
  await publish('Ogre');
  const context = await browser.newContext(visitors[0]);
  await watchHydration(context);
  for (const path of pagesOf('Ogre')) expect(await wrongAt(context, path)).toEqual([]);
  await publish('Krampus');
  for (const path of pagesOf('Krampus')) {
    await until(async () => expect(await (await fetch(site.origin + path)).text()).toContain('Krampus'));
    expect(await wrongAt(context, path)).toEqual([]);
  }
  await context.close();
});
