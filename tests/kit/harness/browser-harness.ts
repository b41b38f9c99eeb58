import type { BrowserContext, Page } from 'playwright-core';
import { Device, FleetingBrowser } from '../browser.ts';
import { limitQuota } from '../quota.ts';
import { BaseHarness, suppressLongTimers } from './base-harness.ts';
import { harnessFolder } from './build.ts';
import { ScriptedServer } from './server.ts';

export { ana } from './people.ts';

/** The offline code in a browser, with the real service worker. */
export class BrowserHarness extends BaseHarness<Page> {
  readonly #browser = new FleetingBrowser();
  /** A browser with a profile on disk, started by the first test that needs one. */
  #disk: Device | null = null;
  #sites = 0;
  context!: BrowserContext;

  static async start(): Promise<BrowserHarness> {
    const server = new ScriptedServer(await harnessFolder());
    return new BrowserHarness(server, await server.listen());
  }

  /** Opens a fresh device on which `ana` is logged in. */
  async fresh(): Promise<Page> {
    await this.#leave();
    this.context = await this.#browser.newContext();
    await this.context.addInitScript(suppressLongTimers);
    this.page = await this.open();
    await this.logIn();
    return this.page;
  }

  /** The same on disk, with a quota of `bytes` while its first page is open. */
  async freshWithQuota(bytes: number): Promise<Page> {
    await this.#leave();
    this.#disk ??= await this.#openDisk();
    this.context = this.#disk.context;
    // A new host name has no data on this disk yet.
    this.#sites += 1;
    this.origin = `http://site-${this.#sites}.localhost:${new URL(this.origin).port}`;
    this.page = await this.open();
    await limitQuota(this.page, bytes);
    await this.logIn();
    return this.page;
  }

  async #openDisk(): Promise<Device> {
    const device = await Device.open(this.origin, { profile: true });
    await device.context.addInitScript(suppressLongTimers);
    return device;
  }

  async #leave(): Promise<void> {
    if (this.#disk && this.context === this.#disk.context) {
      // The first page keeps the browser open.
      await Promise.all(this.context.pages().map((page, n) => n > 0 && page.close()));
    } else {
      await this.context?.close();
    }
    this.server.reset();
  }

  async open(): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(this.origin);
    await page.waitForFunction(() => 'headbadge' in window);
    return page;
  }

  /** Installs the real worker and waits until it controls the page and is activated. */
  async installWorker(page = this.page): Promise<void> {
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js');
      while (navigator.serviceWorker.controller?.state !== 'activated')
        await new Promise((resolve) => setTimeout(resolve, 50));
    });
  }

  protected setCookie(name: string, value: string): Promise<void> {
    return this.context.addCookies([{ name, value, url: this.origin }]);
  }

  protected evaluateIn<R, A>(page: Page, work: (argument: A) => R | Promise<R>, argument: A): Promise<R> {
    return page.evaluate(work as (argument: unknown) => R | Promise<R>, argument as unknown);
  }

  async close(): Promise<void> {
    await this.#leave();
    await this.#browser.close();
    await this.#disk?.close();
    await this.server.close();
  }
}
