import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pollAlerts } from '#contract/alerts.ts';
import { categories } from '#contract/bike-options.ts';
import { apiBase } from '#contract/endpoint.ts';
import { appHeader } from '#contract/envelope.ts';
import { screens } from '#src/app/screens.ts';
import { Device, desktop, phone } from '#tests/kit/browser.ts';
import { replyOf } from '#tests/kit/reply-of.ts';
import { scrolledTo } from '#tests/kit/scrolled.ts';
import { Site } from '#tests/kit/site.ts';
import { joinDevice } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';
import { nightly, runsAll } from '#tests/run/tiers.ts';
import { version } from '../../package.json';

let site: Site;
let device: Device;
beforeAll(async () => {
  site = await Site.start({ demo: true });
  device = await Device.open(site.origin);
});
afterAll(async () => {
  await device?.close();
  await site?.close();
});

/** The specification's category links, word for word, in its order. */
const text =
  'City, Commuter, Cross Country, Cyclocross, Downhill, E-Bikes, Enduro, Fat Tire, Freeride, Gravel, Handbike, Hybrid, Messenger, Recumbent, Road, Singlespeed, Triathlon, Touring, Track';
const addressOf = (label: string) => {
  const query = new URLSearchParams(
    label === 'E-Bikes'
      ? { drivetrain: 'E-Bike' }
      : label === 'Singlespeed'
        ? { rearGear: 'Single-Speed' }
        : { category: label },
  );
  return `/bike/search?${query}`;
};
const categoryLinks = text.split(', ').map((label) => [label, addressOf(label)]);

async function open(path: string, size = desktop, context: BrowserContext = device.context): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(size);
  await page.goto(site.origin + path);
  await page.getByRole('button', { name: 'Main menu', expanded: false }).waitFor();
  return page;
}

const linksIn = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name, exact: true })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => [link.textContent?.trim(), link.getAttribute('href')]));

describe('the header', () => {
  test('has the logo, the search box, and a menu of the category links that opens and closes', async () => {
    expect(categoryLinks.filter(([label]) => categories.includes(label as never))).toHaveLength(categories.length);
    const page = await open('/faq');
    const header = page.getByRole('banner');
    expect(await header.getByRole('link', { name: 'Headbadge, home' }).getAttribute('href')).toBe('/');
    expect(await header.getByPlaceholder('Search the site').count()).toBe(1);
    const toggle = header.getByRole('button', { name: 'Main menu' });
    expect(await page.getByRole('navigation', { name: 'Main menu' }).count()).toBe(0);
    await toggle.click();
    expect(await linksIn(page, 'Main menu')).toEqual([
      ['This week', '/winners'],
      ['Winners', '/#winners'],
      ['Popular', '/#popular'],
      ['Random', '/#random'],
      ['Recent', '/#recent'],
      ...categoryLinks,
    ]);
    await toggle.click();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor({ state: 'detached' });
    await page.close();
  });

  test('offers a visitor Sign Up and Log In, which leads back to the current page', async () => {
    const page = await open('/bike/search?keywords=gravel&category=Gravel');
    const header = page.getByRole('banner');
    const logIn = header.getByRole('link', { name: 'Log In', exact: true });
    expect(await header.getByRole('link', { name: 'Sign Up', exact: true }).getAttribute('href')).toBe(
      '/account/signup',
    );
    const back = async () =>
      new URL((await logIn.getAttribute('href')) ?? '', site.origin).searchParams.get('returnTo');
    expect(await back()).toBe('/bike/search?keywords=gravel&category=Gravel');
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
    await expect.poll(back).toBe('/faq');
    await header.getByRole('link', { name: 'Headbadge, home' }).click();
    await expect.poll(back).toBe('/');
    await logIn.click();
    await page.getByRole('heading', { name: 'Log In' }).waitFor();
    await expect.poll(back).toBe(null);
    await page.close();
  });
});

test('the main menu leads to the parts of home, again and again, and Back to the place before', async () => {
  const page = await open('/faq', phone);
  const edgeOf = (name: string) =>
    page.getByRole('heading', { name, exact: true, level: 2 }).evaluate((one) => one.getBoundingClientRect().top);
  const follow = async (name: string) => {
    await page.getByRole('button', { name: 'Main menu' }).click();
    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }).click();
    await page.getByRole('navigation', { name: 'Main menu' }).waitFor({ state: 'detached' });
    await expect.poll(() => edgeOf(name)).toBeLessThan(200);
    expect(await edgeOf(name)).toBeGreaterThan(40);
  };
  await follow('Random');
  await follow('Winners');
  await page.evaluate(() => scrollTo(0, 0));
  await follow('Winners');
  await page.getByRole('main').getByRole('article').first().getByRole('link').click();
  await page.getByRole('heading', { name: 'Comments' }).waitFor();
  await page.goBack();
  await expect.poll(() => edgeOf('Winners')).toBeLessThan(200);
  // A visitor's first page is rendered by the server.
  await page.goto(site.origin);
  await page.getByRole('button', { name: 'Main menu', expanded: false }).waitFor();
  await follow('Popular');
  await follow('Winners');
  await page.close();
});

