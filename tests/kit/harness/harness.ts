import type { BrowserContext, Page } from 'playwright-core';
import { Device, FleetingBrowser } from '../browser.ts';
import { limitRoom } from '../room.ts';
import { harnessFolder } from './build.ts';
import { ScriptedServer } from './server.ts';

export const ana = { id: '01890000-0000-7000-8000-00000000000a', username: 'ana', avatar: '' };
export const bert = { id: '01890000-0000-7000-8000-00000000000b', username: 'bert', avatar: '' };

/** Nothing is retried by itself: a test drains when it wants to. */
function holdLongTimers(): void {
  const real = window.setTimeout;
  const held = (work: TimerHandler, delay = 0, ...rest: unknown[]) => (delay < 2_000 ? real(work, delay, ...rest) : 0);
  window.setTimeout = held as typeof window.setTimeout;
}

/** A browser on a page that shows the offline core, and a server whose answers the test writes down. */
export class Harness {
  readonly server: ScriptedServer;
  readonly origin: string;
  readonly #close: () => Promise<void>;
  #device: Device | null = null;
  readonly #newContext: () => Promise<BrowserContext>;
  context!: BrowserContext;
  page!: Page;

  private constructor(
    server: ScriptedServer,
    origin: string,
    newContext: () => Promise<BrowserContext>,
    close: () => Promise<void>,
  ) {
    this.server = server;
    this.origin = origin;
    this.#newContext = newContext;
    this.#close = close;
  }

  static async start(): Promise<Harness> {
    const server = new ScriptedServer(await harnessFolder());
    const origin = await server.listen();
    const browser = new FleetingBrowser();
    const close = async () => {
      await browser.close();
      await server.close();
    };
    return new Harness(server, origin, () => browser.newContext(), close);
  }

  /** A fresh device on which `ana` is logged in. */
  async fresh(): Promise<Page> {
    await this.#leave();
    this.context = await this.#newContext();
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
    await this.context.addCookies([{ name: 'auth-check', value: '1', url: this.origin }]);
    await this.page.evaluate(async (user) => {
      await window.headbadge.remember('authUser', user);
    }, ana);
    return this.page;
  }

  /** Another tab on the same device. */
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

  /** The rows that wait: what, how, and how often tried. */
  rows(page = this.page): Promise<string[]> {
    return page.evaluate(async (userId) => {
      const rows = await window.headbadge.outbox.rowsOf(userId);
      return rows.map((row) => `${row.kind} ${row.state} ${row.attempts}`);
    }, ana.id);
  }

  /** Drains after whoever is at it. */
  drain(page = this.page, how: { eager?: boolean; wait?: boolean } = { wait: true }) {
    return page.evaluate(([id, more]) => window.headbadge.drainOnce(id, more), [ana.id, how] as const);
  }

  /** Describes a bike with photos and publishes it on this device; null when nothing was wrong with it. */
  publishBike(photos: number, page = this.page) {
    return page.evaluate(
      async ([user, count]) => {
        const { drafts, publishDraft } = window.headbadge;
        const id = await drafts.createDraft(user);
        for (let n = 0; n < count; n++) {
          const canvas = new OffscreenCanvas(800, 600);
          canvas.getContext('2d')?.fillRect(n, n, 50, 50);
          await drafts.addPhoto(id, new File([await canvas.convertToBlob()], 'photo.png'));
        }
        const kind = { category: 'Touring', drivetrain: '1x', rearGear: '11-Speed' };
        await drafts.updateDraft(id, { ...kind, brandId: 'Other', brandOther: 'Brother', model: 'Mehteh' });
        return publishDraft(id);
      },
      [ana.id, photos] as const,
    );
  }

  async close(): Promise<void> {
    await this.#leave();
    await this.#close();
  }
}
