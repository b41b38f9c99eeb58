/** @module-tag nightly */
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { challengeHeader } from '#contract/envelope.ts';
import { FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { fillLetter } from '#tests/kit/contact-form.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { Site } from '#tests/kit/site.ts';

let site: Site;
let browser: FleetingBrowser;
/** The URLs that the browser requested, of pages, their workers and their frames. */
let asked: string[] = [];
beforeAll(async () => {
  site = await Site.start();
  browser = new FleetingBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});
afterEach(() => browser.close());

const askedFor = (part: string) => asked.filter((url) => url.includes(part)).length;
let people = 0;

const forms = {
  '/account/signup': {
    call: '**/api/v1/account/signup',
    button: 'Sign Up',
    sent: 'Check your mail',
    async fill(page: Page) {
      const name = `rider${++people}`;
      await page.getByLabel('Username').fill(name);
      await page.getByLabel('E-mail').fill(`${name}@example.org`);
      await page.getByLabel('Password', { exact: true }).fill('winding mountain roads');
      await page.getByRole('checkbox').check();
    },
  },
  '/account/forgot-password': {
    call: '**/api/v1/account/forgot-password',
    button: 'Send the link',
    sent: 'Check your mail',
    fill: (page: Page) => page.getByLabel('E-mail').fill('ann@example.org'),
  },
  '/contact': {
    call: '**/api/v1/contact',
    button: 'Send',
    sent: 'Message sent',
    fill: fillLetter,
  },
} as const;
type Path = keyof typeof forms;
const paths = Object.keys(forms) as Path[];

/** The form filled in by a new visitor; requests are recorded. */
async function filled(
  path: Path,
  serviceWorkers: 'allow' | 'block',
  begin?: () => void,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<Page> {
  const context = await browser.newContext({ viewport: phone, serviceWorkers });
  asked = [];
  context.on('request', (request) => asked.push(request.url()));
  if (begin) await context.addInitScript(begin);
  await prepare?.(context);
  const page = await context.newPage();
  await page.goto(site.origin + path);
  await forms[path].fill(page);
  return page;
}
const press = (page: Page, path: Path) =>
  page.getByRole('main').getByRole('button', { name: forms[path].button, exact: true }).click();
const arrived = (page: Page, path: Path) => page.getByRole('heading', { name: forms[path].sent }).waitFor();
async function sends(page: Page, path: Path): Promise<void> {
  await press(page, path);
  await arrived(page, path);
}

describe.each(paths)('%s', (path) => {
  test('loads a challenge and its worker when it is sent, never before, and nothing from another site', async () => {
    const page = await filled(path, 'allow');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await untilIdle(page);
    expect([askedFor('/api/v1/challenge'), askedFor('search.worker')]).toEqual([0, 0]);
    const cached = await page.evaluate(async () => {
      const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      return (await Promise.all(caches_.map((cache) => cache.keys()))).flat().map(({ url }) => url);
    });
    expect(cached.some((url) => url.includes('/assets/'))).toBe(true);
    expect(cached.filter((url) => url.includes('search.worker'))).toEqual([]);
    await sends(page, path);
    expect([askedFor('/api/v1/challenge'), askedFor('search.worker')]).toEqual([1, 1]);
    expect(asked.filter((url) => /^https?:/.test(url) && !url.startsWith(`${site.origin}/`))).toEqual([]);
  });

  test('loads none with a field error, and survives a lost connection, wrong answers and an expired one', async () => {
    const page = await filled(path, 'block');
    const { call } = forms[path];
    const email = page.getByLabel('E-mail');
    const typed = await email.inputValue();
    await email.fill('no address');
    await press(page, path);
    await page.getByText('Enter a valid e-mail address.').waitFor();
    expect(askedFor('/api/v1/challenge')).toBe(0);

    await email.fill(typed);
    await page.route('**/api/v1/challenge*', (route) => route.abort());
    await press(page, path);
    await page.getByRole('button', { name: 'Needs a connection' }).waitFor();
    expect(await email.inputValue()).toBe(typed);
    await page.unroute('**/api/v1/challenge*');
    await page.evaluate(() => dispatchEvent(new Event('online')));

    asked = [];
    await page.route(call, async (route) => {
      await route.continue({ headers: { ...(await route.request().allHeaders()), [challengeHeader]: 'wrong' } });
    });
    await press(page, path);
    const sentence = page.getByRole('alert').filter({ hasText: "We couldn't check that you are a person. Try again." });
    await sentence.waitFor();
    expect(askedFor('/api/v1/challenge')).toBe(2);
    expect(await email.inputValue()).toBe(typed);
    await page.unroute(call);

    asked = [];
    const answers: string[] = [];
    await page.route(call, async (route) => {
      const headers = await route.request().allHeaders();
      answers.push(headers[challengeHeader.toLowerCase()] ?? '');
      await route.continue({ headers: answers.length > 1 ? headers : { ...headers, [challengeHeader]: 'old' } });
    });
    await sends(page, path);
    expect([new Set(answers).size, askedFor('/api/v1/challenge')]).toEqual([2, 2]);
    expect(await sentence.count()).toBe(0);
  });
});

test('a connection lost before the page watched it is detected when it returns', async () => {
  const delayed = Promise.withResolvers<void>();
  const page = await filled('/contact', 'block', undefined, async (context) => {
    await context.route(/\/assets\/triggers-.*\.js$/, async (route) => {
      await delayed.promise;
      await route.continue();
    });
  });
  await page.route('**/api/v1/challenge*', (route) => route.abort());
  await press(page, '/contact');
  await page.getByRole('button', { name: 'Needs a connection' }).waitFor();
  await page.unroute('**/api/v1/challenge*');
  delayed.resolve();
  await sends(page, '/contact');
});

test('without a working worker, the page itself solves the challenge', async () => {
  let wanted = 0;
  const page = await filled('/contact', 'block');
  await page.route('**/search.worker-*.js', (route) => {
    wanted += 1;
    return route.abort();
  });
  await sends(page, '/contact');

  const hanging = await filled('/contact', 'block');
  await hanging.route('**/search.worker-*.js', () => {
    wanted += 1;
  });
  await sends(hanging, '/contact');
  expect(wanted).toBe(2);

  const without = await filled('/contact', 'block', () => Reflect.deleteProperty(globalThis, 'Worker'));
  expect(await without.evaluate(() => 'Worker' in globalThis)).toBe(false);
  await sends(without, '/contact');
});
