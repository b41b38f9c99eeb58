/** @module-tag nightly */
import type { BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { faultsOf } from '#tests/kit/axe.ts';
import { FleetingBrowser, phone } from '#tests/kit/browser.ts';
import { CheckVendor } from '#tests/kit/check-vendor.ts';
import { fillLetter, writtenLetter } from '#tests/kit/contact-form.ts';
import { untilIdle } from '#tests/kit/network-idle.ts';
import { Site } from '#tests/kit/site.ts';

const vendors = [
  ['turnstile', 'Turnstile', 'https://challenges.cloudflare.com/turnstile/v0/api.js'],
  ['hcaptcha', 'hCaptcha', 'https://js.hcaptcha.com/1/api.js'],
] as const;

/**
 * A fake vendor script: it shows a button, which gives a token when pressed. Before that it waits for its own frame and
 * accepts messages of the vendor's origin only, as Turnstile does; in a sandbox it would wait forever.
 */
const scriptOf = (global: string) => `
let made = 0;
const own = new URL('/frame', document.currentScript.src);
globalThis[${JSON.stringify(global)}] = { render(id, { sitekey, callback, 'error-callback': failed }) {
  const frame = document.createElement('iframe');
  frame.src = own;
  frame.title = 'Check';
  document.getElementById(id).append(frame);
  addEventListener('message', ({ origin }) => origin === own.origin && show(id, sitekey, callback, failed), { once: true });
} };
function show(id, sitekey, callback, failed) {
  const button = (label, press) => {
    const one = document.createElement('button');
    one.textContent = label;
    one.onclick = press;
    document.getElementById(id).append(one);
  };
  button('I am a person', () => callback(sitekey + '.' + Date.now() + '.' + ++made));
  button('Break', () => failed('300010'));
}
globalThis[new URL(document.currentScript.src).searchParams.get('onload')]();`;

const frameOf = (script: string) => new URL('/frame', script).href;
const frameBody = "<!doctype html><html lang=en><title>Check</title><script>parent.postMessage('ready', '*')</script>";

describe.each(vendors)('%s', (kind, name, script) => {
  let vendor: CheckVendor;
  let site: Site;
  let browser: FleetingBrowser;
  let context: BrowserContext;
  let elsewhere: string[];
  const settings = () => ({ CHALLENGE: `${kind}:key-of-the-site:secret`, CHALLENGE_VERIFY_URL: vendor.url });

  beforeAll(async () => {
    vendor = await CheckVendor.start();
    site = await Site.start({ env: settings() });
    browser = new FleetingBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
    await vendor?.close();
  });
  async function open(serviceWorkers: 'allow' | 'block'): Promise<void> {
    context = await browser.newContext({ viewport: phone, serviceWorkers });
    elsewhere = [];
    context.on('request', (request) => {
      const url = request.url();
      if (/^https?:/.test(url) && !url.startsWith(`${site.origin}/`)) elsewhere.push(url);
    });
    if (serviceWorkers === 'allow') return;
    await context.route(/^https:/, (route) => {
      const url = route.request().url();
      if (url === frameOf(script)) return route.fulfill({ contentType: 'text/html', body: frameBody });
      return url.startsWith(script)
        ? route.fulfill({ contentType: 'text/javascript', body: scriptOf(kind) })
        : route.abort();
    });
  }
  // Requests that pass through a worker cannot be intercepted.
  beforeEach(() => open('block'));
  afterEach(() => context?.close());

  const visit = async (path: string) => {
    const page = await context.newPage();
    await page.goto(site.origin + path);
    return page;
  };
  const send = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Send' }).click();
  const dialogOf = (page: Page) => page.getByRole('alertdialog', { name: 'One check before it is sent' });
  const checkOf = (page: Page) => dialogOf(page).frameLocator('iframe');
  const pass = (page: Page) => checkOf(page).getByRole('button', { name: 'I am a person' }).click();

  test('is shown in a dialog when a form is sent, and loads nothing before', async () => {
    const page = await visit('/contact');
    await fillLetter(page);
    await untilIdle(page);
    expect(elsewhere).toEqual([]);
    await send(page);
    await dialogOf(page).getByText(`${name} checks that you are a person.`).waitFor();
    await checkOf(page).getByRole('button', { name: 'I am a person' }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await pass(page);
    await page.getByRole('heading', { name: 'Message sent' }).waitFor();
    expect(await dialogOf(page).count()).toBe(0);
    expect(new Set(elsewhere.map((url) => url.split('?')[0]))).toEqual(new Set([script, frameOf(script)]));
    expect(vendor.asked.at(-1)?.response).toContain('key-of-the-site.');
  });

  test('works for sign-up and forgotten password, too', async () => {
    const page = await visit('/account/forgot-password');
    await page.getByLabel('E-mail').fill('ann@example.org');
    await page.getByRole('button', { name: 'Send the link' }).click();
    await pass(page);
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    await page.goto(new URL('/account/signup', site.origin).href);
    await page.getByLabel('Username').fill('ann');
    await page.getByLabel('E-mail').fill('ann@example.org');
    await page.getByLabel('Password', { exact: true }).fill('winding mountain roads');
    await page.getByRole('checkbox').check();
    await page.getByRole('main').getByRole('button', { name: 'Sign Up' }).click();
    await pass(page);
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  });

  test('canceled, failed or not loaded gives a sentence, and the form can be sent again', async () => {
    const page = await visit('/contact');
    await fillLetter(page);
    const theirs = (url: URL) => url.href.startsWith(script);
    const refused = page.getByRole('alert').filter({ hasText: "We couldn't check that you are a person." });
    await send(page);
    await checkOf(page).getByRole('button', { name: 'I am a person' }).waitFor();
    await page.keyboard.press('Escape');
    await refused.waitFor();
    await send(page);
    await checkOf(page).getByRole('button', { name: 'Break' }).click();
    await refused.waitFor();
    const shown = Promise.withResolvers<void>();
    await page.route(theirs, async (route) => {
      await shown.promise;
      await route.abort();
    });
    await send(page);
    await dialogOf(page).waitFor();
    shown.resolve();
    await refused.waitFor();
    await page.unroute(theirs);
    expect(await page.getByLabel('Message').inputValue()).toBe(writtenLetter.message);
    await send(page);
    await pass(page);
    await page.getByRole('heading', { name: 'Message sent' }).waitFor();
  });

  test('is shown once more when the site refuses the first token', async () => {
    const page = await visit('/contact');
    await fillLetter(page);
    const spoil = async (route: Route) =>
      route.continue({ headers: { ...(await route.request().allHeaders()), 'x-challenge-answer': 'a b' } });
    await page.route('**/api/v1/contact', spoil, { times: 1 });
    const refused = page.waitForResponse('**/api/v1/contact');
    await send(page);
    await pass(page);
    // The first check is gone by then.
    await refused;
    await pass(page);
    await page.getByRole('heading', { name: 'Message sent' }).waitFor();
  });

  test('configured later is shown by a page that a browser has cached from before', async () => {
    await context.close();
    await open('allow');
    await site.stop();
    await site.start({ CHALLENGE: 'work:50' });
    const page = await visit('/contact');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await site.stop();
    await site.start(settings());
    await page.reload();
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await fillLetter(page);
    expect(elsewhere).toEqual([]);
    const asked = page.waitForRequest((request) => request.url().startsWith(script));
    await send(page);
    // The script is allowed, although no server has it.
    expect((await (await asked).response())?.status() ?? null).toBe(null);
    await page.getByRole('alert').filter({ hasText: "We couldn't check that you are a person." }).waitFor();
  });
});
