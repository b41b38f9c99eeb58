import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { phone } from '../browser.ts';
import type { BrowserDriver, Engine } from './engine.ts';
import { Tab } from './tab.ts';

/** A phone with a browser of any engine, which keeps its profile when the browser is restarted. */
export class Phone {
  readonly #engine: Engine;
  readonly #profile: string;
  readonly #origin: string;
  #browser: BrowserDriver;

  private constructor(engine: Engine, profile: string, origin: string, browser: BrowserDriver) {
    this.#engine = engine;
    this.#profile = profile;
    this.#origin = origin;
    this.#browser = browser;
  }

  static async start(engine: Engine, origin: string): Promise<Phone> {
    const profile = await mkdtemp(join(tmpdir(), 'headbadge-phone-'));
    return new Phone(engine, profile, origin, await engine.launch(profile));
  }

  /** The browser's name and version. */
  get title(): string {
    return this.#browser.title;
  }

  /** Errors that pages wrote to the console since the browser was started. */
  get errors(): readonly string[] {
    return this.#browser.errors;
  }

  async newTab(path?: string, size = phone): Promise<Tab> {
    const driver = await this.#browser.newTab();
    await driver.resize(size);
    const tab = new Tab(driver, this.#origin);
    if (path) await tab.open(path);
    return tab;
  }

  async restart(): Promise<void> {
    await this.#browser.end();
    this.#browser = await this.#engine.launch(this.#profile);
  }

  async close(): Promise<void> {
    await this.#browser.end();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
