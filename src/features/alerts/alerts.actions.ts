import { type Alert, listAlerts, pollAlerts, seeAlerts } from '#contract/alerts.ts';
import type { Id } from '#contract/ids.ts';
import type { Page } from '#contract/paging.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { alertsOf, type KeptAlerts, noteNoNews, noteSeen, noteSeenTold, saveAlerts } from '#src/cache/values/alerts.ts';
import { unseenOf } from './alerts.state.ts';

/** Tells the site up to where the member has seen their alerts. @throws ApiFailure */
async function tellSeen(userId: Id, cursor: string): Promise<void> {
  await runAction('SeeAlerts', (call) => call(seeAlerts, { body: { cursor }, as: userId }));
  await noteSeenTold(userId, cursor);
}

/**
 * Asks the site what is new and keeps it. What it has not heard of yet it hears first.
 * @returns what is kept then
 * @throws ApiFailure
 */
export async function renewAlerts(userId: Id): Promise<KeptAlerts | null> {
  const known = await alertsOf(userId);
  if (known?.owed) await tellSeen(userId, known.owed);
  await fetchIntoCache(
    () => runAction('GetAlerts', (_, callIfNew) => callIfNew(pollAlerts, { as: userId, tag: known?.tag ?? null })),
    (news) => (news ? saveAlerts(userId, news) : noteNoNews(userId)),
  );
  return alertsOf(userId);
}

/** Notes here that the member has seen all that is known, and tells the site. @throws ApiFailure where it did not hear */
export async function seeAll(userId: Id): Promise<void> {
  const known = await alertsOf(userId);
  if (!known || unseenOf(known.data) === 0) return;
  const { cursor } = known.data;
  await noteSeen(userId, cursor);
  await tellSeen(userId, cursor);
}

/** Alerts before those that are known. @throws ApiFailure */
export const earlierAlerts = (userId: Id, cursor: string): Promise<Page<Alert>> =>
  runAction('GetEarlierAlerts', (call) => call(listAlerts, { as: userId, query: { cursor } }));
