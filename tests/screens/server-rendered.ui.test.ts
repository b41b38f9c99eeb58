/** @module-tag nightly */
import { createHash } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { login } from '#contract/accounts.ts';
import { pathOf } from '#contract/endpoint.ts';
import { likeBike } from '#contract/likes.ts';
import { bikePage } from '#contract/pages.ts';
import type { Person } from '#contract/people.ts';
import { userPage } from '#contract/user-page.ts';
import { Device, desktop, FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { maxFontShift, maxHydrationShift, openHydrated, watchHydration } from '#tests/kit/hydration.ts';
import { publicAddresses } from '#tests/kit/public-screens.ts';
import { Site } from '#tests/kit/site.ts';
import { joinSite } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';
import { fetchRendered, isRendered, untilRendered } from '#tests/kit/until-rendered.ts';

let site: Site;
let bike: string;
beforeAll(async () => {
  site = await Site.start({ demo: true });
  bike = /href="(\/bike\/[\da-f-]{36}\/[^"]+)"/.exec((await fetchRendered(site.origin)).text)?.[1] ?? '';
});
afterAll(() => site?.close());

const toRead = publicAddresses.filter((path) => /^\/(?:about|faq|photo-guide|help|account\/signup)/.test(path));
const ask = (path: string, headers: Record<string, string> = {}) => fetch(site.origin + path, { headers });
const textOf = async (path: string, headers = {}) => (await ask(path, headers)).text();
const rootOf = (text: string) => /<div id="root">(.*?)<script type="application\/json"/s.exec(text)?.[1] ?? '';

/** Follows a link and waits for a server-rendered page. */
async function follow(link: Locator): Promise<void> {
  await untilRendered(new URL((await link.getAttribute('href')) ?? '', link.page().url()).href);
  await link.click();
}

