import type { Alerts } from '#contract/alerts.ts';
import type { Id } from '#contract/ids.ts';
import { alertsOf, type KeptAlerts } from './alerts.ts';
import { cacheShelf } from './db.ts';
import { keep } from './room.ts';

const lists = cacheShelf<KeptAlerts>('lists', 'key');

/** What is told of unread messages once a conversation has no more than so many. */
export function withUnread(data: Alerts, conversationId: string, unreadCount: number): Alerts {
  const known = data.conversations.find(({ id }) => id === conversationId);
  if (!known || known.unreadCount <= unreadCount) return data;
  const unreadMessageCount = Math.max(0, data.unreadMessageCount - known.unreadCount + unreadCount);
  const conversations = data.conversations.map((one) => (one === known ? { ...one, unreadCount } : one));
  return { ...data, unreadMessageCount, conversations: conversations.filter((one) => one.unreadCount > 0) };
}

/** Notes how much of a conversation a member has left to read, in what this device was told last. */
export const noteUnread = (userId: Id, conversationId: string, unreadCount: number): Promise<void> =>
  keep(async () => {
    const kept = await alertsOf(userId);
    if (kept) await lists.put({ ...kept, data: withUnread(kept.data, conversationId, unreadCount) });
  });
