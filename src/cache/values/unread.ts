import type { Alerts } from '#contract/alerts.ts';
import type { Left } from '#contract/conversations.ts';
import type { Id } from '#contract/ids.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';
import { alertsOf, type KeptAlerts } from './alerts.ts';

const lists = cacheTable<KeptAlerts>('lists', 'key');

/** What is told of unread messages once a conversation has no more than so many. */
export function withUnread(data: Alerts, conversationId: string, unreadCount: number): Alerts {
  const known = data.conversations.find(({ id }) => id === conversationId);
  if (!known || known.unreadCount <= unreadCount) return data;
  const unreadMessageCount = Math.max(0, data.unreadMessageCount - known.unreadCount + unreadCount);
  const conversations = data.conversations.map((one) => (one === known ? { ...one, unreadCount } : one));
  return { ...data, unreadMessageCount, conversations: conversations.filter((one) => one.unreadCount > 0) };
}

/** What is told once an answer said what is left to read of a conversation; it knows nothing of what was told later. */
export const afterReading = (data: Alerts, conversationId: string, { unreadCount, serverTime }: Left): Alerts =>
  data.serverTime > serverTime ? data : withUnread(data, conversationId, unreadCount);

/** Changes what a member was told, where anything is known. */
export const saveUnread = (userId: Id, to: (data: Alerts) => Alerts): Promise<void> =>
  keep(async () => {
    const kept = await alertsOf(userId);
    if (kept) await lists.put({ ...kept, data: to(kept.data) });
  });
