import type { Alerts } from '#contract/alerts.ts';
import type { Id } from '#contract/ids.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';

/** What the site last told a member. */
export type KeptAlerts = {
  key: 'alerts';
  userId: Id;
  /** Of the answer; sent back it asks whether there is anything new. */
  tag: string | null;
  data: Alerts;
  /** Up to where the member has seen them, which the site has not heard yet. */
  owed: string | null;
  /** When the site last said that this is all, milliseconds since the epoch. */
  savedAt: number;
};

const key = 'alerts';
const lists = cacheTable<KeptAlerts>('lists', 'key');

/** A member's alerts as this device has them. */
export async function alertsOf(userId: Id): Promise<KeptAlerts | null> {
  const kept = await lists.get(key);
  return kept?.userId === userId ? kept : null;
}

const saw = (data: Alerts, cursor: string): Alerts => {
  const items = data.items.map((item) => (Date.parse(item.at) <= Number(cursor) ? { ...item, seen: true } : item));
  const isAll = data.cursor === cursor;
  const none = Object.fromEntries(Object.keys(data.unseen).map((group) => [group, 0])) as Alerts['unseen'];
  return { ...data, items, unseen: isAll ? none : data.unseen };
};

/** Keeps what the site answered. What the member has seen meanwhile stays seen. */
export async function saveAlerts(
  userId: Id,
  { data, tag }: Pick<KeptAlerts, 'data' | 'tag'>,
  now = Date.now(),
): Promise<void> {
  await keep(async () => {
    const owed = (await alertsOf(userId))?.owed ?? null;
    await lists.put({ key, userId, tag, data: owed === null ? data : saw(data, owed), owed, savedAt: now });
  });
}

const change = (userId: Id, work: (kept: KeptAlerts) => Partial<KeptAlerts>): Promise<void> =>
  keep(async () => {
    const kept = await alertsOf(userId);
    if (kept) await lists.put({ ...kept, ...work(kept) });
  });

/** The site says that what is kept is all. */
export const noteNoNews = (userId: Id, now = Date.now()): Promise<void> => change(userId, () => ({ savedAt: now }));

/** The member has seen everything up to a cursor; the site is still to hear of it. */
export const noteSeen = (userId: Id, cursor: string): Promise<void> =>
  change(userId, ({ data }) => ({ data: saw(data, cursor), owed: cursor }));

/** The site has heard what the member has seen. */
export const noteSeenTold = (userId: Id, cursor: string): Promise<void> =>
  change(userId, ({ owed }) => (owed === cursor ? { owed: null } : {}));

/** Forgets them, and what the member has chosen. */
export const forgetAlerts = (): Promise<void> => lists.remove(key, 'preferences');
