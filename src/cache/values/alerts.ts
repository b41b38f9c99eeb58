import type { Alerts } from '#contract/alerts.ts';
import type { UnreadCount } from '#contract/conversations.ts';
import type { Id } from '#contract/ids.ts';
import type { Cached } from '#src/cache/cached.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

/** A member's alerts as the server last sent them. */
export type CachedAlerts = {
  key: 'alerts';
  userId: Id;
  /** ETag of the answer, for conditional requests. */
  tag: string | null;
  data: Alerts;
  /** Cursor up to which the member has seen them, while the server has not been told. */
  owed: string | null;
  /** When the server last confirmed them, in milliseconds since the epoch. */
  savedAt: number;
};

const key = 'alerts';
const lists = cacheTable<CachedAlerts>('lists', 'key');

/** A member's cached alerts. */
export async function alertsOf(userId: Id): Promise<CachedAlerts | null> {
  const cached = await lists.get(key);
  return cached?.userId === userId ? cached : null;
}

const markSeen = (data: Alerts, cursor: string): Alerts => {
  const items = data.items.map((item) => (Date.parse(item.at) <= Number(cursor) ? { ...item, seen: true } : item));
  const isAll = data.cursor === cursor;
  const none = Object.fromEntries(Object.keys(data.unseen).map((group) => [group, 0])) as Alerts['unseen'];
  return { ...data, items, unseen: isAll ? none : data.unseen };
};

/** Caches the answer. What the member has seen meanwhile stays seen. */
export async function saveAlerts(
  userId: Id,
  { data, tag }: Pick<CachedAlerts, 'data' | 'tag'>,
  now = serverNow(),
): Promise<void> {
  await writeCache(async () => {
    const owed = (await alertsOf(userId))?.owed ?? null;
    await lists.put({ key, userId, tag, data: owed === null ? data : markSeen(data, owed), owed, savedAt: now });
  });
}

const change = (userId: Id, work: (cached: CachedAlerts) => Partial<CachedAlerts>): Promise<void> =>
  writeCache(async () => {
    const cached = await alertsOf(userId);
    if (cached) await lists.put({ ...cached, ...work(cached) });
  });

/** Records that the server has nothing newer. */
export const noteNoNews = (userId: Id, now = serverNow()): Promise<void> => change(userId, () => ({ savedAt: now }));

/** Marks everything up to a cursor as seen; the server is still to be told. */
export const noteSeen = (userId: Id, cursor: string): Promise<void> =>
  change(userId, ({ data }) => ({ data: markSeen(data, cursor), owed: cursor }));

/** Records that the server knows what the member has seen. */
export const noteSeenAlerts = (userId: Id, cursor: string): Promise<void> =>
  change(userId, ({ owed }) => (owed === cursor ? { owed: null } : {}));

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
export const afterReading = (data: Alerts, conversationId: string, { unreadCount, serverTime }: UnreadCount): Alerts =>
  data.serverTime > serverTime ? data : withUnread(data, conversationId, unreadCount);

/** A member's alerts and unread counts; null if unknown. */
export const alerts: Cached<Alerts | null, 'all'> = {
  read: async (userId) => (await alertsOf(userId))?.data ?? null,
  empty: () => null,
  change: (userId, _, to) => change(userId, ({ data }) => ({ data: to(data) ?? data })),
};