describe('the footer', () => {
  test('folds the categories under the forms of accounts on a phone, and opens them by keyboard', async () => {
    const page = await open('/account/login', phone);
    const road = page.getByRole('contentinfo').getByRole('link', { name: 'Road', exact: true });
    await road.waitFor({ state: 'hidden' });
    await page.getByRole('contentinfo').locator('summary', { hasText: 'More Bikes' }).press('Enter');
    await road.waitFor();
    await page.setViewportSize(desktop);
    await page.reload();
    await road.waitFor();
    await page.close();
  });

  test('has its columns with their links, word for word, and each leads to a page', { tags: nightly }, async () => {
    const page = await open('/faq');
    const footer = page.getByRole('contentinfo');
    expect(await footer.getByRole('heading').allInnerTexts()).toEqual(['Bikes', 'More Bikes', 'Links', 'Help']);
    const bikes = [...(await linksIn(page, 'Bikes')), ...(await linksIn(page, 'More Bikes'))];
    expect(bikes).toEqual(categoryLinks);
    expect(await linksIn(page, 'Links')).toEqual([
      ['About', '/about'],
      ['Contact', '/contact'],
      ['FAQ', '/faq'],
      ['Photo Guide', '/photo-guide'],
    ]);
    expect(await linksIn(page, 'Help')).toEqual([
      ['Content Policy', '/help/content-policy'],
      ['Cookie Policy', '/help/cookie-policy'],
      ['Privacy Policy', '/help/privacy-policy'],
      ['Terms of Service', '/help/terms-service'],
    ]);
    // After the operator's links to other sites.
    expect((await linksIn(page, 'Follow us')).at(-1)).toEqual(['RSS feed', '/feeds/recent.xml']);
    for (const link of await footer.locator('a[href^="/"]').all()) {
      const path = (await link.getAttribute('href')) ?? '';
      expect((await fetch(site.origin + path)).status, path).toBe(200);
    }
    for (const title of [
      'About',
      'FAQ',
      'Photo Guide',
      'Content Policy',
      'Cookie Policy',
      'Privacy Policy',
      'Terms of Service',
    ]) {
      await footer.getByRole('link', { name: title, exact: true }).click();
      await page.getByRole('heading', { name: title, level: 1, exact: true }).waitFor();
      await expect.poll(() => page.title()).toBe(`${title} · Headbadge`);
    }
    await page.close();
  });

  test.each([
    [2025, '© 2025 Headbadge'],
    [2026, '© 2025–2026 Headbadge'],
  ])('says in %i: %s, and which version this is', async (year, copyright) => {
    const page = await device.context.newPage();
    await page.clock.setFixedTime(new Date(year, 5, 1));
    await page.goto(`${site.origin}/faq`);
    const footer = page.getByRole('contentinfo');
    await footer.getByText(copyright, { exact: true }).waitFor();
    await footer.getByText(`Version ${version}`, { exact: true }).waitFor();
    await page.close();
  });
});

test('the cookie notice has its text, and is accepted once for each device under its key', async () => {
  const fresh = await Device.open(site.origin);
  try {
    const page = await fresh.page('/faq');
    const notice = page.getByRole('region', { name: 'Cookie notice' });
    expect(await notice.getByRole('paragraph').innerText()).toBe(
      'This site uses cookies to create the best possible online experience. By clicking OK, you agree to the use of cookies while using this website.',
    );
    // At the end of the page it covers nothing of the footer.
    const gap = await page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight);
      const edge = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      return (edge('[data-bottom-notice]')?.top ?? 0) - (edge('footer')?.bottom ?? 0);
    });
    expect(gap).toBeGreaterThan(-1);
    const storedConsent = () => page.evaluate(() => localStorage.getItem('cookie-consent'));
    expect(await storedConsent()).toBe(null);
    await notice.getByRole('button', { name: 'OK' }).click();
    await notice.waitFor({ state: 'detached' });
    expect(await storedConsent()).toBe('true');
    const other = await fresh.page('/');
    await other.getByRole('button', { name: 'Main menu', expanded: false }).waitFor();
    expect(await other.getByRole('region', { name: 'Cookie notice' }).count()).toBe(0);
  } finally {
    await fresh.close();
  }
});

