import { atom, getDefaultStore } from 'jotai';
import type { Alerts } from '#contract/alerts.ts';
import type { KeptAlerts } from '#src/cache/values/alerts.ts';
import { replaceUnreadCount } from '#src/session/unread.ts';

/** What the site last told the member, as this device has it; null while nothing is known. */
export const alertsAtom = atom<KeptAlerts | null>(null);

const store = getDefaultStore();

/** Shows what is known of the member's alerts; null when there is no member. */
export function showAlerts(kept: KeptAlerts | null): void {
  store.set(alertsAtom, kept);
  replaceUnreadCount(kept?.data.unreadMessageCount ?? 0);
}

/** How much the member has not seen. */
export const unseenOf = ({ unseen }: Pick<Alerts, 'unseen'>): number =>
  Object.values(unseen).reduce((all, one) => all + one, 0);
