/** @module-tag nightly */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendMessage } from '#contract/conversations.ts';
import { addFavorite, putFolder } from '#contract/favorites.ts';
import { newId } from '#contract/ids.ts';
import { screens } from '#src/app/screens.ts';
import type { TestBrowser } from '#tests/kit/app.ts';
import { faultsOf } from '#tests/kit/axe.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { desktop, FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { giveRole } from '#tests/kit/roles.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { smallTargets } from '#tests/kit/small-targets.ts';

let site: Site;
let browser: FleetingBrowser;
let ana: TestBrowser;
let ben: TestBrowser;
/** Values of these route parameters. */
const named = { ':bikeId': '', ':folderId': '', ':benId': '' };

/** Every screen of the account area, with a folder and a conversation open too, and the screens that lead into it. */
const places = [
  ...screens
    .filter(({ path, member }) => member || path.startsWith('/account/'))
    .map(({ path, member = false }) => ({ path: path.replace('/:part?/:id?', ''), member })),
  ...[
    ...['/user/favorites?folder=:folderId', '/user/messages?with=:benId', '/user/nowhere'],
    ...['/moderation/overview', '/moderation/site', '/moderation/members', '/moderation/log'],
  ].map((path) => ({ path, member: true })),
];
const idOf = async (username: string): Promise<string> =>
  String((await (await site.db()).collection('users').findOne({ username }))?._id);
const write = async (text: string) => {
  const params = { userId: await idOf('ana') };
  expect((await ben.call(sendMessage, { params, body: { id: newId(), text } })).status).toBe(201);
};

beforeAll(async () => {
  site = await Site.start();
  ana = await joinSite(site, 'ana');
  ben = await joinSite(site, 'benjamin_longest');
  const folderId = newId();
  Object.assign(named, {
    ':bikeId': await publishBike(ana),
    ':folderId': folderId,
    ':benId': await idOf('benjamin_longest'),
  });
  await ana.call(putFolder, { params: { folderId }, body: { name: 'Winter' } });
  const favorite = { params: { folderId, bikeId: await publishBike(ben) } };
  expect((await ana.call(addFavorite, favorite)).status).toBe(200);
  await giveRole(await site.db(), 'ana');
  await write('Which tires are those? https://example.org/a/very/long/address/that/never/ends');
  browser = new FleetingBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Opens a screen with all of its content. */
async function open({ path, member }: (typeof places)[number], hasTouch = false): Promise<Page> {
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce', hasTouch });
  await context.addInitScript(() => localStorage.setItem('cookie-consent', 'true'));
  if (member) await context.addCookies([...ana.cookies].map(([name, value]) => ({ name, value, url: site.origin })));
  const page = await context.newPage();
  await page.goto(Object.entries(named).reduce((way, [name, id]) => way.replace(name, id), site.origin + path));
  if (member) await page.getByRole('button', { name: /^Account/ }).waitFor();
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
  await untilIdle(page);
  return page;
}

/** Runs in a page: elements that overflow where nothing scrolls or shows an ellipsis. */
function cutOff(): string[] {
  const cut: string[] = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) cut.push(`the page by ${wide}`);
  for (const one of document.querySelectorAll<HTMLElement>('body *')) {
    if (!one.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true, opacityProperty: true }))
      continue;
    const { overflowX, overflowY, textOverflow, webkitLineClamp, clipPath, position } = getComputedStyle(one);
    // Visually hidden text, and text with an ellipsis.
    const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
    if (clipPath !== 'none' || isShortened || (one.clientWidth <= 1 && position === 'absolute')) continue;
    const hides = (how: string) => how === 'hidden' || how === 'clip';
    const text = one.innerText?.trim();
    if (!text || one.tagName === 'svg') continue;
    if (hides(overflowX) && one.scrollWidth > one.clientWidth + 1) cut.push(`sideways: ${one.outerHTML.slice(0, 160)}`);
    if (hides(overflowY) && one.scrollHeight > one.clientHeight + 1) cut.push(`below: ${one.outerHTML.slice(0, 160)}`);
  }
  return cut;
}

