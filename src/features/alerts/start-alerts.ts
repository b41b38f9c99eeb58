import type { Id } from '#contract/ids.ts';
import { letFailureGo } from '#src/ground/failure.ts';
import { onRegained } from '#src/ground/signal.ts';
import { alertsOf, type KeptAlerts } from '#src/offline/cache/alerts.ts';
import { preferencesOf } from '#src/offline/cache/preferences.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import { overlayPreferences } from '#src/offline/writes/preference-rows.ts';
import { overlayUnread } from '#src/offline/writes/unread-overlay.ts';
import { renewAlerts, seeAll } from './alerts.actions.ts';
import { showAlerts } from './alerts.state.ts';
import { type News, newsSince, notify, worthNotice } from './notify.ts';
import { Polling, type PollingRole, type PollingWord } from './polling.ts';

/** What tabs of one member tell each other; with what is known now, where that has changed. */
type Told = { word?: PollingWord; kept?: KeptAlerts | null };

const mayNotify = () => 'Notification' in globalThis && Notification.permission === 'granted';

function roleNow(): PollingRole {
  if (document.visibilityState === 'visible') return 'visible';
  return mayNotify() ? 'hidden' : 'away';
}

/** Where a site comes over plain http there are no locks: every tab asks by itself. */
const lead = (name: string, work: () => Promise<void>, signal: AbortSignal): Promise<unknown> =>
  navigator.locks ? navigator.locks.request(name, { signal }, work) : work();

let here: { see: () => Promise<void>; look: () => void; again: () => Promise<void> } | null = null;

/** The member has seen all that this page knows; where the site does not hear it now, it will. */
export const seeAlertsHere = async (): Promise<void> => here?.see();

/** Something was read here: every tab shows it. */
export const showAlertsAgain = async (): Promise<void> => here?.again();

/** Whether this page may notify has changed. */
export const lookAtAlertsAgain = (): void => here?.look();

/** Keeps a member's alerts as they are at the site, in every tab, from one of them. Returns how to stop. */
export function startAlerts(userId: Id): () => void {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(`headbadge-alerts-${userId}`) : null;
  let over = false;
  const tell = (told: Told) => channel?.postMessage(told);
  let shows = 0;
  const show = async (kept: KeptAlerts | null) => {
    shows += 1;
    const turn = shows;
    const rows = kept ? await rowsOf(userId).catch(() => []) : [];
    if (!over && turn === shows) showAlerts(kept && { ...kept, data: overlayUnread(kept.data, rows) });
  };
  const showAll = (kept: KeptAlerts | null) => {
    tell({ kept });
    return show(kept);
  };
  const tellOf = async (news: readonly News[]) => {
    if (news.length === 0) return;
    const chosen = overlayPreferences(await preferencesOf(userId), await rowsOf(userId));
    await notify(worthNotice(news, chosen));
  };
  const polling = new Polling({
    ask: async () => {
      const before = await alertsOf(userId);
      const kept = await renewAlerts(userId);
      await showAll(kept);
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
    if (data.kept !== undefined) void show(data.kept);
    if (data.word) polling.hear(data.word);
  });
  const look = () => polling.look();
  const wake = () => polling.wake();
  const restored = ({ persisted }: PageTransitionEvent) => persisted && wake();
  document.addEventListener('visibilitychange', look);
  addEventListener('focus', wake);
  addEventListener('pageshow', restored);
  const forget = onRegained(wake);
  void alertsOf(userId).then((kept) => (kept && shows === 0 ? show(kept) : undefined));
  look();
  const mine = {
    see: () => seeAll(userId, (kept) => void showAll(kept)).catch(letFailureGo),
    look,
    again: async () => showAll(await alertsOf(userId)),
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