test('at 200 % text the cookie notice covers at most a third of a phone, its button below the words', async () => {
  const fresh = await Device.open(site.origin);
  const page = await fresh.page('/faq');
  const notice = page.getByRole('region', { name: 'Cookie notice' });
  await notice.waitFor();
  const boxOf = (one: Locator) =>
    one.evaluate((element) => {
      const { top, bottom, height } = element.getBoundingClientRect();
      return { top, bottom, share: height / innerHeight };
    });
  const [text, button] = [notice.getByRole('paragraph'), notice.getByRole('button')];
  expect((await boxOf(button)).top).toBeLessThan((await boxOf(text)).bottom);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  expect((await boxOf(notice)).share).toBeLessThan(0.34);
  expect((await boxOf(button)).top).toBeGreaterThanOrEqual((await boxOf(text)).bottom);
  await fresh.close();
});

test('in a header too narrow for the name the badge stands alone', async () => {
  const page = await open('/faq', phone);
  const name = page.getByRole('link', { name: 'Headbadge, home' }).locator('svg').last();
  expect((await name.boundingBox())?.width).toBeGreaterThan(100);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await page.getByRole('link', { name: 'Headbadge, home' }).isVisible()).toBe(true);
  expect(await name.isVisible()).toBe(false);
  await page.close();
});

test('a new page begins at its top, Back restores the position; beyond 300 pixels a button leads to the top', async () => {
  const page = await open('/faq', phone);
  const scrolled = () => page.evaluate(() => Math.round(scrollY));
  const toTop = page.getByRole('button', { name: 'Back to top' });
  await page.evaluate(() => scrollTo(0, 300));
  await expect.poll(scrolled).toBe(300);
  // The page has handled the event and rendered its result.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await toTop.count()).toBe(0);
  await page.evaluate(() => scrollTo(0, 301));
  await toTop.click();
  await expect.poll(scrolled).toBe(0);
  await toTop.waitFor({ state: 'detached' });

  await scrolledTo(page.getByRole('contentinfo').getByRole('link', { name: 'About' }));
  const left = await scrolled();
  expect(left).toBeGreaterThan(300);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await page.getByRole('heading', { name: 'About', level: 1 }).waitFor();
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect.poll(async () => Math.abs((await scrolled()) - left)).toBeLessThan(3);
  await page.goForward();
  await expect.poll(scrolled).toBe(0);
  await page.close();
});

test('the button to the top never covers a field', async () => {
  const page = await open('/contact', { width: 390, height: 420 });
  const toTop = page.getByRole('button', { name: 'Back to top' });
  const field = page.getByRole('main').locator('textarea');
  /** Scrolls until an element's center is at the button's position. */
  const under = (one: typeof field) =>
    one.evaluate((element) => {
      const { top, height } = element.getBoundingClientRect();
      // Above the cookie notice.
      scrollBy(0, top + height / 2 - (innerHeight - 168 - 22));
    });
  await under(field);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(300);
  expect(await toTop.count()).toBe(0);
  await under(page.getByRole('contentinfo').getByRole('heading').first());
  await toTop.waitFor();
  await page.close();
});

/** The specification's entries with their paths; the later ones are added with their screens. */
const entries: [text: string, path: string][] = [
  ['Bikes', '/user/bikes'],
  ['Favorites', '/user/favorites'],
  ['Messages', '/user/messages'],
  ['Password', '/user/password'],
  ['Preferences', '/user/preferences'],
  ['Profile', '/user/profile'],
];
const offered = entries.filter(([, path]) => screens.some((screen) => screen.path.startsWith(path)));
const isEntry = (name: string) => entries.some(([one]) => one === name) || name === 'Sign Out';

