import type { Page } from 'playwright-core';
import { photoLimits } from '#contract/photos.ts';
import { Device } from './browser.ts';
import type { Site } from './site.ts';
import { joinDevice } from './site-member.ts';
import { until } from './until.ts';

export const riderPassword = 'winding mountain roads';

type Phone = {
  /** Runs in each page before anything else. */
  init?: () => void;
  /** Whether it can be restarted. */
  profile?: boolean;
  /** Whether its pages get the service worker. */
  worker?: boolean;
  /** The time zone of its clock. */
  timezoneId?: string;
};

export type Upload = { name: string; mimeType: string; buffer: Buffer };

/** Address of a bike's page, once it has the bike's own name. */
export const aBikePage = /^[^/]+\/\/[^/]+\/bike\/[\da-f-]{36}\/(?!new$|changed$)/;

/** A member with a phone, who uses only what the screen shows. */
export class Rider {
  readonly device: Device;
  readonly name: string;
  page: Page;

  constructor(device: Device, name: string, page: Page) {
    this.device = device;
    this.name = name;
    this.page = page;
  }

  /** Signs a member up by API calls, on a new phone; other tests cover the sign-up screens. */
  static async join(site: Site, name: string, { init, ...phone }: Phone = {}): Promise<Rider> {
    const device = await Device.open(site.origin, { permissions: ['background-sync'], ...phone });
    if (init) await device.context.addInitScript(init);
    return Rider.joinOn(device, site, name);
  }

  /** The same on an existing device. */
  static async joinOn(device: Device, site: Site, name: string): Promise<Rider> {
    await joinDevice(device.context, site, name);
    const page = await device.page('/user/outbox');
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByRole('button', { name: /^Account/ }).waitFor();
    return new Rider(device, name, page);
  }

  /** Logs an existing member in on a new phone. */
  static async enter({ origin }: Pick<Site, 'origin'>, name: string, phone: Phone = {}): Promise<Rider> {
    const device = await Device.open(origin, { permissions: ['background-sync'], ...phone });
    const page = await device.page('/account/login');
    await page.getByRole('button', { name: 'OK' }).click();
    await page.getByLabel('Username or e-mail').fill(name);
    await page.getByLabel('Password', { exact: true }).fill(riderPassword);
    await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
    await page.getByRole('button', { name: /^Account/ }).waitFor();
    return new Rider(device, name, page);
  }

  /** Signs up on the screen: form, link in the development mailbox, confirmation. */
  static async joinByScreen(site: Pick<Site, 'origin' | 'mailbox'>, name: string, phone: Phone = {}): Promise<Rider> {
    const device = await Device.open(site.origin, { permissions: ['background-sync'], ...phone });
    const page = await device.page('/account/signup');
    await page.getByRole('button', { name: 'OK' }).click();
    const rider = new Rider(device, name, page);
    await rider.#signUp();
    await rider.#confirm(site.mailbox);
    return rider;
  }

  get main() {
    return this.page.getByRole('main');
  }

  async #signUp(): Promise<void> {
    const { page, main, name } = this;
    await page.getByLabel('Username').fill(name);
    await page.getByLabel('E-mail').fill(`${name}@example.org`);
    await page.getByLabel('Password', { exact: true }).fill(riderPassword);
    await page.getByRole('checkbox').check();
    await main.getByRole('button', { name: 'Sign Up' }).click();
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  }

  async #confirm(mailbox: string): Promise<void> {
    const { page } = this;
    await page.goto(mailbox);
    await page.locator('a[href*="token="]').first().click();
    await page.getByLabel('Password', { exact: true }).fill(riderPassword);
    await this.main.getByRole('button', { name: 'Confirm and log in' }).click();
    await page.getByRole('heading', { name: /^Welcome, / }).waitFor();
    await page.getByRole('button', { name: /^Account/ }).waitFor();
  }

  /** Waits until the service worker has installed the app shell and controls this page. */
  async settle(): Promise<void> {
    await this.page.evaluate(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
    });
  }

  async go(path: string): Promise<void> {
    await this.page.goto(new URL(path, this.page.url()).href);
  }

  /** Opens a new tab in place of a closed one. */
  async reopen(path: string): Promise<void> {
    this.page = await this.device.page(path);
  }

  /** Fills in the open form and waits until the draft is saved, without publishing it. */
  async describeBike(model: string, photos: Upload[]): Promise<void> {
    await this.fillIn(model, photos);
    await this.page.getByText('Saved on this device').waitFor();
  }

  /** Fills in the open form for a new bike, on a phone step by step. */
  async fillIn(model: string, photos: Upload[]): Promise<void> {
    const { page } = this;
    await page.locator('input[type=file]').setInputFiles(photos);
    await page.getByText(`${photos.length} of ${photoLimits.perBike}`).waitFor();
    await this.#next();
    await page.getByRole('combobox', { name: 'Brand' }).fill('Surl');
    await page
      .getByRole('option', { name: /^Surly/ })
      .first()
      .click();
    await page.getByLabel('Model').fill(model);
    await page.getByLabel('Year').fill('2021');
    await page.getByRole('button', { name: 'Gravel', exact: true }).click();
    await this.#next();
    await page.getByRole('button', { name: '1 × 11', exact: true }).click();
    await page
      .getByText(/^Ready to publish/)
      .first()
      .waitFor();
  }

  /** Presses Next where the form is shown step by step. */
  async #next(): Promise<void> {
    const next = this.page.getByRole('button', { name: 'Next' });
    if (await next.isVisible()) await next.click();
  }

  /** Goes to a step of the form for a new bike. */
  async toStep(step: 'photos' | 'bike' | 'gears' | 'publish'): Promise<void> {
    const address = new URL(this.page.url());
    address.hash = step;
    await this.page.goto(address.href);
    await this.page.locator(`[data-step="${step}"]`).first().waitFor();
  }

  /** Publishes the open form. The bike's page follows. */
  async publish(button = 'Publish'): Promise<void> {
    await this.page.getByRole('button', { name: button }).click();
    await this.page.waitForURL(aBikePage);
  }

  /** Likes the open bike or takes the like back, and waits until that is stored. A page left earlier may lose it. */
  async setLike(on: boolean): Promise<void> {
    await this.page.getByRole('button', { name: on ? 'Like' : 'Liked', exact: true }).click();
    const chosen = this.page.getByRole('button', { name: on ? 'Liked' : 'Like', exact: true });
    await chosen.and(this.page.locator(':not([data-storing])')).waitFor();
  }

  /** Posts a comment and waits until it is stored; the form is empty then. */
  async comment(text: string): Promise<void> {
    const composer = this.page.getByLabel('Write a comment');
    await composer.fill(text);
    await this.page.getByRole('button', { name: 'Post comment' }).click();
    await this.main.getByRole('listitem').filter({ hasText: text }).waitFor();
    await until(async () => {
      if (await composer.inputValue()) throw new Error('The comment is still in its form.');
    });
  }

  async close(): Promise<void> {
    await this.device.close();
  }
}
