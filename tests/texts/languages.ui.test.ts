import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listBrands } from '#contract/brands.ts';
import { languageCookie } from '#contract/language-choice.ts';
import { languagePathOf, type SiteLanguage, siteLanguages } from '#contract/languages.ts';
import { languageNames } from '#src/features/preferences/language-names.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { FleetingBrowser } from '#tests/kit/browser.ts';
import { joinBusy } from '#tests/kit/busy-member.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { publicAddresses } from '#tests/kit/public-screens.ts';
import { fullBike, fullMember, removedBike } from '#tests/kit/sample-items.ts';
import { Site } from '#tests/kit/site.ts';
import { browserAt } from '#tests/kit/site-member.ts';
import { tooWide } from '#tests/kit/too-wide.ts';
import { nightly } from '#tests/run/tiers.ts';
import { buildPseudoLanguage, isPseudo, pseudoLanguage } from './pseudo-language.ts';

let browser: FleetingBrowser;
beforeAll(() => {
  browser = new FleetingBrowser();
});
afterAll(() => browser?.close());

const widths = [320, 390, 1280];

type Opened = [BrowserContext, string];
/** A site with the sample community, and its addresses for a visitor. */
type Screens = { site: Site; language: SiteLanguage; visited: Opened[] };

async function newDevice({ site, language }: Pick<Screens, 'site' | 'language'>): Promise<BrowserContext> {
  const context = await browser.newContext({
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    locale: language,
    timezoneId: 'Europe/Berlin',
  });
  await context.addInitScript(() => localStorage.setItem('cookie-consent', 'true'));
  await context.addCookies([{ name: languageCookie, value: language, url: site.origin }]);
  return context;
}

async function openScreens(options: Parameters<typeof Site.start>[0], language: SiteLanguage): Promise<Screens> {
  const site = await Site.start({ demo: true, ...options });
  const visitor = await newDevice({ site, language });
  return { site, language, visited: publicAddresses.map((address) => [visitor, address]) };
}

/** The addresses of all screens: a visitor's, those with much on them, and those of a member. */
async function allOf(screens: Screens): Promise<Opened[]> {
  const { site, visited } = screens;
  const db = await site.db();
  const samples = [await fullBike(db), await fullMember(db), await removedBike(db)];
  const member = await newDevice(screens);
  const own = await joinBusy(member, site);
  const [[visitor] = [member]] = visited;
  return [
    ...visited,
    ...samples.map((address): Opened => [visitor, address]),
    ...own.map((address): Opened => [member, address]),
  ];
}

/** Opens a screen at an address of its language; returns the page and the errors that it logged. */
async function openIn(
  { site, language }: Screens,
  [context, address]: Opened,
): Promise<{ page: Page; errors: string[] }> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto(site.origin + languagePathOf(language) + address);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await untilIdle(page);
  return { page, errors };
}

/** Elements that make the page too wide, and axe's violations, at each width; the widest is in dark. */
async function faultsAtWidths(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.emulateMedia({ colorScheme: width === widths.at(-1) ? 'dark' : 'light' });
    await page.setViewportSize({ width, height: 900 });
    faults.push(...(await tooWide(page)).map((one) => `at ${width}: ${one}`));
    if (width !== 390) faults.push(...(await faultsOf(page)).map((one) => `at ${width}: ${one}`));
  }
  return faults;
}

/** Runs in a page: its texts and labels, without what members wrote, names, and other languages. */
function textsOf(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [document.title];
  const others = 'script, style, noscript, template, bdi, code, [dir=auto], [translate=no], html [lang]';
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.nodeValue && !text.parentElement?.closest(others)) found.push(text.nodeValue);
  for (const label of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const one of document.querySelectorAll(`[${label}]`))
      if (!one.closest(others)) found.push(one.getAttribute(label) ?? '');
  return found;
}

/** All that is written alike in each language: what is stored, names of languages and other sites, and units. */
async function namesOf(site: Site): Promise<string> {
  const db = await site.db();
  const rows: object[] = [];
  for (const { name } of await db.listCollections().toArray())
    rows.push(...(await db.collection(name).find().toArray()));
  const brands = await browserAt(site).call(listBrands);
  return JSON.stringify([
    rows,
    brands.answer.data,
    Object.values(languageNames),
    ['Headbadge', 'Mastodon', 'Pixelfed', 'YouTube', 'FAQ', site.origin, 'no-reply@localhost'],
    ['session', 'access', 'auth-check', 'device', 'data', 'qqqq'],
  ]);
}

/** Whether a text is a brand followed by a model. */
function isTitle(text: string, names: string): boolean {
  const words = text.split(' ');
  const isName = (some: string[]) => names.includes(JSON.stringify(some.join(' ')));
  return words.some((_, at) => isName(words.slice(0, at)) && isName(words.slice(at)));
}

/** Parts of a page's texts that are neither translated nor a name. */
async function leftIn(page: Page, names: string): Promise<string[]> {
  return (await page.evaluate(textsOf))
    .flatMap((text) => text.split(/ ?[·,:()–×|/+“”"#©\n]+ ?/))
    .map((part) => part.trim().replace(/^[\d.,]+ (?:[a-z]{1,2}$)?/, ''))
    .filter((part) => /[a-z]{2}/i.test(part) && !isPseudo(part) && !/^(?:[A-Z]{3}|[\da-f]{8})$/.test(part))
    .filter((part) => !names.includes(part) && !isTitle(part, names));
}

describe('in a language whose texts are a third longer and written from right to left', () => {
  let screens: Screens;
  beforeAll(async () => {
    const { page, catalogs } = await buildPseudoLanguage();
    screens = await openScreens({ page, env: { CATALOGS: catalogs } }, pseudoLanguage);
  });
  afterAll(() => screens?.site.close());

  async function check(addresses: Opened[]): Promise<void> {
    const names = await namesOf(screens.site);
    for (const [context, address] of addresses) {
      const { page, errors } = await openIn(screens, [context, address]);
      // The padding at a text's end is no part of a longer label.
      const found = {
        address,
        errors,
        left: await leftIn(page, names),
        faults: (await faultsAtWidths(page)).filter((one) => !one.includes('label-content-name-mismatch')),
      };
      expect.soft(found).toEqual({ address, errors: [], left: [], faults: [] });
      await page.close();
    }
  }
  const first = ['/', '/bike/search'];

  test('nothing of home and the search overflows, stays English or is inaccessible', () =>
    check(screens.visited.filter(([, address]) => first.includes(address))));

  test(
    'nothing of any screen overflows, stays English or is inaccessible',
    {
      tags: nightly,
      timeout: 900_000,
    },
    async () => check(await allOf(screens)),
  );
});

describe.each(['de', 'ja', 'ar'] as const)('in %s', (language) => {
  let screens: Screens;
  beforeAll(async () => {
    screens = await openScreens({}, language);
  });
  afterAll(() => screens?.site.close());

  test(`no screen in ${siteLanguages[language].name} overflows, logs an error or is inaccessible`, {
    tags: nightly,
    timeout: 900_000,
  }, async () => {
    for (const [context, address] of await allOf(screens)) {
      const { page, errors } = await openIn(screens, [context, address]);
      const found = { address, errors, faults: await faultsAtWidths(page) };
      expect.soft(found).toEqual({ address, errors: [], faults: [] });
      await page.close();
    }
  });
});
