import { until } from '../until.ts';
import type { Handle, Key, Size, TabDriver } from './engine.ts';

/** An element's accessible name, or part of it; a string is the whole name. */
type Name = string | RegExp;
type Pattern = { source: string; flags: string };

/** Roles that people press, and roles that they write to. */
const pressed = 'button, a[href], summary, label, [role=button], [role=menuitem], [role=option], input[type=checkbox]';
const written = 'input:not([type=file]), textarea';
const waitMs = 30_000;

const patternOf = (name: Name): Pattern =>
  typeof name === 'string'
    ? { source: `^${name.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')}$`, flags: '' }
    : { source: name.source, flags: name.flags };

/** Runs in the page: the first element that is visible and usable, in the middle of the window, once it stands still. */
async function findByName(css: string, { source, flags }: Pattern): Promise<Element | null> {
  const name = new RegExp(source, flags);
  const nameOf = (one: Element) => {
    const label = (one as HTMLInputElement).labels?.[0];
    const text = one.getAttribute('aria-label') ?? label?.textContent ?? (one as HTMLElement).innerText;
    return text.trim().replaceAll(/\s+/g, ' ');
  };
  const found = [...document.querySelectorAll(css)].find(
    (one) =>
      one.checkVisibility({ visibilityProperty: true }) &&
      one.getClientRects().length > 0 &&
      !one.matches(':disabled') &&
      !one.closest('[inert], [aria-hidden=true]') &&
      name.test(nameOf(one)),
  );
  if (!found) return null;
  for (let last = Number.NaN; ; ) {
    found.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { top } = found.getBoundingClientRect();
    if (top === last) return found.isConnected ? found : null;
    last = top;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** A tab of any engine: what a person looks for, presses and writes. */
export class Tab {
  readonly #driver: TabDriver;
  readonly #origin: string;

  constructor(driver: TabDriver, origin: string) {
    this.#driver = driver;
    this.#origin = origin;
  }

  async open(path: string): Promise<void> {
    await this.#driver.open(new URL(path, this.#origin).href);
  }

  back(): Promise<void> {
    return this.#driver.back();
  }

  /** Calls a function in the page with JSON arguments, and returns its JSON. */
  evaluate<T, Args extends unknown[]>(run: (...args: Args) => T | Promise<T>, ...args: Args): Promise<T> {
    return this.#driver.evaluate(`(${run})(${args.map((one) => JSON.stringify(one))})`) as Promise<T>;
  }

  async #find(css: string, name: Name): Promise<Handle> {
    const expression = `(${findByName})(${JSON.stringify(css)}, ${JSON.stringify(patternOf(name))})`;
    return until(async () => {
      const found = await this.#driver.find(expression);
      if (!found) throw new Error(`Nothing is called ${name} at ${await this.#summary()}`);
      return found;
    }, waitMs);
  }

  /** @param css which elements can be meant */
  async click(name: Name, css = pressed): Promise<void> {
    await until(async () => this.#driver.click(await this.#find(css, name)), waitMs);
  }

  /** Writes to the field with this label. */
  async type(label: Name, text: string): Promise<void> {
    await this.#driver.type(await this.#find(written, label), text);
  }

  /** Writes to the field with this label by an input method. */
  async compose(label: Name, reading: string, text: string): Promise<void> {
    await this.#driver.compose(await this.#find(written, label), reading, text);
  }

  /** Waits until the field with this label has a text. */
  async holds(label: Name, text: string): Promise<void> {
    const value = `(${findByName})(${JSON.stringify(written)}, ${JSON.stringify(patternOf(label))}).then((one) => one?.value)`;
    await until(async () => {
      const held = await this.#driver.evaluate(value);
      if (held !== text) throw new Error(`${label} has "${held}", not "${text}", at ${await this.#summary()}`);
    }, waitMs);
  }

  /** Presses a key where the focus is. */
  press(key: Key): Promise<void> {
    return this.#driver.press(key);
  }

  /** Chooses files in the page's file input. */
  async upload(files: readonly string[], css = 'input[type=file]'): Promise<void> {
    const input = await until(async () => {
      const found = await this.#driver.find(`document.querySelector(${JSON.stringify(css)})`);
      if (!found) throw new Error('The page takes no files.');
      return found;
    }, waitMs);
    await this.#driver.upload(input, files);
  }

  /** The visible text. */
  text(): Promise<string> {
    return this.evaluate(() => document.body?.innerText ?? '');
  }

  /** A summary of the page, for a failure. */
  async #summary(): Promise<string> {
    const [path, text] = await this.evaluate(() => [
      location.pathname,
      (document.querySelector('main') ?? document.body)?.innerText ?? '',
    ]);
    return `${path}: ${text?.replaceAll(/\s+/g, ' ').slice(0, 600)}`;
  }

  /** Waits until the page shows a text. */
  async shows(text: Name, limit = waitMs): Promise<void> {
    await until(async () => {
      const shown = await this.text();
      if (typeof text === 'string' ? !shown.includes(text) : !text.test(shown))
        throw new Error(`The page does not say "${text}" at ${await this.#summary()}`);
    }, limit);
  }

  /** Waits until a page's expression is true. */
  async becomes<Args extends unknown[]>(
    what: string,
    check: (...args: Args) => boolean | Promise<boolean>,
    ...args: Args
  ): Promise<void> {
    await until(async () => {
      if (!(await this.evaluate(check, ...args))) throw new Error(`${what}: not at ${await this.#summary()}`);
    }, 2 * waitMs);
  }

  resize(size: Size): Promise<void> {
    return this.#driver.resize(size);
  }

  screenshot(): Promise<Buffer> {
    return this.#driver.screenshot();
  }

  close(): Promise<void> {
    return this.#driver.close();
  }
}
