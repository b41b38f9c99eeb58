import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { findBrowser } from './find-browser.ts';
import { watchRequests } from './network-idle.ts';

/**
 * Features that no page uses. A browser reads only its last such list, so it includes those that Playwright disables.
 * The others are the browser's own pages, which it loads beside the first page and which took a quarter of its work.
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
  // A process for the next site, which is made ahead and which most contexts end without.
  'SpareRendererForSitePerProcess',
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
  // Test pages live for seconds; optimizing their code would cost a tenth of the browser's work for nothing.
  ...(process.env.TIMED_PAGES ? [] : ['--js-flags=--no-opt']),
];

/** Like the bounds in vite.config.ts: it ends a failing test, and no passing one waits so long. */
const stepTimeoutMs = 60_000;

type Options = Pick<BrowserContextOptions, 'permissions' | 'javaScriptEnabled' | 'timezoneId' | 'locale'> & {
  /**
   * Whether pages get the service worker. Installing it costs as much as two visits, and makes each visit a third
   * slower.
   */
  worker?: boolean;
  /** Whether it keeps a profile on disk, so that it can be restarted and its quota limited. */
  profile?: boolean;
};

export const phone = { width: 390, height: 844 };
export const tablet = { width: 768, height: 1024 };
export const desktop = { width: 1280, height: 900 };

async function installed() {
  const { path, env } = await findBrowser();
  return { executablePath: path, headless: true, args, env: { ...process.env, ...env } as Record<string, string> };
}

let started: Promise<Browser> | undefined;

/** The browser shared by the tests of this process. One launch for each device took a tenth of all their work. */
async function sharedBrowser(): Promise<Browser> {
  started ??= installed().then((options) => chromium.launch(options));
  const browser = await started;
  if (browser.isConnected()) return browser;
  started = undefined;
  return sharedBrowser();
}

/** Makes `setOffline` wait until the pages know of it: a page that does not would still send what is written next. */
function waitForSignal(context: BrowserContext): void {
  const set = context.setOffline.bind(context);
  context.setOffline = async (offline) => {
    await set(offline);
    const known = (page: Page) =>
      page.waitForFunction((is) => navigator.onLine !== is, offline, { polling: 20, timeout: 5000 });
    // A page that is being loaded or has crashed cannot tell.
    await Promise.all(context.pages().map((page) => known(page).catch(() => undefined)));
  };
}

/** A browser for many visitors at once, without a profile. */
export class FleetingBrowser {
  readonly #contexts: BrowserContext[] = [];

  /** A visitor without cookies or storage. */
  async newContext(options?: BrowserContextOptions): Promise<BrowserContext> {
    const context = await (await sharedBrowser()).newContext(options);
    context.setDefaultTimeout(stepTimeoutMs);
    watchRequests(context);
    waitForSignal(context);
    this.#contexts.push(context);
    return context;
  }

  /** Closes all contexts that it opened. */
  async close(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
  }
}

/** A person's phone that opens the site. */
export class Device {
  readonly #profile: string | null;
  /** Origin of the site under test. */
  readonly origin: string;
  readonly #options: Options;
  context: BrowserContext;

  private constructor(profile: string | null, origin: string, options: Options, context: BrowserContext) {
    this.#profile = profile;
    this.origin = origin;
    this.#options = options;
    this.context = context;
  }

  static async open(origin: string, options: Options = {}): Promise<Device> {
    const profile = options.profile ? await mkdtemp(join(tmpdir(), 'headbadge-device-')) : null;
    return new Device(profile, origin, options, await openContext(profile, origin, options));
  }

  /** Ends the browser process and starts it again with the same profile. */
  async restart(): Promise<void> {
    if (!this.#profile) throw new Error('A device without a profile forgets everything.');
    await this.context.close();
    this.context = await openContext(this.#profile, this.origin, this.#options);
  }

  async page(path = '/'): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(new URL(path, this.origin).href);
    return page;
  }

  async close(): Promise<void> {
    await this.context.close().catch(() => undefined);
    if (this.#profile) await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Opens a browser: with a folder it is the profile of a browser of its own. */
export async function openContext(
  folder: string | null,
  origin: string,
  { permissions, worker = folder !== null, profile: _, ...more }: Options,
): Promise<BrowserContext> {
  const serviceWorkers = worker ? 'allow' : 'block';
  const options = { viewport: phone, hasTouch: true, locale: 'en-GB', serviceWorkers, ...more } as const;
  const context = folder
    ? await chromium.launchPersistentContext(folder, { ...(await installed()), ...options })
    : await (await sharedBrowser()).newContext(options);
  context.setDefaultTimeout(stepTimeoutMs);
  watchRequests(context);
  waitForSignal(context);
  if (permissions?.length) await context.grantPermissions(permissions, { origin });
  return context;
}
