import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from './find-browser.ts';

/**
 * What no page has anything of. A browser heeds its last such list alone, so this one names also what playwright switches
 * off; the rest are pages of the browser's own, which it loads beside the first one and which took a quarter of its work.
 */
const switchedOff = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxSimplification',
  'WebUIOmniboxFrame',
  'OmniboxAimPopupWebUIContent',
  'PreloadTopChromeWebUI',
  'InitialWebUI',
];

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${switchedOff.join(',')}`,
];

type Options = Pick<
  BrowserContextOptions,
  'permissions' | 'javaScriptEnabled' | 'timezoneId' | 'locale' | 'serviceWorkers'
>;

export const phone = { width: 390, height: 844 };
export const tablet = { width: 768, height: 1024 };
export const desktop = { width: 1280, height: 900 };

async function installed() {
  const { path, env } = await findBrowser();
  return { executablePath: path, headless: true, args, env: { ...process.env, ...env } as Record<string, string> };
}

/** A browser for many visitors at once, of whom nothing is kept. */
export const launchBrowser = async (): Promise<Browser> => chromium.launch(await installed());

/** A browser with a profile of its own that can be closed and opened again, as a person does with an app. */
export class Device {
  readonly #profile: string;
  /** The site that it looks at. */
  readonly origin: string;
  readonly #options: Options;
  context: BrowserContext;

  private constructor(profile: string, origin: string, options: Options, context: BrowserContext) {
    this.#profile = profile;
    this.origin = origin;
    this.#options = options;
    this.context = context;
  }

  static async open(origin: string, options: Options = {}): Promise<Device> {
    const profile = await mkdtemp(join(tmpdir(), 'headbadge-device-'));
    return new Device(profile, origin, options, await launch(profile, origin, options));
  }

  /** Ends the browser's process and starts it again on the same profile. */
  async restart(): Promise<void> {
    await this.context.close();
    this.context = await launch(this.#profile, this.origin, this.#options);
  }

  async page(path = '/'): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(new URL(path, this.origin).href);
    return page;
  }

  async close(): Promise<void> {
    await this.context.close().catch(() => undefined);
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function launch(profile: string, origin: string, { permissions, ...more }: Options): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(profile, {
    ...(await installed()),
    viewport: phone,
    hasTouch: true,
    locale: 'en-GB',
    serviceWorkers: 'allow',
    ...more,
  });
  if (permissions?.length) await context.grantPermissions(permissions, { origin });
  return context;
}
