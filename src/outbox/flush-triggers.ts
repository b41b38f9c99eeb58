import { getDefaultStore } from 'jotai/vanilla';
import { readLocal, writeLocal } from '#src/lib/local-storage.ts';
import { saveOpenForms } from '#src/lib/open-forms.ts';
import { onSessionNews } from '#src/lib/refresh.ts';
import { onReconnect, signalAtom } from '#src/lib/signal.ts';
import { retryPersist } from '#src/storage/retry-persist.ts';
import { noteFull, storageStateAtom } from '#src/storage/storage-state.ts';
import { getMeta } from '#src/storage/user-db.ts';
import { backoff } from './backoff.ts';
import type { FlushResult } from './flush-outbox.ts';
import { allMutations } from './outbox.ts';
import { outboxStatusAtom } from './outbox-status.ts';
import { probe } from './reach.ts';
import { runFlush, syncTag } from './run-flush.ts';

const store = getDefaultStore();

type SyncRegistration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** Shortest pause before a scheduled flush or a repeated probe, in milliseconds. */
const minPauseMs = 2_000;
const probesWhenOffline = 4;
const quotaRetryMs = 30_000;

let current: Promise<unknown> | null = null;
/** Resolves when the flush that runs has asked for the lock, or has ended. */
let asked: Promise<void> = Promise.resolve();
let isRequestedAgain = false;
let isNextEager = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let failedProbes = 0;
/** Whether the connection was lost since the last eager flush. */
let isLost = false;

/**
 * Registers a background sync, where the browser has it; it may refuse. @param hasWork whether something is known to wait
 */
export async function registerSync(hasWork = false): Promise<void> {
  try {
    const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration();
    const waits = hasWork || (await getMeta('signOutOwed')) || (await allMutations()).length > 0;
    // The worker then waits until this page has sent or is closed: only the page can show how far an upload is.
    await asked;
    if (waits) await registration?.sync?.register(syncTag);
  } catch {
    // The page's own triggers do the same.
  }
}

function scheduleNext(result: FlushResult | null): void {
  clearTimeout(timer);
  failedProbes = result?.outcome === 'no-signal' ? failedProbes + 1 : 0;
  if (failedProbes > 0) {
    isLost = true;
    timer = setTimeout(() => scheduleFlush(), Math.min(60_000, backoff(failedProbes, Math.random())));
  } else if (result?.nextAt) {
    timer = setTimeout(() => scheduleFlush(), Math.max(minPauseMs, result.nextAt - Date.now()));
  }
}

async function run(onLock: () => void): Promise<void> {
  do {
    isRequestedAgain = false;
    const eager = isNextEager;
    isNextEager = false;
    if (eager) isLost = false;
    let result = await runFlush({ wait: false, eager, onLock });
    // The holder of the lock may have read the queue before our mutation was stored.
    if (result?.outcome === 'busy') result = await runFlush({ wait: true, eager });
    scheduleNext(result);
  } while (isRequestedAgain);
}

/**
 * Starts a flush. While one is running, another one follows it.
 * @param eager whether to retry at once the mutations that got no answer
 */
export function scheduleFlush(eager = false): void {
  isRequestedAgain = true;
  isNextEager ||= eager;
  if (current !== null) return;
  asked = new Promise((onLock) => {
    current = run(onLock)
      // An error here is retried like a lost connection.
      .catch(() => scheduleNext({ outcome: 'no-signal', sent: 0, nextAt: null }))
      .finally(() => {
        onLock();
        current = null;
        if (isRequestedAgain) scheduleFlush();
      });
  });
}

/** Starts a flush and waits until it has ended. */
export async function flushAndWait(): Promise<void> {
  scheduleFlush(true);
  await current;
}

/** Call after something was queued: flushes now, and registers a background sync. */
export function noteEnqueued(): void {
  scheduleFlush();
  void registerSync(true);
}

/** Probes the server with backoff while there is no connection, because the queue may be empty. */
function watchSignal(): () => void {
  let watch: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  const look = () => {
    clearTimeout(watch);
    tries = store.get(signalAtom) === 'none' ? tries + 1 : 0;
    if (tries === 0) return;
    watch = setTimeout(
      async () => {
        if (document.visibilityState === 'visible' && store.get(signalAtom) === 'none') await probe();
        look();
      },
      Math.min(60_000, backoff(tries, Math.random())),
    );
  };
  // Requests from before this script was loaded may have failed already.
  look();
  return store.sub(signalAtom, look);
}

/**
 * Probes the server when the browser reports that it is offline. The report may come too early, so the probe is
 * repeated.
 */
function watchLoss(): () => void {
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  const look = async (tries: number): Promise<void> => {
    clearTimeout(retryTimer);
    if ((await probe()) && !navigator.onLine && tries > 1)
      retryTimer = setTimeout(() => void look(tries - 1), minPauseMs);
  };
  const lost = () => void look(probesWhenOffline);
  addEventListener('offline', lost);
  // A page opened offline may send no request that would notice it.
  if (!navigator.onLine) lost();
  return () => {
    clearTimeout(retryTimer);
    removeEventListener('offline', lost);
  };
}

/** The localStorage key that says that the device was full. */
const deviceFullKey = 'device-full';

/** Retries to store the rows in memory while the device is full, also if it was full on the page before. */
function watchQuota(): () => void {
  let watch: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(watch);
    const state = store.get(storageStateAtom);
    if (state === 'full' || state === 'stored') writeLocal(deviceFullKey, state === 'full' ? 'true' : null);
    if (state === 'full') watch = setTimeout(() => void lookNow().then(look), quotaRetryMs);
  };
  const lookNow = async () => {
    if (document.visibilityState === 'visible') await retryPersist();
  };
  const shown = () => void lookNow();
  document.addEventListener('visibilitychange', shown);
  if (readLocal(deviceFullKey)) noteFull();
  const stop = store.sub(storageStateAtom, look);
  look();
  shown();
  return () => {
    clearTimeout(watch);
    document.removeEventListener('visibilitychange', shown);
    stop();
  };
}

/** Flushes whenever sending may have become possible. Returns a stop function. */
export function startFlushTriggers(): () => void {
  const flushNow = () => scheduleFlush(true);
  const online = () => void probe().then((there) => there && flushNow());
  const shown = () => document.visibilityState === 'visible' && flushNow();
  addEventListener('online', online);
  addEventListener('pageshow', flushNow);
  addEventListener('pagehide', saveForms);
  document.addEventListener('visibilitychange', shown);
  const stops = [
    // After a lost connection every mutation is due. After one lost answer the others keep their backoff.
    onReconnect(() => scheduleFlush(isLost)),
    watchSignal(),
    watchLoss(),
    watchQuota(),
    onSessionNews((news) => news === 'signed-in' && flushNow()),
  ];
  flushNow();
  void registerSync();
  return () => {
    clearTimeout(timer);
    removeEventListener('online', online);
    removeEventListener('pageshow', flushNow);
    removeEventListener('pagehide', saveForms);
    document.removeEventListener('visibilitychange', shown);
    for (const stop of stops) stop();
    store.set(outboxStatusAtom, 'idle');
  };
}

const saveForms = () => void saveOpenForms();
