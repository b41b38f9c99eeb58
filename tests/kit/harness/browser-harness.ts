import type { BrowserContext, Page } from 'playwright-core';
import { Device, FleetingBrowser } from '../browser.ts';
import { limitRoom } from '../room.ts';
import { BaseHarness, holdLongTimers } from './base-harness.ts';
import { harnessFolder } from './build.ts';
import { ScriptedServer } from './server.ts';

export { ana } from './people.ts';

/** The offline core in a browser, with the real service worker. */
export class BrowserHarness extends BaseHarness<Page> {
  readonly #browser = new FleetingBrowser();
  #device: Device | null = null;
  context!: BrowserContext;

  static async start(): Promise<BrowserHarness> {
    const server = new ScriptedServer(await harnessFolder());
    return new BrowserHarness(server, await server.listen());
  }

  /** Opens a fresh device on which `ana` is logged in. */
  async fresh(): Promise<Page> {
    await this.#leave();
    this.context = await this.#browser.newContext();
    return this.#arrive();
  }

  /** The same with a disk, of which the site gets so many bytes while its first page is open. */
  async freshWithRoom(bytes: number): Promise<Page> {
    await this.#leave();
    this.#device = await Device.open(this.origin, { profile: true });
    this.context = this.#device.context;
    return this.#arrive((page) => limitRoom(page, bytes));
  }

  async #leave(): Promise<void> {
    await this.context?.close();
    await this.#device?.close();
    this.#device = null;
    this.server.reset();
  }

  async #arrive(begin: (page: Page) => Promise<void> = async () => undefined): Promise<Page> {
    await this.context.addInitScript(holdLongTimers);
    this.page = await this.open();
    await begin(this.page);
    await this.logIn();
    return this.page;
  }

  async open(): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(this.origin);
    await page.waitForFunction(() => 'headbadge' in window);
    return page;
  }

  /** Installs the real worker and waits until it controls the page, and has done what it does first. */
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

  protected evaluateIn<R, A>(page: Page, work: (given: A) => R | Promise<R>, given: A): Promise<R> {
    return page.evaluate(work as (given: unknown) => R | Promise<R>, given as unknown);
  }

  async close(): Promise<void> {
    await this.#leave();
    await this.#browser.close();
    await this.server.close();
  }
}