/** Runs in a page: the focused element, whether it has a focus ring, and whether any of it is visible. */
function focusHere() {
  const here = document.activeElement as HTMLElement | null;
  if (!here || here === document.body) return null;
  const met = Object(globalThis).met as Element[];
  const again = met.includes(here);
  met.push(here);
  const around: Element[] = [];
  for (let one: Element | null = here; one && around.length < 5; one = one.parentElement) around.push(one);
  const hasRing = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
    outlineStyle !== 'none' && outlineWidth !== '0px';
  const label = (here as HTMLInputElement).labels?.[0];
  const ringed =
    hasRing(getComputedStyle(here, '::after')) ||
    [...around, ...(label ? [label] : [])].some((one) => hasRing(getComputedStyle(one)));
  const boxes = [here, ...(label ? [label] : [])];
  const seen = boxes.some((box) => {
    const { left, top, width, height } = box.getBoundingClientRect();
    return [0.1, 0.5, 0.9].some((x) =>
      [0.1, 0.5, 0.9].some((y) => {
        const hit = document.elementFromPoint(left + width * x, top + height * y);
        return (
          hit !== null &&
          (box.contains(hit) || (hit.contains(box) === false && hit.closest('label') === label && label !== undefined))
        );
      }),
    );
  });
  return { again, ringed, seen, html: here.outerHTML.slice(0, 160) };
}

/** Tabs through a page. Returns elements without a focus ring or covered while focused. */
async function lostFocus(page: Page): Promise<string[]> {
  const lost: string[] = [];
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    Object.assign(globalThis, { met: [] });
  });
  let met = 0;
  for (; met < 250; met += 1) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(focusHere);
    if (!here || here.again) break;
    if (!here.ringed) lost.push(`no ring: ${here.html}`);
    if (!here.seen) lost.push(`covered: ${here.html}`);
  }
  expect(met).toBeGreaterThan(5);
  return lost;
}

/** Runs in a page: animations and transitions longer than an eye notices. */
function moving(): string[] {
  const ms = (times: string) =>
    Math.max(...times.split(',').map((time) => Number.parseFloat(time) * (time.includes('ms') ? 1 : 1000)));
  return [...document.querySelectorAll('*')].flatMap((one) =>
    [undefined, '::before', '::after'].flatMap((part) => {
      const style = getComputedStyle(one, part);
      const animated = style.animationName !== 'none' && ms(style.animationDuration) > 10;
      const eased = style.transitionProperty !== 'none' && ms(style.transitionDuration) > 10;
      return animated || eased || style.scrollBehavior === 'smooth'
        ? [`${part ?? ''} ${one.outerHTML.slice(0, 160)}`]
        : [];
    }),
  );
}

/**
 * Runs in a page with forced colors: controls without an edge, icons without a color, and selected states that do not
 * differ.
 */
function unclear(): string[] {
  const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const all = (which: string) => [...document.querySelectorAll<HTMLElement>(which)].filter(isShown);
  const hasEdge = (one: Element) => {
    const { borderBlockEndStyle, borderBlockEndWidth, borderBlockEndColor, backgroundColor, appearance } =
      getComputedStyle(one);
    if (
      appearance !== 'none' &&
      one.matches('input[type=checkbox], input[type=radio], input[type=range], input[type=file]')
    )
      return true;
    return borderBlockEndStyle !== 'none' && borderBlockEndWidth !== '0px' && borderBlockEndColor !== backgroundColor;
  };
  const fields = all('input:not([type=hidden], [type=file]), select, textarea').filter((one) => {
    const { width } = one.getBoundingClientRect();
    return (
      width > 1 &&
      getComputedStyle(one).opacity !== '0' &&
      !hasEdge(one) &&
      !(one.parentElement && hasEdge(one.parentElement))
    );
  });
  const icons = all('svg').filter((one) => {
    const { stroke, fill, color } = getComputedStyle(one);
    const canvas = getComputedStyle(document.body).backgroundColor;
    return [stroke, fill].every((ink) => ink === 'none' || ink === canvas) && color === canvas;
  });
  const distinguishing = [
    ...(['fontWeight', 'borderBlockEndWidth', 'borderBlockEndColor', 'borderInlineStartWidth'] as const),
    ...(['borderInlineStartColor', 'textDecorationLine', 'outlineStyle', 'color', 'backgroundColor'] as const),
  ];
  const look = (one: Element) => {
    const style = getComputedStyle(one);
    return distinguishing.map((name) => style[name]).join();
  };
  const chosen = all('nav a[aria-current], [role=tab][aria-selected=true]').filter((one) => {
    const others = [...(one.closest('nav, ul, [role=tablist]')?.querySelectorAll('a, [role=tab]') ?? [])].filter(
      (other) => other !== one && !other.matches('[aria-current], [aria-selected=true]') && isShown(other),
    );
    return others.length > 0 && others.every((other) => look(other) === look(one));
  });
  const said = (what: string, those: Element[]) => those.map((one) => `${what}: ${one.outerHTML.slice(0, 160)}`);
  return [...said('no edge', fields), ...said('no ink', icons), ...said('not distinguished', chosen)];
}

