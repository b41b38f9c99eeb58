import type { Alerts, pollAlerts } from '#contract/alerts.ts';
import { callOf, pathOf } from '#contract/endpoint.ts';
import { actingUserHeader, type Envelope } from '#contract/envelope.ts';
import type { Id } from '#contract/ids.ts';
import { homePage, loginPage } from '#contract/pages.ts';
import { many, pageLanguage, setCountFormat, t } from '#contract/texts.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { alertsOf, type CachedAlerts, noteNoNews, saveAlerts } from '#src/cache/values/alerts.ts';
import { chosenIn } from '#src/cache/values/preferences.ts';
import { emitSessionNews, refreshSession, sessionMark } from '#src/lib/refresh.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { reach } from '#src/outbox/reach.ts';
import { getMeta } from '#src/storage/user-db.ts';
import { claimNews, lastClaim, type Notice } from './news.ts';
import { neutralNotice } from './show-notice.ts';

const poll = callOf<typeof pollAlerts>('GET', '/user/poll/alerts', 'GetAlerts');
/** For so long after a page has claimed news, its notification may not be on the screen yet. */
const claimMs = 60_000;

/** A notification for a push. `repeats`: it is or was on the screen already. */
type PushNotice = { notice: Notice; repeats: boolean };
/** Shown when the server did not answer. */
const unknownNotice = neutralNotice(t`Something new is waiting for you`, homePage());
type News = { data: Alerts; tag: string | null };

// The worker does not know in which language the member reads numbers.
setCountFormat((count) => count.toLocaleString(pageLanguage));

/** Polls once. @returns the news; null if there is none @throws without an answer of the server */
async function ask(userId: Id, tag: string | null): Promise<News | null> {
  const headers = { [actingUserHeader]: userId, ...(tag && { 'If-None-Match': tag }) };
  const mark = await sessionMark();
  let answer = await reach(pathOf(poll, {}), { headers });
  if (answer?.status === 401 && (await refreshSession(mark)) === 'refreshed')
    answer = await reach(pathOf(poll, {}), { headers });
  if (answer?.status === 304) return null;
  const envelope = (await answer?.json().catch(() => null)) as Envelope<Alerts> | null | undefined;
  if (envelope?.error?.code === 'wrong_user') emitSessionNews('other-member');
  if (!envelope?.successful) throw new Error('The poll was not answered.');
  return { data: envelope.data, tag: answer?.headers.get('etag') ?? null };
}

/** Polls the server and caches the alerts, as a page does. @throws without an answer of the server */
async function refresh(userId: Id, known: CachedAlerts | null): Promise<CachedAlerts | null> {
  await fetchIntoCache(
    () => ask(userId, known?.tag ?? null),
    (news) => (news ? saveAlerts(userId, news) : noteNoNews(userId)),
  );
  return alertsOf(userId);
}

const unseenOf = ({ unseen }: Alerts): number => Object.values(unseen).reduce((all, one) => all + one, 0);

/** Tells what waits for the member without repeating it. */
function summaryOf({ data }: CachedAlerts): Notice {
  const [alerts, messages] = [unseenOf(data), data.unreadMessageCount];
  const parts = [
    ...(alerts > 0 ? [many(alerts)`# new alert|# new alerts`] : []),
    ...(messages > 0 ? [many(messages)`# unread message|# unread messages`] : []),
  ];
  const sentence = new Intl.ListFormat(pageLanguage).format(parts);
  return neutralNotice(sentence || t`You have seen everything new`, homePage());
}

/**
 * Polls and returns the one notification that a push shows: the news, unless an open page notifies of it; then that
 * notification again, which replaces itself.
 * @param isShown whether a notification with this tag is on the screen
 */
export const noticeForPush = (isShown: (tag: string) => Promise<boolean>): Promise<PushNotice> =>
  // A device whose storage fails has to show something, too.
  newsForPush(isShown).catch(() => ({ notice: unknownNotice, repeats: false }));

async function newsForPush(isShown: (tag: string) => Promise<boolean>): Promise<PushNotice> {
  const user = await getMeta('authUser');
  if (!user) return { notice: neutralNotice(t`Log in to see what is new`, loginPage()), repeats: true };
  const before = await alertsOf(user.id);
  const now = await refresh(user.id, before);
  if (!now) return { notice: unknownNotice, repeats: false };
  const chosen = await chosenIn(await optimisticView(user.id));
  const claimed = await claimNews(user.id, before, now, { chosen });
  if (claimed) return { notice: claimed, repeats: false };
  const last = await lastClaim(user.id);
  if (last && (Date.now() - last.at < claimMs || (await isShown(last.notice.tag))))
    return { notice: last.notice, repeats: true };
  return { notice: summaryOf(now), repeats: true };
}

/** The number for the app's icon. */
export async function iconCount(): Promise<number> {
  const user = await getMeta('authUser');
  const known = user && (await alertsOf(user.id));
  return known ? unseenOf(known.data) + known.data.unreadMessageCount : 0;
}
