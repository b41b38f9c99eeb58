import { Workbox } from 'workbox-window';
import { flushDrafts } from '#src/drafts/open-forms.ts';
import { keepFirstPage, keepPhotosShown } from './keep-shown.ts';
import { updateReady } from './update-ready.ts';

const worker = '/worker.js';
const reloadAfter = 2_000;
const installAgainAfter = 60_000;
const lookEvery = 3_600_000;
let workbox: Workbox | null = null;
let reloading = false;

const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('headbadge-update') : null;

async function reload(): Promise<void> {
  if (reloading) return;
  reloading = true;
  await flushDrafts();
  location.reload();
}

/** Lets the new version take over: every tab keeps its drafts first, then each reloads. */
export async function applyUpdate(): Promise<void> {
  channel?.postMessage('flush');
  await flushDrafts();
  workbox?.messageSkipWaiting();
  // iOS may not tell that the worker has changed.
  setTimeout(() => void reload(), reloadAfter);
}

/** A page that was loading while the worker took over the others was left out: nothing of it would be kept. */
async function askToBeTakenIn(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) active?.postMessage({ type: 'CLAIM' });
}

/** A first installation that a poor connection broke off is tried again when there is signal, and after a while. */
async function installAgain(): Promise<void> {
  if (await navigator.serviceWorker.getRegistration()) return;
  try {
    const { installing } = await navigator.serviceWorker.register(worker);
    installing?.addEventListener('statechange', () => installing.state === 'redundant' && installLater());
  } catch {
    installLater();
  }
}

const installLater = () => void setTimeout(() => void installAgain(), installAgainAfter);

/** Browsers look for a new version when a page is opened; an app that stays open for days has to look by itself. */
function lookForUpdates(): void {
  let looked = Date.now();
  const look = () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < lookEvery) return;
    looked = Date.now();
    void workbox?.update().catch(() => undefined);
  };
  setInterval(look, lookEvery);
  addEventListener('online', look);
  document.addEventListener('visibilitychange', look);
}

/**
 * Registers the worker once the page has loaded. {@link updateReady} says when a new version waits;
 * {@link applyUpdate} lets it take over.
 */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  let hadWorker = navigator.serviceWorker.controller !== null;
  workbox = new Workbox(worker);
  workbox.addEventListener('waiting', () => updateReady.set(true));
  workbox.addEventListener('controlling', () => {
    if (hadWorker) void reload();
    else void keepPhotosShown().then(keepFirstPage);
    hadWorker = true;
  });
  channel?.addEventListener('message', () => void flushDrafts());
  workbox.addEventListener('redundant', installLater);
  addEventListener('online', () => void installAgain());
  void askToBeTakenIn();
  if (hadWorker) void keepFirstPage();
  lookForUpdates();
  await workbox.register().catch(installLater);
}
