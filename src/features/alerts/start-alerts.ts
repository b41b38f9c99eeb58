import type { Id } from '#contract/ids.ts';
import { alerts, alertsOf, type CachedAlerts } from '#src/cache/values/alerts.ts';
import { chosenIn } from '#src/cache/values/preferences.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { onReconnect } from '#src/lib/signal.ts';
import { claimNews, type Notice } from '#src/notifications/news.ts';
import { optionsOf, removeNotices, showNotice } from '#src/notifications/show-notice.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { isMemoryOnly } from '#src/storage/storage-state.ts';
import { getMeta } from '#src/storage/user-db.ts';
import { watch } from '#src/storage/watch.ts';
import { refreshAlerts, seeAll } from './alerts.actions.ts';
import { showAlerts } from './alerts.state.ts';
import { Polling, type PollingRole, type PollingWord } from './polling.ts';

/** Messages between the tabs of a member. `known` carries the alerts for browsers without shared storage. */
type TabMessage = { word?: PollingWord; known?: CachedAlerts };

/** Whether notifications were turned off on this device. */
let isMuted = false;

const mayNotify = () => 'Notification' in globalThis && Notification.permission === 'granted' && !isMuted;

function roleNow(): PollingRole {
  if (document.visibilityState === 'visible') return 'visible';
  return mayNotify() ? 'hidden' : 'away';
}

/** The Web Locks API needs HTTPS; without it every tab polls. */
const lead = (name: string, work: () => Promise<void>, signal: AbortSignal): Promise<unknown> =>
  navigator.locks ? navigator.locks.request(name, { signal }, work) : work();

const workerHere = async () => navigator.serviceWorker?.getRegistration();

async function show(notice: Notice): Promise<void> {
  const registration = await workerHere();
  if (registration) await showNotice(registration, notice);
  else new Notification(notice.sentence, optionsOf(notice)).onclick = () => window.focus();
}

let here: { see: () => Promise<void>; look: () => void } | null = null;

/** Marks all shown alerts as seen; if the server is not reached now, it is told later. */
export const seeAlertsHere = async (): Promise<void> => here?.see();

/** Updates the role after the permission to notify has changed. */
export const pollAlertsAgain = (): void => here?.look();

/** Cached alerts, with queued "read" marks applied. */
async function shownHere(userId: Id): Promise<CachedAlerts | null> {
  const view = await optimisticView(userId).catch(() => null);
  const cached = await alertsOf(userId);
  return cached && { ...cached, data: (await view?.read(alerts, 'all', cached.data)) ?? cached.data };
}

/** Keeps a member's alerts up to date in all tabs by polling from one. Returns how to stop. */
export function startAlerts(userId: Id): () => void {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`headbadge-alerts-${userId}`) : null;
  const post = (message: TabMessage) => channel?.postMessage(message);
  const forgetWatch = watch(
    () => shownHere(userId),
    (known) => {
      if (!known) return;
      showAlerts(known);
      if (isMemoryOnly()) post({ known });
    },
  );
  /** Claims what is new, so that the worker does not notify of it, and notifies if the page is hidden. */
  const notifyOf = async (before: CachedAlerts | null, now: CachedAlerts) => {
    const chosen = await chosenIn(await optimisticView(userId));
    const notice = await claimNews(userId, before, now, { chosen });
    if (notice && roleNow() === 'hidden') await show(notice);
  };
  const polling = new Polling({
    ask: async () => {
      const before = await alertsOf(userId);
      const cached = await refreshAlerts(userId);
      // A failed notification must not affect the alerts on the page.
      if (cached && (cached.tag === null || cached.tag !== before?.tag))
        await notifyOf(before, cached).catch(() => undefined);
      return cached?.data.pollAfterSeconds ?? Number.POSITIVE_INFINITY;
    },
    lead,
    role: roleNow,
    emit: (word) => post({ word }),
    later: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    now: () => performance.now(),
    random: Math.random,
  });
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if (data.known && isMemoryOnly()) showAlerts(data.known);
    if (data.word) polling.receive(data.word);
  });
  const look = () => polling.look();
  const forgetMuted = watch(
    () => getMeta('muted'),
    (muted) => {
      isMuted = muted === true;
      look();
    },
  );
  const pollNow = () => polling.pollNow();
  const restored = ({ persisted }: PageTransitionEvent) => persisted && pollNow();
  document.addEventListener('visibilitychange', look);
  addEventListener('focus', pollNow);
  addEventListener('pageshow', restored);
  const forget = onReconnect(pollNow);
  look();
  // The code is not needed where nobody was ever asked.
  if (mayNotify()) void import('./push.actions.ts').then(({ renewPush }) => renewPush(userId)).catch(ignoreApiFailure);
  const mine = { see: () => seeAll(userId).catch(ignoreApiFailure), look };
  here = mine;
  return () => {
    forgetWatch();
    forgetMuted();
    if (here === mine) here = null;
    polling.stop();
    channel?.close();
    document.removeEventListener('visibilitychange', look);
    removeEventListener('focus', pollNow);
    removeEventListener('pageshow', restored);
    forget();
    showAlerts(null);
    void workerHere().then(removeNotices);
  };
}
