import { bikesToKeep } from '#src/cache/offline-folders.ts';
import { evict } from '#src/cache/values/bike-changes.ts';
import { keepLeft } from '#src/drafts/left-forms.ts';
import { flushDrafts } from '#src/drafts/open-forms.ts';
import { onSessionNews } from '#src/lib/refresh.ts';
import { onReconnect, signal } from '#src/lib/signal.ts';
import { retryPersist } from '#src/storage/retry-persist.ts';
import { isSilent, storageState } from '#src/storage/storage-state.ts';
import { getMeta } from '#src/storage/user-db.ts';
import { backoff } from './classify-response.ts';
import type { FlushResult } from './flush-outbox.ts';
import { allRows } from './outbox.ts';
import { outboxStatus } from './outbox-status.ts';
import { probe } from './reach.ts';
import { rejoin } from './rejoin.ts';
import { runFlush, syncTag } from './run-flush.ts';

type SyncRegistration = ServiceWorkerRegistration & { sync?: { register(tag: string): Promise<void> } };

/** Whatever is due, nobody looks again sooner than this by himself. */
const shortestLook = 2_000;
const looksAtLoss = 4;
const lookForRoomEvery = 30_000;

let running: Promise<unknown> | null = null;
let again = false;
let eagerly = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let silences = 0;
/** Whether the connection was lost since queued rows were last made due. */
let isLost = false;

/** Asks the browser to wake the worker when there is signal, where it can; it may refuse. @param drafts wait, too */
export async function registerSync(drafts = false): Promise<void> {
  try {
    const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration();
    const waits = drafts || (await getMeta('signOutOwed')) || (await allRows()).length > 0;
    if (waits) await registration?.sync?.register(syncTag);
  } catch {
    // The page's own triggers do the same work.
  }
}

function plan(result: FlushResult | null): void {
  clearTimeout(timer);
  silences = result?.outcome === 'no-signal' ? silences + 1 : 0;
  if (silences > 0) {
    isLost = true;
    timer = setTimeout(() => scheduleFlush(), Math.min(60_000, backoff(silences, Math.random())));
  } else if (result?.nextAt) {
    timer = setTimeout(() => scheduleFlush(), Math.max(shortestLook, result.nextAt - Date.now()));
  }
}

async function run(): Promise<void> {
  do {
    again = false;
    const eager = eagerly;
    eagerly = false;
    if (eager) isLost = false;
    let result = await runFlush({ wait: false, eager });
    // Whoever holds the lock may have looked before our row was kept.
    if (result?.outcome === 'busy') result = await runFlush({ wait: true, eager });
    plan(result);
  } while (again);
}

/**
 * Starts to send what is due, unless that is under way; then it looks once more afterwards.
 * @param eager also try at once what only waits for the network
 */
export function scheduleFlush(eager = false): void {
  again = true;
  eagerly ||= eager;
  running ??= run()
    // What went wrong here is tried again like a lost signal.
    .catch(() => plan({ outcome: 'no-signal', sent: 0, nextAt: null }))
    .finally(() => {
      running = null;
      if (again) scheduleFlush();
    });
}

/** Starts to send and waits until it has ended. */
export async function flushAndWait(): Promise<void> {
  scheduleFlush(true);
  await running;
}

/** Something waits to be told to the site: tell it now, or have the worker woken for it. */
export function noteEnqueued(): void {
  scheduleFlush();
  void registerSync();
}

/** While there is no signal and nothing waits, somebody must notice that it is back. */
function watchSignal(): () => void {
  let watch: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  const look = () => {
    clearTimeout(watch);
    tries = signal.get() === 'none' ? tries + 1 : 0;
    if (tries === 0) return;
    watch = setTimeout(
      async () => {
        if (document.visibilityState === 'visible' && signal.get() === 'none') await probe();
        look();
      },
      Math.min(60_000, backoff(tries, Math.random())),
    );
  };
  // What was asked before this came may have met no answer.
  look();
  return signal.subscribe(look);
}

/** The browser says that the signal is gone: what it says may come before it is so, so an answer is asked for again. */
function watchLoss(): () => void {
  let again: ReturnType<typeof setTimeout> | undefined;
  const look = async (tries: number): Promise<void> => {
    clearTimeout(again);
    if ((await probe()) && !navigator.onLine && tries > 1) again = setTimeout(() => void look(tries - 1), shortestLook);
  };
  const lost = () => void look(looksAtLoss);
  addEventListener('offline', lost);
  // A page that begins without signal may have nothing to ask that would tell it.
  if (!navigator.onLine) lost();
  return () => {
    clearTimeout(again);
    removeEventListener('offline', lost);
  };
}

/** On a full device somebody must notice that there is room again. */
function watchRoom(): () => void {
  let watch: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    clearTimeout(watch);
    if (storageState.get() === 'full') watch = setTimeout(() => void lookNow().then(look), lookForRoomEvery);
  };
  const lookNow = async () => {
    if (document.visibilityState === 'visible') await retryPersist();
  };
  const shown = () => void lookNow();
  document.addEventListener('visibilitychange', shown);
  const stop = storageState.subscribe(look);
  look();
  return () => {
    clearTimeout(watch);
    document.removeEventListener('visibilitychange', shown);
    stop();
  };
}

/** What was written while the device did not answer is kept as soon as it does. */
function watchAnswer(): () => void {
  const look = () => {
    if (isSilent()) void rejoin();
  };
  look();
  return storageState.subscribe(look);
}

/** Sets off sending at every moment at which it may have become possible. Returns how to stop. */
export function startFlushTriggers(): () => void {
  const wake = () => scheduleFlush(true);
  const online = () => void probe().then((there) => there && wake());
  const shown = () => document.visibilityState === 'visible' && wake();
  addEventListener('online', online);
  addEventListener('pageshow', wake);
  addEventListener('pagehide', flushNow);
  document.addEventListener('visibilitychange', shown);
  const stops = [
    // After a lost connection every row is due. After one lost answer the others keep their backoff.
    onReconnect(() => scheduleFlush(isLost)),
    watchSignal(),
    watchLoss(),
    watchRoom(),
    watchAnswer(),
    onSessionNews((news) => news === 'signed-in' && wake()),
  ];
  wake();
  void registerSync();
  void keepLeft();
  void bikesToKeep()
    .then((stay) => evict(Date.now(), stay))
    .catch(() => undefined);
  return () => {
    clearTimeout(timer);
    removeEventListener('online', online);
    removeEventListener('pageshow', wake);
    removeEventListener('pagehide', flushNow);
    document.removeEventListener('visibilitychange', shown);
    for (const stop of stops) stop();
    outboxStatus.set('idle');
  };
}

const flushNow = () => void flushDrafts();
