import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { cachedHomePage } from '#src/storage/cached-home-page.ts';
import { Device } from './browser.ts';
import { LossyProxy } from './lossy-proxy.ts';
import { Site } from './site.ts';
import { until } from './until.ts';

const longTimeout = { timeout: 60_000, interval: 100 };

/**
 * The real site, whose home page is cached by the visitors' service workers, behind a proxy that can answer in its
 * place.
 */
export class CachedHome {
  readonly proxy: LossyProxy;
  readonly site: Site;

  private constructor(proxy: LossyProxy, site: Site) {
    this.proxy = proxy;
    this.site = site;
  }

  static async start(): Promise<CachedHome> {
    const proxy = await LossyProxy.open();
    const site = await Site.start({ demo: true, origin: proxy.origin });
    proxy.aimAt(site.port);
    return new CachedHome(proxy, site);
  }

  /** Statuses of the replies for home, in order. */
  get answers(): number[] {
    return this.proxy.seen.filter(({ path }) => path === '/').map(({ status }) => status);
  }

  /** Fetches home until it is server-rendered: on a busy machine the first visitor may get the client-rendered page. */
  async fetchRendered(): Promise<{ headers: Headers; text: string }> {
    for (;;) {
      const { headers, text } = await fetch(`http://localhost:${this.site.port}`).then(async (answer) => ({
        headers: answer.headers,
        text: await answer.text(),
      }));
      if (isRendered(text)) return { headers, text };
    }
  }

  /** Opens a page on a new device and waits until the service worker controls it. */
  async visit(path: string, begin?: () => void): Promise<{ device: Device; page: Page }> {
    await this.fetchRendered();
    const device = await Device.open(this.site.origin, { profile: true });
    if (begin) await device.context.addInitScript(begin);
    const page = await device.page(path);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, longTimeout);
    return { device, page };
  }

  /** A device that has cached home, as after a visit. */
  async visited(): Promise<{ device: Device; page: Page }> {
    const visit = await this.visit('/');
    await until(async () => expect(await isCached(visit.page)).toBe(true), longTimeout.timeout);
    return visit;
  }

  /**
   * Makes the worker cache home again and waits for that and its earlier work. No event tells a page of the end, so the
   * message is dispatched inside the worker.
   */
  async cacheAgain(page: Page): Promise<void> {
    await this.fetchRendered();
    const context = page.context();
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker', longTimeout));
    await worker.evaluate(async () => {
      const work: Promise<unknown>[] = [];
      const { ExtendableMessageEvent: Message } = globalThis as unknown as {
        ExtendableMessageEvent: typeof MessageEvent;
      };
      const message = new Message('message', { data: { type: 'KEEP_PAGE' } });
      Object.assign(message, { waitUntil: (one: Promise<unknown>) => work.push(one) });
      dispatchEvent(message);
      await Promise.allSettled(work);
    });
  }

  async close(): Promise<void> {
    await this.site.close();
    await this.proxy.close();
  }
}

/** Whether a device has cached home. @param page any page of the site */
export const isCached = (page: Page): Promise<boolean> =>
  page.evaluate(async (name) => {
    if (!(await caches.has(name))) return false;
    return (await (await caches.open(name)).keys()).length > 0;
  }, cachedHomePage);

/** Opens home. Returns the page and its HTML before any script has run. */
export async function openHome(device: Device, begin?: () => void): Promise<{ page: Page; text: string }> {
  const page = await device.context.newPage();
  if (begin) await page.addInitScript(begin);
  const answer = await page.goto(device.origin);
  return { page, text: (await answer?.text()) ?? '' };
}

/** Whether HTML is server-rendered; otherwise it is the client-rendered page. */
export function isRendered(text: string): boolean {
  const rendered = text.includes('<article');
  if (rendered === text.includes('<div id="root"></div>')) throw new Error('This is no page of the site.');
  return rendered;
}
