import type { BrowserContext, ElementHandle, Page } from 'playwright-core';
import { openContext } from '../browser.ts';
import { InputMethod } from '../input-method.ts';
import type { BrowserDriver, Engine, Handle, Key, Size, TabDriver } from './engine.ts';

/** Playwright may wait forever for a page that is being reloaded. */
const answerLimitMs = 10_000;

class ChromiumTab implements TabDriver {
  readonly #page: Page;
  readonly #found: ElementHandle<HTMLElement>[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  async open(url: string): Promise<void> {
    await this.#page.goto(url);
  }

  async back(): Promise<void> {
    await this.#page.goBack();
  }

  async evaluate(expression: string): Promise<unknown> {
    const { promise, reject } = Promise.withResolvers<never>();
    const limit = setTimeout(() => reject(new Error('The page does not answer.')), answerLimitMs);
    return Promise.race([promise, this.#page.evaluate(expression)]).finally(() => clearTimeout(limit));
  }

  async find(expression: string): Promise<Handle | null> {
    const element = (await this.#page.evaluateHandle(expression)).asElement();
    if (!element) return null;
    this.#found.push(element as ElementHandle<HTMLElement>);
    return String(this.#found.length - 1);
  }

  #element(handle: Handle): ElementHandle<HTMLElement> {
    const element = this.#found[Number(handle)];
    if (!element) throw new Error('No such element was found.');
    return element;
  }

  async click(element: Handle): Promise<void> {
    await this.#element(element).click();
  }

  async type(element: Handle, text: string): Promise<void> {
    await this.click(element);
    await this.#page.keyboard.type(text);
  }

  async press(key: Key): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  async compose(element: Handle, reading: string, text: string): Promise<void> {
    await this.click(element);
    const method = await InputMethod.of(this.#page);
    await method.write(reading, text);
    await method.close();
  }

  async upload(element: Handle, files: readonly string[]): Promise<void> {
    await this.#element(element).setInputFiles(files);
  }

  async resize(size: Size): Promise<void> {
    await this.#page.setViewportSize(size);
  }

  async screenshot(): Promise<Buffer> {
    return this.#page.screenshot();
  }

  async close(): Promise<void> {
    await this.#page.close();
  }
}

class Chromium implements BrowserDriver {
  readonly title: string;
  readonly errors: string[] = [];
  readonly #context: BrowserContext;

  constructor(context: BrowserContext) {
    this.title = `Chromium ${context.browser()?.version() ?? ''}`;
    this.#context = context;
    context.on('console', (line) => {
      if (line.type() === 'error') this.errors.push(line.text());
    });
  }

  async newTab(): Promise<TabDriver> {
    return new ChromiumTab(await this.#context.newPage());
  }

  async end(): Promise<void> {
    await this.#context.close();
  }
}

/** The Chromium of the other tests. */
export const chromium: Engine = {
  name: 'Chromium',
  packages: 'chromium',
  missing: async () => null,
  launch: async (profile) => new Chromium(await openContext(profile, '', {})),
};
