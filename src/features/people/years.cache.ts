import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { MemberYear } from '#contract/member-year.ts';
import { type Pages, pagesFrom } from '#src/cache/pages.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';

export type YearKey = { userId: Id; year: number };

/**
 * A member's year. Its bikes are stored once, like a feed, so that changes and removals of bikes reach them; its lists
 * name them.
 */
type CachedYear = Pages<BikeCard> & {
  key: `year:${Id}:${number}`;
  userId: '';
  year: Omit<MemberYear, 'published' | 'won' | 'mostLiked'>;
  published: string[];
  won: string[];
  mostLiked: { id: string; likes: number | null } | null;
  savedAt: number;
};

/** Maximum number of cached years: the last opened. */
const maxEntries = 30;
const table = cacheTable<CachedYear>('feeds', 'key');
const prefixOf = (userId = '') => `year:${userId}`;
const keyOf = ({ userId, year }: YearKey) => `year:${userId}:${year}` as const;
const idOf = ({ id }: BikeCard): string => id;

/** Caches a year as the server sent it. */
export const saveYear = ({ published, won, mostLiked, ...year }: MemberYear, now = serverNow()): Promise<void> =>
  writeCache(async () => {
    const bikes = new Map(
      [...published, ...won, ...(mostLiked ? [mostLiked.bike] : [])].map((bike) => [bike.id, bike]),
    );
    await table.put({
      key: keyOf({ userId: year.id, year: year.year }),
      userId: '',
      year,
      published: published.map(idOf),
      won: won.map(idOf),
      mostLiked: mostLiked && { id: mostLiked.bike.id, likes: mostLiked.likes },
      ...pagesFrom([...bikes.values()], null),
      savedAt: now,
    });
    const all = (await table.all()).filter(({ key }) => key.startsWith(prefixOf()));
    const old = all.sort((a, b) => b.savedAt - a.savedAt).slice(maxEntries);
    await table.remove(...old.map(({ key }) => key));
  });

/** The cached year, without bikes that were removed since. */
export async function yearFor(of: YearKey): Promise<{ year: MemberYear; savedAt: number } | null> {
  const cached = await table.get(keyOf(of));
  if (!cached) return null;
  const bikes = new Map(cached.items.map((bike) => [bike.id, bike]));
  const shown = (ids: string[]) => ids.flatMap((id) => bikes.get(id) ?? []);
  const most = cached.mostLiked && bikes.get(cached.mostLiked.id);
  const mostLiked = most && cached.mostLiked ? { bike: most, likes: cached.mostLiked.likes } : null;
  const year = { ...cached.year, published: shown(cached.published), won: shown(cached.won), mostLiked };
  return { year, savedAt: cached.savedAt };
}

/** Deletes one year. Call it inside a transaction. */
export const forgetYear = (of: YearKey): Promise<void> => table.remove(keyOf(of));

/** Deletes the years of a member whose account is gone. Call it inside a transaction. */
export async function forgetYears(userId: Id): Promise<void> {
  const theirs = (await table.all()).filter(({ key }) => key.startsWith(`${prefixOf(userId)}:`));
  await table.remove(...theirs.map(({ key }) => key));
}
