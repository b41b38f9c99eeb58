import type { Alerts } from '#contract/alerts.ts';
import { messagesPage } from '#contract/pages.ts';
import { alertSwitches, type PreferenceName } from '#contract/user-preferences.ts';
import type { CachedAlerts } from '#src/cache/values/alerts.ts';
import type { Chosen } from '#src/cache/values/preferences.ts';
import { figure } from '#src/ui/format.ts';
import { alertTextOf } from './alert-text.ts';

/** A system notification. One with the same tag replaces the earlier one. `by` is the preference that controls it. */
export type News = { tag: string; sentence: string; text: string; to: string; by: PreferenceName | null };

/** More at once would hide each other. */
const maxAtOnce = 3;

/** Conversations with new unread messages since an earlier answer. */
function messagesSince({ conversations: before }: Alerts, { conversations }: Alerts): News[] {
  const known = new Map(before.map(({ id, lastMessageAt }) => [id, lastMessageAt]));
  return conversations.flatMap(({ id, with: other, unreadCount, lastMessageAt }) => {
    if (!other || unreadCount === 0 || lastMessageAt <= (known.get(id) ?? '')) return [];
    const count = unreadCount > 1 ? `${figure(unreadCount)} new messages` : 'New message';
    const sentence = `${count} from ${other.username}`;
    return [{ tag: `message:${id}`, sentence, text: '', to: messagesPage(other.id), by: 'messageAlerts' }];
  });
}

function alertsSince({ cursor }: Alerts, { items }: Alerts): News[] {
  const fresh = items.filter(({ at, seen }) => !seen && Date.parse(at) > Number(cursor));
  return fresh.flatMap((alert) => {
    const shown = alertTextOf(alert);
    return shown ? [{ tag: alert.id, ...shown, by: alertSwitches[alert.type] }] : [];
  });
}

/** Unseen alerts and messages since an earlier answer; none without an earlier one. */
export const newsSince = (before: CachedAlerts | null, now: CachedAlerts | null): News[] =>
  before && now ? [...messagesSince(before.data, now.data), ...alertsSince(before.data, now.data)] : [];

/** Keeps the notifications that the member's preferences allow. */
export const worthNotice = (news: readonly News[], chosen: Chosen): News[] =>
  news.filter(({ by }) => !by || (chosen[by] ?? 'Notify') === 'Notify');

/** Shows system notifications, if permitted. */
export async function notify(news: readonly News[]): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const { tag, sentence, text, to } of news.slice(0, maxAtOnce)) {
    const options = { body: text, tag, data: { to }, icon: '/icon-192.png' };
    if (registration) await registration.showNotification(sentence, options);
    else new Notification(sentence, options).onclick = () => window.focus();
  }
}