/** A window of 1,280 by 1,024 pixels at each zoom in percent. */
const zooms = [
  [200, { width: 640, height: 512 }],
  [400, { width: 320, height: 256 }],
] as const;

for (const place of places) {
  test(`at 200 and 400 % nothing is clipped or covers the focus, nothing moves unnecessarily, and forced colors show everything: ${place.path}`, async () => {
    const page = await open(place);
    expect(await page.evaluate(moving), 'moves').toEqual([]);
    for (const [size, colorScheme] of [
      [phone, 'light'],
      [desktop, 'dark'],
    ] as const) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      expect(await faultsOf(page), colorScheme).toEqual([]);
    }
    for (const [percent, size] of zooms) {
      await page.setViewportSize(size);
      expect(await page.evaluate(cutOff), `${percent} %`).toEqual([]);
    }
    expect(await lostFocus(page), '400 %').toEqual([]);
    await page.emulateMedia({ forcedColors: 'active' });
    await page.setViewportSize(desktop);
    expect(await page.evaluate(unclear), 'forced colors').toEqual([]);
    expect(await lostFocus(page), 'forced colors').toEqual([]);
    await page.context().close();
  });
}

for (const place of places) {
  test(`on a phone a thumb hits every control, and text at 200 % is not clipped: ${place.path}`, async () => {
    const page = await open(place, true);
    await page.setViewportSize(phone);
    expect(await page.evaluate(smallTargets)).toEqual([]);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await page.evaluate(cutOff)).toEqual([]);
    await page.context().close();
  });
}

/** Runs in a page: how a selected control and an unselected one differ visually. */
function paintOf(one: Element, part?: string): string {
  const { backgroundColor, borderInlineStartWidth, borderInlineStartColor } = getComputedStyle(one, part);
  return [backgroundColor, borderInlineStartWidth, borderInlineStartColor].join();
}

test('with forced colors, selected, new and pending items differ by more than their background', async () => {
  await write('And that saddle?');
  const page = await open({ path: '/user/bike/add#bike', member: true });
  await page.emulateMedia({ forcedColors: 'active' });
  const paint = (one: Locator, part?: string) => one.evaluate(paintOf, part);
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);

  const account = page.getByRole('button', { name: /^Account, \d unread/ });
  expect(await paint(account, '::after')).not.toContain(canvas);

  const brand = page.getByRole('combobox', { name: /^Brand/ });
  await brand.fill('S');
  const options = page.getByRole('listbox').getByRole('option', { name: /models?$/ });
  await options.nth(1).waitFor();
  await page.keyboard.press('ArrowDown');
  const [one, ...others] = await Promise.all((await options.all()).slice(0, 3).map((option) => paint(option)));
  expect(others).not.toContain(one);
  await page.keyboard.press('Escape');

  await page.goto(`${site.origin}/user/bike/add#gears`);
  const gears = (name: string) => page.getByRole('button', { name, exact: true });
  await gears('E-bike').click();
  expect(await paint(gears('E-bike'))).not.toBe(await paint(gears('Other')));
  const select = page.getByRole('combobox', { name: /^Rear gear/ });
  expect(await select.evaluate((one) => getComputedStyle(one).appearance)).not.toBe('none');

  await page.goto(`${site.origin}/user/messages`);
  const conversation = page.getByRole('navigation', { name: 'Conversations' }).getByRole('link');
  await conversation.waitFor();
  const before = await paint(conversation);
  await conversation.click();
  await page.getByRole('log').waitFor();
  expect(await paint(page.locator('nav[aria-label=Conversations] a[aria-current]'))).not.toBe(before);
  await page.context().close();
});