describe('a member', () => {
  let member: Device;
  beforeAll(async () => {
    // Automatic welcome messages would change the count: here the test sends messages.
    const sample = (await site.db()).collection<{ _id: string; ids: string[] }>('demo');
    await sample.updateOne({ _id: 'users' }, { $set: { ids: [] } });
    member = await Device.open(site.origin);
    await joinDevice(member.context, site, 'ana');
  });
  afterAll(() => member?.close());

  async function openAs(path: string, size = desktop): Promise<Page> {
    const page = await open(path, size, member.context);
    await page.getByRole('button', { name: /^Account/ }).waitFor();
    return page;
  }

  test('has a menu with a greeting and the links', async () => {
    const page = await openAs('/faq');
    await page.getByRole('button', { name: 'Account', exact: true }).click();
    await page.getByText('Hello, ana', { exact: true }).waitFor();
    const items = page.getByRole('menuitem');
    const all = (await items.allInnerTexts()).map((one) => one.trim());
    expect(all[0]).toBe('Your page');
    expect(await items.first().getAttribute('href')).toMatch(/^\/user\/[\da-f-]{36}\/ana$/);
    const named = all.filter(isEntry);
    expect(named).toEqual([...offered.map(([one]) => one), 'Sign Out']);
    for (const [name, path] of offered)
      expect(await page.getByRole('menuitem', { name, exact: true }).getAttribute('href')).toBe(path);
    await page.close();
  });

  test('finds no category links at the end of an account screen on a phone until they are asked for', async () => {
    const page = await openAs('/user/password', phone);
    const footer = page.getByRole('contentinfo');
    const link = footer.getByRole('link', { name: 'Cyclocross' });
    const height = () => footer.evaluate((one) => one.clientHeight);
    await expect.poll(() => link.isVisible()).toBe(false);
    const before = await height();
    await footer.getByText('Bikes', { exact: true }).click();
    await link.waitFor();
    expect((await height()) - before).toBeGreaterThan(300);
    await page.setViewportSize(desktop);
    await page.reload();
    await footer.getByRole('link', { name: 'Track' }).waitFor();
    await page.setViewportSize(phone);
    await page.goto(`${site.origin}/faq`);
    await footer.getByRole('link', { name: 'Track' }).waitFor();
    await page.close();
  });

  test('sees no button to the top over the bar of a form, which text at 200 % makes taller', async () => {
    const db = await site.db();
    const ana = await db.collection<{ _id: string }>('users').findOne({ username: 'ana' });
    const bike = await db
      .collection<{ _id: string }>('bikes')
      .findOneAndUpdate({ status: 'Active' }, { $set: { owner: { id: ana?._id, username: 'ana', avatar: '' } } });
    const page = await openAs(`/user/bike/edit/${bike?._id}`, phone);
    await page.getByRole('button', { name: 'OK' }).click();
    await page.locator('[data-bottom-bar]').waitFor();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const covering: number[] = [];
    for (let y = 400; y < 2_000; y += 100) {
      await page.evaluate((to) => scrollTo(0, to), y);
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const covers = await page.evaluate(() => {
        const button = document.querySelector('[aria-label="Back to top"]');
        const box = button?.getBoundingClientRect();
        const bar = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect();
        if (!button || !box || !bar) throw new Error('The button or the bar is missing.');
        return getComputedStyle(button).visibility === 'visible' && box.bottom > bar.top && box.top < bar.bottom;
      });
      if (covers) covering.push(y);
    }
    expect(covering).toEqual([]);
    await page.close();
  });

  test('has a dot, and the number of unread messages', async () => {
    const own = await Device.open(site.origin);
    await joinDevice(own.context, site, 'has-mail');
    const page = await open('/faq', desktop, own.context);
    const bare = await page
      .getByRole('button', { name: 'Account', exact: true })
      .evaluate((one) => getComputedStyle(one, '::after').content);
    expect(bare).toBe('none');
    const alerts = {
      ...{ unreadMessageCount: 3, conversations: [], unseen: {}, items: [], cursor: null, pollAfterSeconds: 60 },
      ...{ serverTime: new Date().toISOString(), version },
    };
    await page.route(`**${apiBase}${pollAlerts.path}*`, async (route) => {
      const answer = await replyOf(route);
      const real = (await answer.json().catch(() => null)) as { data?: object } | null;
      const data = { ...alerts, ...real?.data, unreadMessageCount: 3 };
      const envelope = { successful: true, data, validation: null, error: null };
      await route.fulfill({ status: 200, headers: { [appHeader]: '1' }, json: envelope });
    });
    await page.reload();
    const account = page.getByRole('button', { name: 'Account, 3 unread messages', exact: true });
    await account.waitFor();
    expect(await account.evaluate((one) => getComputedStyle(one, '::after').content)).not.toBe('none');
    // On a phone the button keeps its size with larger text, and so does the dot, which would hide the initials.
    const share = () =>
      account.evaluate((one) => Number.parseFloat(getComputedStyle(one, '::after').width) / one.clientWidth);
    await page.setViewportSize(phone);
    const usual = await share();
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    expect(await share()).toBeCloseTo(usual, 1);
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    await page.setViewportSize(desktop);
    await account.click();
    await page.getByRole('menuitem', { name: /^Messages.*3/ }).waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await own.close();
  });

  test('has the same links in a sidebar from 768 pixels up', async () => {
    const page = await openAs('/user/bikes', { width: 767, height: 900 });
    const sidebar = page.getByRole('navigation', { name: 'Account' });
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
    expect(await sidebar.count()).toBe(0);
    await page.setViewportSize({ width: 768, height: 900 });
    await sidebar.waitFor();
    const places = sidebar.getByRole('listitem');
    expect((await places.allInnerTexts()).map((one) => one.trim()).filter(isEntry)).toEqual([
      ...offered.map(([one]) => one),
      'Sign Out',
    ]);
    for (const [name, path] of offered)
      expect(await sidebar.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(path);
    await page.close();
  });

  test('signs out in the sidebar as in the menu, and is then on home', { tags: nightly }, async () => {
    for (const where of ['menu', 'sidebar']) {
      const own = await Device.open(site.origin);
      try {
        await joinDevice(own.context, site, `leaves-by-${where}`);
        const page = await open('/user/password', desktop, own.context);
        if (where === 'menu') await page.getByRole('button', { name: 'Account', exact: true }).click();
        const way =
          where === 'menu'
            ? page.getByRole('menuitem', { name: 'Sign Out' })
            : page.getByRole('navigation', { name: 'Account' }).getByRole('button', { name: 'Sign Out' });
        await way.click();
        await page.waitForURL(`${site.origin}/`);
        await page.getByRole('link', { name: 'Log In', exact: true }).waitFor();
      } finally {
        await own.close();
      }
    }
  });
});

describe('a failing load', () => {
  const follow = (page: Page, name: string) =>
    page.getByRole('contentinfo').getByRole('link', { name, exact: true }).press('Enter');
  const says = (page: Page, title: string) => page.getByRole('heading', { name: title, level: 1 }).waitFor();

  test('shows a loader, and an error after 120,000 ms', async () => {
    const page = await device.context.newPage();
    await page.clock.install();
    await page.route('**/assets/faq-screen-*.js', () => undefined);
    await page.goto(`${site.origin}/about`);
    await page.getByRole('button', { name: 'Main menu', expanded: false }).waitFor();
    await follow(page, 'FAQ');
    const loader = page.getByRole('main').getByRole('img', { name: 'Loading' });
    await loader.waitFor();
    await page.clock.fastForward(100_000);
    expect(await loader.isVisible()).toBe(true);
    await page.clock.fastForward(21_000);
    await says(page, "This page didn't load.");
    await page.getByText("Its script didn't arrive. Reload to try again.").waitFor();
    await page.close();
  });

  const parts = [
    ['script', '**/assets/photo-guide-screen-*.js'],
    ['style', '**/assets/photo-guide-screen-*.css'],
  ] as const;
  test.each(parts.slice(0, runsAll ? undefined : 1))(
    'of a missing %s is reported as such, after one retry',
    async (part, files) => {
      const page = await open('/about');
      let reloads = 0;
      page.on('load', () => {
        reloads += 1;
      });
      await page.route(files, (route) => route.fulfill({ status: 404, body: '' }));
      await follow(page, 'Photo Guide');
      // A page of an older build is reloaded once.
      await until(async () => expect(reloads).toBe(1));
      await page.goto(`${site.origin}/about`);
      await page.getByRole('button', { name: 'Main menu', expanded: false }).waitFor();
      await follow(page, 'Photo Guide');
      await says(page, "This page didn't load.");
      await page.getByText(`Its ${part} didn't arrive. Reload to try again.`).waitFor();
      await expect.poll(() => page.title()).toBe("This page didn't load · Headbadge");
      await page.unroute(files);
      await page.getByRole('button', { name: 'Reload' }).click();
      await says(page, 'Photo Guide');
      await page.close();
    },
  );

  test('of a screen that throws says so, and leaves the rest', async () => {
    const page = await open('/about');
    const broken = { successful: true, data: { items: [null], next: null }, validation: null, error: null };
    await page.route('**/api/v1/bikes?**', (route) => route.fulfill({ headers: { [appHeader]: '1' }, json: broken }));
    await page.route('**/api/v1/bikes/search**', (route) =>
      route.fulfill({ headers: { [appHeader]: '1' }, json: broken }),
    );
    await page.getByRole('contentinfo').getByRole('link', { name: 'Track', exact: true }).click();
    await says(page, 'Something went wrong on our end.');
    await page.getByText('An unexpected error occurred. Please try again.').waitFor();
    await page.unrouteAll();
    await follow(page, 'FAQ');
    await says(page, 'FAQ');
    await page.close();
  });
});
