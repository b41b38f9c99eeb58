import { atom, getDefaultStore } from 'jotai';
import type { Alerts } from '#contract/alerts.ts';
import type { CachedAlerts } from '#src/cache/values/alerts.ts';
import { replaceUnreadCount } from '#src/session/unread-count.ts';

/** Cached alerts of the member; null while unknown. */
export const alertsAtom = atom<CachedAlerts | null>(null);

const store = getDefaultStore();

/** Publishes the cached alerts to the app; null without a member. */
export function showAlerts(cached: CachedAlerts | null): void {
  store.set(alertsAtom, cached);
  replaceUnreadCount(cached?.data.unreadMessageCount ?? 0);
}

/** Number of unseen alerts. */
export const unseenOf = ({ unseen }: Pick<Alerts, 'unseen'>): number =>
  Object.values(unseen).reduce((all, one) => all + one, 0);
