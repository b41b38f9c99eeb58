import { getDefaultStore } from 'jotai';
import { Workbox } from 'workbox-window';
import { workerFileOf } from '#contract/language-choice.ts';
import { photoOfPath } from '#contract/photo-paths.ts';
import { pageLanguage } from '#contract/texts.ts';
import { isUpdating, reload, updateChannel } from '#src/lib/apply-update.ts';
import { idle } from '#src/lib/idle.ts';
import { saveOpenForms } from '#src/lib/open-forms.ts';
import { retryImport } from '#src/lib/retry-import.ts';
import { savesData } from '#src/ui/display-preferences.ts';
import { latePartsAtom } from '#src/ui/late-parts.ts';

const store = getDefaultStore();

/** The page's own requests come first. */
const keepPageDelayMs = 3_000;

/**
 * Requests photos that were loaded before the worker was active once more, so that it caches them. They come from the
 * HTTP cache, one by one while the browser is idle.
 */
async function keepPhotosShown(): Promise<void> {
  const names = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
  for (const name of names) {
    const { origin, pathname } = new URL(name);
    if (origin !== location.origin || !photoOfPath(pathname)) continue;
    await idle();
    await fetch(pathname).catch(() => undefined);
  }
}

/** Asks the worker to cache the home page, once a visit; not if the visitor saves data. */
async function keepFirstPage(): Promise<void> {
  if (savesData()) return;
  await new Promise((resolve) => setTimeout(resolve, keepPageDelayMs));
  await idle();
  navigator.serviceWorker.controller?.postMessage({ type: 'KEEP_PAGE' });
}

const worker = `/${workerFileOf(pageLanguage)}`;
const retryInstallMs = 60_000;
/** Time in which an installing worker runs. */
const workerStartMs = 10_000;
const checkEveryMs = 3_600_000;
let workbox: Workbox | null = null;
/**
 * Asks the worker to claim a page that was loading while the worker claimed the others. Unclaimed pages are not cached.
 */
async function requestClaim(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'CLAIM' });
}

/** Retries a first installation that failed on a poor connection, on `online` and after a minute. */
async function retryInstall(): Promise<void> {
  if (await navigator.serviceWorker.getRegistration()) return;
  try {
    const { installing } = await navigator.serviceWorker.register(worker);
    installing?.addEventListener('statechange', () => installing.state === 'redundant' && retryInstallLater());
  } catch {
    retryInstallLater();
  }
}

/**
 * Starts a first installation again whose worker does not run. WebKit leaves it that way, for all tabs, when the page is
 * reloaded 5 to 80 ms after it was registered. Until that tab is closed, nothing ends it (tried in 2.50: register, also
 * another script, update, unregister, a message, another page); these calls wait. Nothing is lost meanwhile, but opening
 * the site needs signal. Then the next page ends it.
 */
async function restartStoppedInstall(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.installing || registration.active) return;
  // The worker opens its cache first.
  if ((await caches.keys()).some((name) => name.includes('precache'))) return;
  await registration.unregister();
  await retryInstall();
}

const retryInstallLater = () => void setTimeout(() => void retryInstall(), retryInstallMs);

/**
 * Checks for a new version every hour. Browsers check only when a page is opened, and an app may stay open for days.
 */
function checkForUpdates(): void {
  let checkedAt = Date.now();
  const check = () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < checkEveryMs) return;
    checkedAt = Date.now();
    void workbox?.update().catch(() => undefined);
  };
  setInterval(check, checkEveryMs);
  addEventListener('online', check);
  document.addEventListener('visibilitychange', check);
}

/** Offers to reload for a new version. */
const offerUpdate = () =>
  retryImport(
    () => import('./update-prompt.tsx'),
    ({ UpdatePrompt }) => store.set(latePartsAtom, (parts) => [...parts, UpdatePrompt]),
  );

/** Registers the worker. A new version waits until `applyUpdate` activates it. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  let hadWorker = navigator.serviceWorker.controller !== null;
  workbox = new Workbox(worker);
  workbox.addEventListener('waiting', () => isUpdating() || void offerUpdate());
  workbox.addEventListener('controlling', () => {
    if (hadWorker) void reload();
    else void keepPhotosShown().then(keepFirstPage);
    hadWorker = true;
  });
  updateChannel?.addEventListener('message', () => void saveOpenForms());
  workbox.addEventListener('redundant', retryInstallLater);
  addEventListener('online', () => void retryInstall());
  void requestClaim();
  if (hadWorker) void keepFirstPage();
  checkForUpdates();
  setTimeout(() => void restartStoppedInstall().catch(() => undefined), workerStartMs);
  await workbox.register().catch(retryInstallLater);
}
