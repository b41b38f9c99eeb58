/** @module-tag nightly */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Device } from '#tests/kit/browser.ts';
import { Collector } from '#tests/kit/collector.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { Site } from '#tests/kit/site.ts';
import { joinDevice } from '#tests/kit/site-member.ts';
import { until } from '#tests/kit/until.ts';

type Item = {
  data: {
    environment: string;
    request: { url: string };
    body: { trace?: { exception: { class: string; message: string } }; telemetry: { type: string }[] };
  };
};

let collector: Collector;
let site: Site;
beforeAll(async () => {
  collector = await Collector.start();
  site = await Site.start({
    env: {
      SOCIAL_LINKS: 'Mastodon https://mastodon.example/@us',
      ERROR_REPORTS: 'rollbar:public-token',
      ERROR_REPORTS_URL: `${collector.origin}/api/1/item/`,
      ANALYTICS: 'plausible:bikes.example',
      ANALYTICS_URL: `${collector.origin}/api/event`,
    },
  });
});
afterAll(async () => {
  await site?.close();
  await collector?.close();
});

const items = () => collector.at<Item>('/api/1/item/');
const visits = () => collector.at<{ name: string; url: string; domain: string }>('/api/event');
beforeEach(() => {
  collector.reports.length = 0;
});

/** Throws an uncaught error. */
const breakPage = (page: Page, message: string) =>
  page.evaluate((message) => {
    setTimeout(() => {
      throw new TypeError(message);
    });
    void Promise.reject(new RangeError(message));
  }, message);
const messages = () =>
  items().map(({ data }) => `${data.body.trace?.exception.class} ${data.body.trace?.exception.message}`);
const agree = (page: Page) => page.getByRole('button', { name: 'OK' }).click();
const hydrated = (page: Page) => page.getByRole('button', { name: 'Main menu', expanded: false }).waitFor();

test('nothing is sent before the visitor has agreed; then earlier and later errors are', async () => {
  const device = await Device.open(site.origin);
  try {
    const page = await device.page('/faq');
    await page.getByRole('button', { name: 'OK' }).waitFor();
    await breakPage(page, 'Before: ana@example.org');
    await page.waitForFunction(() => localStorage.getItem('services') !== null);
    await untilIdle(page);
    expect(collector.reports).toEqual([]);

    await agree(page);
    await expect.poll(() => messages().sort()).toEqual(['RangeError Before: ********', 'TypeError Before: ********']);
    await breakPage(page, 'After');
    await expect.poll(() => messages().filter((one) => one.endsWith('After'))).toHaveLength(2);
    // No listener existed when OK was pressed.
    expect(items().flatMap(({ data }) => data.body.telemetry.filter(({ type }) => type === 'dom'))).toEqual([]);
    // The visit is sent even after its page has closed, and would be counted in another test.
    await expect.poll(() => visits().map(({ url }) => url)).toEqual([`${site.origin}/faq`]);
    for (const { path, headers } of collector.reports.filter(({ path }) => path !== '/api/event')) {
      expect([path, headers['x-rollbar-access-token'], headers.cookie, headers.referer]).toEqual([
        ...['/api/1/item/', 'public-token', undefined, undefined],
      ]);
    }
    expect(items()[0]?.data).toMatchObject({ environment: 'development', request: { url: `${site.origin}/faq` } });
  } finally {
    await device.close();
  }
});

test('visits are counted by path alone: each once, without members, and without visitors who ask not to be tracked', async () => {
  const device = await Device.open(site.origin);
  try {
    await joinDevice(device.context, site, 'ana');
    const page = await device.page('/bike/search?keywords=secret+street');
    await agree(page);
    const paths = () => visits().map(({ url }) => url.replace(site.origin, ''));
    await expect.poll(paths).toEqual(['/bike/search']);
    await page.getByRole('link', { name: 'FAQ', exact: true }).click();
    await expect.poll(paths).toEqual(['/bike/search', '/faq']);
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Bikes' }).click();
    await page.waitForURL('**/user/bikes');
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await expect.poll(paths).toEqual(['/bike/search', '/faq', '/about']);
    expect(visits()[0]).toMatchObject({ name: 'pageview', domain: 'bikes.example' });

    await device.context.addInitScript(() => {
      Object.defineProperty(navigator, 'globalPrivacyControl', {
        get: () => {
          Object.assign(globalThis, { hasLooked: true });
          return true;
        },
      });
    });
    collector.reports.length = 0;
    const careful = await device.page('/contact');
    await hydrated(careful);
    // The visit counter loads after the error reporter.
    await careful.waitForFunction(() => 'hasLooked' in globalThis);
    await breakPage(careful, 'Still told');
    await expect.poll(messages).toHaveLength(2);
    expect(visits()).toEqual([]);
  } finally {
    await device.close();
  }
});

test('the social links are in the footer, server-rendered and in the app, and the policy names the vendors', async () => {
  const plain = await Device.open(site.origin, { javaScriptEnabled: false });
  const device = await Device.open(site.origin);
  try {
    for (const path of ['/', '/faq']) {
      const rendered = await plain.page(path);
      const link = rendered.getByRole('navigation', { name: 'Follow us' }).getByRole('link', { name: 'Mastodon' });
      await until(async () => {
        // A busy site sends the client-rendered page.
        if ((await link.count()) === 0) await rendered.reload();
        expect(await link.count()).toBe(1);
      });
      expect(await link.getAttribute('href')).toBe('https://mastodon.example/@us');
    }
    await joinDevice(device.context, site, 'bert');
    let asked = 0;
    device.context.on('request', (request) => {
      if (request.url().endsWith('/api/v1/services')) asked += 1;
    });
    const page = await device.page('/user/bikes');
    await page.getByRole('link', { name: 'Mastodon' }).waitFor();
    await page.goto(`${site.origin}/help/privacy-policy`);
    await page.getByText(`a report goes to ${new URL(collector.origin).host}`).waitFor();
    await page.getByText(`is counted at ${new URL(collector.origin).host}`).waitFor();
    // A page renders what the device knows, and asks once.
    asked = 0;
    await page.goto(`${site.origin}/user/bikes`);
    await page.getByRole('link', { name: 'Mastodon' }).waitFor();
    await expect.poll(() => asked).toBe(1);
  } finally {
    await plain.close();
    await device.close();
  }
});

test('a site without vendors sends nothing to anybody, whatever fails', async () => {
  const alone = await Site.start();
  const device = await Device.open(alone.origin);
  try {
    const elsewhere: string[] = [];
    device.context.on('request', (request) => {
      if (new URL(request.url()).origin !== alone.origin) elsewhere.push(request.url());
    });
    const page = await device.page('/help/privacy-policy');
    await agree(page);
    await breakPage(page, 'Nobody hears');
    await page.waitForFunction(() => localStorage.getItem('services') !== null);
    await page.getByText('This site reports errors to nobody else.').waitFor();
    await page.getByText('This site lets nobody else count its visits.').waitFor();
    await untilIdle(page);
    expect(elsewhere).toEqual([]);
    const blocked = await page.evaluate(() =>
      fetch('https://api.rollbar.com/api/1/item/', { method: 'POST' }).then(
        () => 'sent',
        () => 'blocked',
      ),
    );
    expect(blocked).toBe('blocked');
  } finally {
    await device.close();
    await alone.close();
  }
});
