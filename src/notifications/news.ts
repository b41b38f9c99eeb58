import type { Alerts } from '#contract/alerts.ts';
import type { Id } from '#contract/ids.ts';
import { homePage, messagesPage } from '#contract/pages.ts';
import { quietMinutesLeft } from '#contract/quiet-hours.ts';
import { many } from '#contract/texts.ts';
import { alertSwitches, type PreferenceName } from '#contract/user-preferences.ts';
import type { CachedAlerts } from '#src/cache/values/alerts.ts';
import type { Chosen } from '#src/cache/values/preferences.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';
import { alertTextOf } from './alert-text.ts';

/** A system notification. One with the same tag replaces the earlier one. */
export type Notice = { tag: string; sentence: string; text: string; to: string };

/** One thing to notify of. `by` is the preference that controls it. */
type News = Notice & { by: PreferenceName | null };

/** Up to where page and worker have notified a member of news, so that no two of them notify of the same. */
type Claimed = {
  key: 'noticed';
  userId: Id;
  /** Time of the newest alert, in milliseconds since the epoch. */
  alerts: number;
  /** Time of the newest message, ISO 8601. */
  messages: string;
  /** The last notification, and when it was claimed. */
  last: { notice: Notice; at: number } | null;
};

/** The tag of notifications about several things, or about none. */
export const commonTag = 'news';
const key = 'noticed';
const lists = cacheTable<Claimed>('lists', 'key');
/** A notification has room for so many lines. */
const maxLines = 3;

type Base = Pick<Claimed, 'alerts' | 'messages'>;

const newestMessage = ({ conversations }: Alerts): string =>
  conversations
    .map(({ lastMessageAt }) => lastMessageAt)
    .toSorted()
    .at(-1) ?? '';

const baseOf = ({ data }: CachedAlerts): Base => ({ alerts: Number(data.cursor), messages: newestMessage(data) });

function messagesSince({ messages }: Base, { conversations }: Alerts): News[] {
  return conversations.flatMap(({ id, with: other, unreadCount, lastMessageAt }) => {
    if (!other || unreadCount === 0 || lastMessageAt <= messages) return [];
    const sentence = many(unreadCount)`New message from ${other.username}|# new messages from ${other.username}`;
    return [{ tag: `message:${id}`, sentence, text: '', to: messagesPage(other.id), by: 'messageAlerts' }];
  });
}

function alertsSince({ alerts }: Base, { items }: Alerts): News[] {
  const fresh = items.filter(({ at, seen }) => !seen && Date.parse(at) > alerts);
  return fresh.flatMap((alert) => {
    const shown = alertTextOf(alert);
    return shown ? [{ tag: alert.id, ...shown, by: alertSwitches[alert.type] }] : [];
  });
}

/** Whether the member wants no notifications at this time of their day. */
const isQuiet = (chosen: Chosen, now: Date): boolean =>
  quietMinutesLeft(chosen.quietHours ?? 'Off', now.getHours() * 60 + now.getMinutes()) > 0;

/** One notification for all news; null for none. */
function noticeOf(news: readonly News[]): Notice | null {
  const [first, second] = news;
  if (!first) return null;
  const { by: _, ...only } = first;
  if (!second) return only;
  const text = news.slice(0, maxLines).map(({ sentence }) => sentence);
  return {
    tag: commonTag,
    sentence: many(news.length)`# new notification|# new notifications`,
    text: text.join('\n'),
    to: homePage(),
  };
}

/** The news that page and worker notify a member of. */
interface NoticeOptions {
  chosen: Chosen;
  now?: Date;
}

/**
 * Claims the news of a poll for the first caller.
 * @param before the alerts cached before the poll; without them, and without a claim, nothing is new
 * @returns the notification to show; null if nothing is new, or if the preferences allow none
 */
export async function claimNews(
  userId: Id,
  before: CachedAlerts | null,
  { data }: CachedAlerts,
  { chosen, now = new Date(serverNow()) }: NoticeOptions,
): Promise<Notice | null> {
  let claimed: Notice | null = null;
  await writeCache(async () => {
    const row = await lists.get(key);
    const known = row?.userId === userId ? row : null;
    const base = known ?? (before && baseOf(before));
    const all = base ? [...messagesSince(base, data), ...alertsSince(base, data)] : [];
    const wanted = all.filter(({ by }) => !by || (chosen[by] ?? 'Notify') === 'Notify');
    claimed = isQuiet(chosen, now) ? null : noticeOf(wanted);
    const [alerts, messages] = [Number(data.cursor), newestMessage(data)];
    await lists.put({
      key,
      userId,
      alerts: Math.max(base?.alerts ?? 0, alerts),
      messages: base && base.messages > messages ? base.messages : messages,
      last: claimed ? { notice: claimed, at: now.getTime() } : (known?.last ?? null),
    });
  });
  return claimed;
}

/** The notification that was claimed last for a member, and when; null if there is none. */
export async function lastClaim(userId: Id): Promise<Claimed['last']> {
  const row = await lists.get(key);
  return row?.userId === userId ? row.last : null;
}
