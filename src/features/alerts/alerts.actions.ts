import { type Alert, listAlerts, pollAlerts, seeAlerts } from '#contract/alerts.ts';
import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import { runAction } from '#src/actions/run-action.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import {
  alertsOf,
  type CachedAlerts,
  noteNoNews,
  noteSeen,
  noteSeenAlerts,
  saveAlerts,
} from '#src/cache/values/alerts.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { unseenOf } from './alerts.state.ts';

/** Tells the server up to which alert the member has seen. @throws ApiFailure */
async function sendSeen(userId: Id, cursor: string): Promise<void> {
  await runAction(seeAlerts, { body: { cursor }, as: userId });
  await noteSeenAlerts(userId, cursor);
}

/**
 * Polls the server for alerts and caches them. Sends a pending "seen" position first.
 * @returns the cached alerts
 * @throws ApiFailure
 */
export async function refreshAlerts(userId: Id): Promise<CachedAlerts | null> {
  const known = await alertsOf(userId);
  // It stays pending while the site is read-only, and alerts are read all the same.
  if (known?.owed) await sendSeen(userId, known.owed).catch(ignoreApiFailure);
  await fetchIntoCache(
    () =>
      runAction(pollAlerts.action, (_, callIfNew) => callIfNew(pollAlerts, { as: userId, tag: known?.tag ?? null })),
    (news) => (news ? saveAlerts(userId, news) : noteNoNews(userId)),
  );
  return alertsOf(userId);
}

/** Marks all known alerts as seen, here and on the server. @throws ApiFailure if the server was not reached */
export async function seeAll(userId: Id): Promise<void> {
  const known = await alertsOf(userId);
  if (!known || unseenOf(known.data) === 0) return;
  const { cursor } = known.data;
  await noteSeen(userId, cursor);
  await sendSeen(userId, cursor);
}

/** Fetches alerts older than the known ones. @throws ApiFailure */
export const earlierAlerts = (userId: Id, cursor: string): Promise<Page<Alert>> =>
  runAction(listAlerts, { as: userId, query: { cursor } });
