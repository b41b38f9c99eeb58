import type { Id } from '#contract/ids.ts';
import { alertsOf, type KeptAlerts } from '#src/cache/values/alerts.ts';
import { chosenIn } from '#src/cache/values/chosen-preferences.ts';
import { alerts } from '#src/cache/values/correspondence.ts';
import { letFailureGo } from '#src/lib/failure.ts';
import { onReconnect } from '#src/lib/signal.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { keepsNothing } from '#src/storage/storage-state.ts';
import { watch } from '#src/storage/watch.ts';
import { renewAlerts, seeAll } from './alerts.actions.ts';
import { showAlerts } from './alerts.state.ts';
import { type News, newsSince, notify, worthNotice } from './notify.ts';
import { Polling, type PollingRole, type PollingWord } from './polling.ts';

/** What tabs of one member tell each other; with what one knows, where a browser keeps nothing that others could read. */
type Told = { word?: PollingWord; known?: KeptAlerts };

const mayNotify = () => 'Notification' in globalThis && Notification.permission === 'granted';

function roleNow(): PollingRole {
  if (document.visibilityState === 'visible') return 'visible';
  return mayNotify() ? 'hidden' : 'away';
}

/** Where a site comes over plain http there are no locks: every tab asks by itself. */
const lead = (name: string, work: () => Promise<void>, signal: AbortSignal): Promise<unknown> =>
  navigator.locks ? navigator.locks.request(name, { signal }, work) : work();

let here: { see: () => Promise<void>; look: () => void } | null = null;

/** The member has seen all that this page knows; where the site does not hear it now, it will. */
export const seeAlertsHere = async (): Promise<void> => here?.see();

/** Whether this page may notify has changed. */
export const lookAtAlertsAgain = (): void => here?.look();

/** What a member was told last, less what was read here and has not arrived. */
async function shownHere(userId: Id): Promise<KeptAlerts | null> {
  const view = await optimisticView(userId).catch(() => null);
  const kept = await alertsOf(userId);
  return kept && { ...kept, data: (await view?.read(alerts, 'all', kept.data)) ?? kept.data };
}

/** Keeps a member's alerts as they are at the site, in every tab, from one of them. Returns how to stop. */
export function startAlerts(userId: Id): () => void {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`headbadge-alerts-${userId}`) : null;
  const tell = (told: Told) => channel?.postMessage(told);
  const forgetWatch = watch(
    () => shownHere(userId),
    (known) => {
      if (!known) return;
      showAlerts(known);
      if (keepsNothing()) tell({ known });
    },
  );
  const tellOf = async (news: readonly News[]) => {
    if (news.length === 0) return;
    const chosen = await chosenIn(await optimisticView(userId));
    await notify(worthNotice(news, chosen));
  };
  const polling = new Polling({
    ask: async () => {
      const before = await alertsOf(userId);
      const kept = await renewAlerts(userId);
      // That it cannot be shown takes nothing from what is told here.
      if (roleNow() === 'hidden') await tellOf(newsSince(before, kept)).catch(() => undefined);
      return kept?.data.pollAfterSeconds ?? Number.POSITIVE_INFINITY;
    },
    lead,
    role: roleNow,
    tell: (word) => tell({ word }),
    later: (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    },
    now: () => performance.now(),
    random: Math.random,
  });
  channel?.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if (data.known && keepsNothing()) showAlerts(data.known);
    if (data.word) polling.hear(data.word);
  });
  const look = () => polling.look();
  const wake = () => polling.wake();
  const restored = ({ persisted }: PageTransitionEvent) => persisted && wake();
  document.addEventListener('visibilitychange', look);
  addEventListener('focus', wake);
  addEventListener('pageshow', restored);
  const forget = onReconnect(wake);
  look();
  const mine = { see: () => seeAll(userId).catch(letFailureGo), look };
  here = mine;
  return () => {
    forgetWatch();
    if (here === mine) here = null;
    polling.stop();
    channel?.close();
    document.removeEventListener('visibilitychange', look);
    removeEventListener('focus', wake);
    removeEventListener('pageshow', restored);
    forget();
    showAlerts(null);
  };
}
