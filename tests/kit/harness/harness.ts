import { rm } from 'node:fs/promises';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { findBrowser } from '../find-browser.ts';
import { buildHarness } from './build.ts';
import { ScriptedServer } from './server.ts';

const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'];

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
    const folder = await buildHarness();
    const server = new ScriptedServer(folder);
    const origin = await server.listen();
    const { path, env } = await findBrowser();
    const browser = await chromium.launch({
      executablePath: path,
      args,
      env: { ...process.env, ...env } as Record<string, string>,
    });
    const close = async () => {
      await browser.close();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    };
    return new Harness(server, origin, () => browser.newContext(), close);
  }

  /** A fresh device on which `ana` is logged in. */
  async fresh(): Promise<Page> {
    await this.context?.close();
    this.server.reset();
    this.context = await this.#newContext();
    await this.context.addInitScript(holdLongTimers);
    this.page = await this.open();
    await this.page.evaluate(async (user) => {
      document.cookie = 'auth-check=1; path=/';
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

  /** Installs the real worker and waits until it controls the page. */
  async installWorker(page = this.page): Promise<void> {
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js');
      while (!navigator.serviceWorker.controller) await new Promise((resolve) => setTimeout(resolve, 50));
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

  close(): Promise<void> {
    return this.#close();
  }
}
