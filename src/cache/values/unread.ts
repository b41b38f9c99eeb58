import type { Alerts } from '#contract/alerts.ts';
import type { Left } from '#contract/conversations.ts';
import type { Id } from '#contract/ids.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';
import { alertsOf, type CachedAlerts } from './alerts.ts';

const lists = cacheTable<CachedAlerts>('lists', 'key');

/** The alerts after at most `unreadCount` messages of a conversation are left unread. */
export function withUnread(data: Alerts, conversationId: string, unreadCount: number): Alerts {
  const known = data.conversations.find(({ id }) => id === conversationId);
  if (!known || known.unreadCount <= unreadCount) return data;
  const unreadMessageCount = Math.max(0, data.unreadMessageCount - known.unreadCount + unreadCount);
  const conversations = data.conversations.map((one) => (one === known ? { ...one, unreadCount } : one));
  return { ...data, unreadMessageCount, conversations: conversations.filter((one) => one.unreadCount > 0) };
}

/**
 * The alerts after an answer about the unread messages of a conversation. Does nothing if the alerts are newer than the
 * answer.
 */
export const afterReading = (data: Alerts, conversationId: string, { unreadCount, serverTime }: Left): Alerts =>
  data.serverTime > serverTime ? data : withUnread(data, conversationId, unreadCount);

/** Changes a member's cached alerts, if there are any. */
export const saveUnread = (userId: Id, to: (data: Alerts) => Alerts): Promise<void> =>
  keep(async () => {
    const cached = await alertsOf(userId);
    if (cached) await lists.put({ ...cached, data: to(cached.data) });
  });
