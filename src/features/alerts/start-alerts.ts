import type { Id } from '#contract/ids.ts';
import { letFailureGo } from '#src/ground/failure.ts';
import { onRegained } from '#src/ground/signal.ts';
import { alertsOf, type KeptAlerts } from '#src/offline/cache/alerts.ts';
import { renewAlerts, seeAll } from './alerts.actions.ts';
import { showAlerts } from './alerts.state.ts';
import { newSince, notify } from './notify.ts';
import { Polling, type PollingRole, type PollingWord } from './polling.ts';

/** What tabs of one member tell each other; with what is known now, where that has changed. */
type News = { word?: PollingWord; kept?: KeptAlerts | null };

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

/** Keeps a member's alerts as they are at the site, in every tab, from one of them. Returns how to stop. */
export function startAlerts(userId: Id): () => void {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`headbadge-alerts-${userId}`) : null;
  let over = false;
  const tell = (news: News) => channel?.postMessage(news);
  const show = (kept: KeptAlerts | null) => {
    if (!over) showAlerts(kept);
  };
  const polling = new Polling({
    ask: async () => {
      const before = await alertsOf(userId);
      const kept = await renewAlerts(userId);
      show(kept);
      tell({ kept });
      // That it cannot be shown takes nothing from what is told here.
      if (roleNow() === 'hidden') await notify(newSince(before, kept)).catch(() => undefined);
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
  channel?.addEventListener('message', ({ data }: MessageEvent<News>) => {
    if (data.kept !== undefined) show(data.kept);
    if (data.word) polling.hear(data.word);
  });
  const look = () => polling.look();
  const wake = () => polling.wake();
  const restored = ({ persisted }: PageTransitionEvent) => persisted && wake();
  document.addEventListener('visibilitychange', look);
  addEventListener('focus', wake);
  addEventListener('pageshow', restored);
  const forget = onRegained(wake);
  void alertsOf(userId).then((kept) => kept && show(kept));
  look();
  const mine = {
    see: () =>
      seeAll(userId, (kept) => {
        show(kept);
        tell({ kept });
      }).catch(letFailureGo),
    look,
  };
  here = mine;
  return () => {
    over = true;
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