describe("a visitor's page", () => {
  test('is shown before any script, with its status and its title', async () => {
    const pages = [
      ['/', 200, 'Headbadge', 'Recent'],
      [bike, 200, ' · Headbadge', 'Specifications'],
      ['/bike/search?keywords=gravel', 200, 'gravel · Headbadge', 'gravel'],
      ['/account/login', 200, 'Log In · Headbadge', 'Username or e-mail'],
      ['/account/signup', 200, 'Sign Up · Headbadge', 'Username'],
      ['/nowhere', 404, 'Not found · Headbadge', 'Page not found'],
      ['/bike/nonsense', 404, 'Not found · Headbadge', 'Page not found'],
      [bikePage('01890000-0000-7000-8000-000000000101', 'gone'), 404, 'Page not found', 'This bike doesn’t exist'],
    ] as const;
    for (const [path, status, title, content] of pages) {
      const answer = await fetchRendered(site.origin + path);
      const { text } = answer;
      expect(answer.status, path).toBe(status);
      expect(/<title>(.*?)<\/title>/.exec(text)?.[1], path).toContain(title);
      expect(rootOf(text), path).toContain(content);
    }
  });

  test('has no style and no script that its policy refuses', async () => {
    for (const path of ['/', bike, '/bike/search']) {
      const { headers, text } = await fetchRendered(site.origin + path);
      const styles = [...text.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = '']) => style);
      const scripts = [...text.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => script);
      expect([styles.length, scripts.length]).toEqual([2, 1]);
      for (const one of [...styles, ...scripts]) {
        const hash = createHash('sha256').update(one).digest('base64');
        expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`);
      }
      expect(text).not.toMatch(/ style=/);
    }
  });

  test('includes the style of its own screen', async () => {
    for (const [path, file] of [
      [bike, 'bike-screen'],
      ['/bike/search', 'search-screen'],
      ['/account/signup', 'signup-screen'],
    ] as const) {
      const { text } = await fetchRendered(site.origin + path);
      expect(text).toMatch(new RegExp(`data-scripts="[^"]*/assets/${file}-`));
    }
  });

  test('is cacheable, and answers 304 to a browser that has it', async () => {
    // Counters that change meanwhile let the page be rendered again, now and then.
    await until(async () => {
      await untilRendered(`${site.origin}/`);
      const [first, second] = [await ask('/'), await ask('/')];
      expect(await first.text()).toBe(await second.text());
      const tag = first.headers.get('etag') ?? '';
      expect((await ask('/', { 'if-none-match': tag })).status).toBe(304);
      expect(first.headers.get('vary')).toContain('Cookie');
    });
  });

  test('tells search engines and share cards the same as visitors', async () => {
    const { text } = await fetchRendered(site.origin + bike);
    const [head = ''] = text.split('</head>');
    const name = /<title>(.*?) · Headbadge<\/title>/.exec(head)?.[1] ?? '';
    expect(name).not.toBe('');
    expect(head).toContain(`<link rel="canonical" href="${site.origin}${bike}"/>`);
    expect(head).toContain(`<meta property="og:title" content="${name}"/>`);
    expect(head.match(/name="description"/g)).toHaveLength(1);
    const image = /<meta property="og:image" content="(.*?)"/.exec(head)?.[1] ?? '';
    expect((await fetch(image)).headers.get('content-type')).toContain('image/');
    const jsonLd = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '');
    expect(jsonLd).toMatchObject({ headline: name, url: site.origin + bike, image: expect.arrayContaining([image]) });
    const nowhere = await fetchRendered(`${site.origin}/nowhere`);
    expect(nowhere.text.split('</head>')[0]).toContain('content="noindex"');
  });

  test('can be read and searched without scripts', async () => {
    const device = await Device.open(site.origin, { javaScriptEnabled: false });
    await untilRendered(site.origin);
    const page = await device.page('/');
    await page.getByRole('heading', { name: 'Recent' }).waitFor();
    await page.getByRole('searchbox').fill('bianchi');
    await untilRendered(`${site.origin}/bike/search?keywords=bianchi`);
    await page.getByRole('searchbox').press('Enter');
    await page.waitForURL(/keywords=bianchi/);
    await page.getByRole('heading', { name: 'bianchi', level: 1 }).waitFor();
    await follow(page.getByRole('main').getByRole('article').first().getByRole('link'));
    await page.getByRole('heading', { name: 'Specifications' }).waitFor();
    await device.close();
  });

  test('sends no password to anyone without scripts', async () => {
    const device = await Device.open(site.origin, { javaScriptEnabled: false });
    await untilRendered(`${site.origin}/account/login`);
    const page = await device.page('/account/login');
    await page.getByLabel('Username or e-mail').fill('ana');
    await page.getByLabel('Password', { exact: true }).fill('a secret of mine');
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Log In', level: 1 }).waitFor();
    expect(page.url()).toBe(`${site.origin}/account/login`);
    expect((await fetchRendered(`${site.origin}/account/login`)).text).toContain('method="post"');
    await device.close();
  });

  test('is not rendered for a private URL, and ignores unknown parameters', async () => {
    for (const query of ['?token=abc', '?email=ana%40example.org']) {
      expect(await textOf(`/account/confirm-email${query}`)).toContain('<div id="root"></div>');
    }
    await until(async () => {
      const { text } = await fetchRendered(`${site.origin}/`);
      expect(await textOf('/?fbclid=123')).toBe(text);
    });
  });

  test('says that a form needs scripts', async () => {
    for (const path of ['/account/login', '/account/signup']) {
      expect((await fetchRendered(site.origin + path)).text).toMatch(/<noscript><p>Turn on JavaScript/);
    }
  });

  test('is paged without scripts', async () => {
    const device = await Device.open(site.origin, { javaScriptEnabled: false });
    await untilRendered(`${site.origin}/bike/search`);
    const page = await device.page('/bike/search');
    const firstOf = () => page.getByRole('main').getByRole('article').first().innerText();
    const back = page.getByRole('link', { name: 'Back to the first page' });
    const first = await firstOf();
    await follow(page.getByRole('link', { name: 'Load more' }));
    await back.waitFor();
    expect(await firstOf()).not.toBe(first);
    await follow(back);
    await back.waitFor({ state: 'detached' });
    expect(await firstOf()).toBe(first);
    await device.close();
  });
});

describe('hydration', () => {
  const kinds = () => ['/', bike, '/bike/search', '/account/signup', '/faq'];

  async function assertQuiet(paths: readonly string[]): Promise<void> {
    const browser = new FleetingBrowser();
    // A page from the worker differs.
    const context = await browser.newContext({ viewport: phone, serviceWorkers: 'block' });
    await watchHydration(context);
    const left = [...paths];
    const visit = async () => {
      for (let path = left.shift(); path !== undefined; path = left.shift()) {
        const { asked, printed, moved, movedByFont } = await openHydrated(context, site.origin + path);
        expect({ asked, printed }, path).toEqual({ asked: [], printed: [] });
        expect(moved, path).toBeLessThan(maxHydrationShift);
        expect(movedByFont, path).toBeLessThan(maxFontShift);
      }
    };
    await Promise.all([visit(), visit(), visit()]);
    await browser.close();
  }

  test('requests no embedded data on a page of each kind, logs nothing and shifts nothing', async () => {
    await assertQuiet(kinds());
  });

  test('requests no embedded data on any other page, logs nothing and shifts nothing', async () => {
    await assertQuiet(publicAddresses.filter((path) => !kinds().includes(path)));
  });

  test("does not shift a member's page on a phone when a font arrives late", async () => {
    const people = (await site.db()).collection<{ owner: Person }>('bikes');
    const { owner } = (await people.findOne({ 'owner.username': 'cx.margit' })) ?? {};
    const device = await Device.open(site.origin);
    const page = await device.context.newPage();
    const delayed = Promise.withResolvers<void>();
    await page.route('**/*.woff2', async (route) => {
      await delayed.promise;
      await route.continue();
    });
    const address = site.origin + userPage(owner?.id ?? '', owner?.username ?? '');
    await untilRendered(address);
    await page.goto(address, { waitUntil: 'commit' });
    const head = page.locator('header').filter({ has: page.getByRole('heading', { level: 1 }) });
    await head.getByText('Member since').waitFor();
    // From the first one: the name above may be higher by a fraction of a pixel.
    const places = () =>
      head.getByRole('listitem').evaluateAll((items) => {
        const tops = items.map((one) => one.getBoundingClientRect().top);
        return tops.map((top) => Math.round(top - (tops[0] ?? 0)));
      });
    const fallback = await places();
    expect(fallback.length).toBeGreaterThan(2);
    expect(await page.evaluate(() => document.fonts.status)).toBe('loading');
    delayed.resolve();
    await page.waitForFunction(() => document.fonts.check('1rem Archivo') && document.fonts.status === 'loaded');
    expect(await places()).toEqual(fallback);
    await device.close();
  });

  test.for([phone, desktop])(
    'hardly shifts a text page when a font arrives late, $width wide',
    async (viewport, { skip }) => {
      const browser = new FleetingBrowser();
      const context = await browser.newContext({ viewport, serviceWorkers: 'block' });
      await context.route('**/assets/*.js', (route) => route.abort());
      for (const path of toRead) {
        const page = await context.newPage();
        const delayed = Promise.withResolvers<void>();
        await page.route('**/*.woff2', async (route) => {
          await delayed.promise;
          await route.continue();
        });
        await untilRendered(site.origin + path);
        await page.goto(site.origin + path, { waitUntil: 'domcontentloaded' });
        await page.getByRole('heading', { level: 1 }).waitFor();
        const moved = await page.evaluateHandle(async () => {
          // From here on, shifts are caused by the font.
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const seen = { by: 0 };
          const watching = new PerformanceObserver((list) => {
            for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.by += value;
          });
          watching.observe({ type: 'layout-shift' });
          return seen;
        });
        expect(await page.evaluate(() => document.fonts.status)).toBe('loading');
        const hasFallbackFont = await page.evaluate(() =>
          [...document.fonts].some(({ status }) => status === 'loaded'),
        );
        delayed.resolve();
        // A minimal machine may have no fallback font whose metrics the site knows.
        if (!hasFallbackFont) skip('no letters of this device stand in for ours');
        await page.waitForFunction(() => document.fonts.check('1rem Archivo') && document.fonts.status === 'loaded');
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
        );
        expect((await moved.jsonValue()).by, path).toBeLessThan(maxFontShift);
        await page.close();
      }
      await browser.close();
    },
  );

  test('is quick in a browser that is never idle', async () => {
    const device = await Device.open(site.origin);
    const page = await device.context.newPage();
    await page.addInitScript(() => {
      globalThis.requestIdleCallback = (done, { timeout = 1e6 } = {}) =>
        Number(setTimeout(() => done({ didTimeout: true, timeRemaining: () => 0 }), timeout));
      addEventListener('alive', () => document.documentElement.setAttribute('data-hydrated', ''));
    });
    await untilRendered(site.origin + bike);
    await page.goto(site.origin + bike);
    // It would be idle after a quarter of an hour.
    await page.locator('html[data-hydrated]').waitFor();
    await device.close();
  });

  describe('replays earlier input', () => {
    let device: Device;
    let page: Page;
    let come: () => void;
    beforeEach(async () => {
      device = await Device.open(site.origin);
      page = await device.context.newPage();
      const asked = Promise.withResolvers<void>();
      const delayed = Promise.withResolvers<void>();
      come = delayed.resolve;
      await page.route(/\/assets\/first-.*js/, async (route) => {
        asked.resolve();
        await delayed.promise;
        await route.continue();
      });
      await untilRendered(`${site.origin}/account/login`);
      await page.goto(`${site.origin}/account/login`, { waitUntil: 'commit' });
      await asked.promise;
    });
    afterEach(() => device.close());

    test('of a press', async () => {
      await page.getByRole('button', { name: 'Show password' }).click();
      come();
      await page.getByRole('button', { name: 'Hide password' }).waitFor();
    });

    test('of a form sent by Enter', async () => {
      await page.getByLabel('Username or e-mail').fill('nobody');
      await page.getByLabel('Password', { exact: true }).fill('winding mountain roads');
      await page.getByLabel('Password', { exact: true }).press('Enter');
      const sent = page.waitForRequest((request) => request.url().endsWith(pathOf(login, {})));
      come();
      expect((await sent).postDataJSON()).toMatchObject({ identifier: 'nobody', password: 'winding mountain roads' });
      await page.getByRole('alert').waitFor();
      expect(page.url()).toBe(`${site.origin}/account/login`);
    });

    test('a form that the visitor edits after Enter is not sent', async () => {
      const sent: string[] = [];
      page.on('request', (request) => request.method() === 'POST' && sent.push(request.postDataJSON()?.identifier));
      await page.getByLabel('Password', { exact: true }).fill('winding mountain roads');
      await page.getByLabel('Password', { exact: true }).press('Enter');
      await page.getByLabel('Username or e-mail').fill('nobody');
      come();
      const button = page.getByRole('button', { name: 'Log In', disabled: false });
      await button.waitFor();
      // A replayed form is sent before a new one.
      await page.getByLabel('Username or e-mail').fill('somebody');
      await button.click();
      await page.getByRole('alert').waitFor();
      expect(sent).toEqual(['somebody']);
    });
  });

  test('leaves a working page', async () => {
    const device = await Device.open(site.origin);
    const page = await device.page('/');
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('button', { name: 'Main menu' }).click();
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'City', exact: true }).click();
    await page.waitForURL('**/bike/search?*');
    await page.getByRole('heading', { name: 'Recent' }).waitFor({ state: 'detached' });
    await page.getByRole('main').getByRole('article').first().getByRole('link').click();
    await page.getByRole('heading', { name: 'Specifications' }).waitFor();
    await page.goBack();
    await page.goBack();
    await page.getByRole('heading', { name: 'Recent' }).waitFor();
    await device.close();
  });
});

test('members get the client-rendered page, whatever strangers were given, and none of their data is rendered', async () => {
  const member = await joinSite(site, 'quentin');
  const cookie = [...member.cookies].map((pair) => pair.join('=')).join('; ');
  await untilRendered(`${site.origin}/`);
  const requests = Array.from({ length: 200 }, (_, nth) => nth % 2 === 0);
  const bodies = await Promise.all(requests.map((isMember) => textOf('/', isMember ? { cookie } : {})));
  for (const [nth, body] of bodies.entries()) {
    if (requests[nth]) expect(body).toContain('<div id="root"></div>');
    // Counters that change meanwhile let the page be rendered again.
    else expect(isRendered(body)).toBe(true);
    expect(body).not.toContain('quentin');
  }
});

test('a write shows in the next server-rendered page', async () => {
  const member = await joinSite(site, 'rosalind');
  const likes = async () => {
    const { text } = await fetchRendered(site.origin + bike);
    return Number(/<dd[^>]*>(\d+)<\/dd>/.exec(rootOf(text))?.[1]);
  };
  const before = await likes();
  const [, bikeId = ''] = bike.split('/').slice(1);
  expect((await member.call(likeBike, { params: { bikeId } })).status).toBe(200);
  expect(await likes()).toBe(before + 1);
});
