import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { MemberYear } from '#contract/member-year.ts';
import { openedPages } from '#src/cache/opened-pages.ts';
import { pagesFrom } from '#src/cache/pages.ts';

export type YearKey = { userId: Id; year: number };

/** A member's year. Its bikes are stored once; its lists name them. */
type CachedYear = {
  year: Omit<MemberYear, 'published' | 'won' | 'mostLiked'>;
  published: string[];
  won: string[];
  mostLiked: { id: string; likes: number | null } | null;
};

const pages = openedPages<CachedYear>('year', 30);
const nameOf = ({ userId, year }: YearKey) => `${userId}:${year}`;
const idOf = ({ id }: BikeCard): string => id;

/** Caches a year as the server sent it. */
export const saveYear = ({ published, won, mostLiked, ...year }: MemberYear, now?: number): Promise<void> => {
  const bikes = new Map([...published, ...won, ...(mostLiked ? [mostLiked.bike] : [])].map((bike) => [bike.id, bike]));
  const entry = {
    year,
    published: published.map(idOf),
    won: won.map(idOf),
    mostLiked: mostLiked && { id: mostLiked.bike.id, likes: mostLiked.likes },
    ...pagesFrom([...bikes.values()], null),
  };
  return pages.save(nameOf({ userId: year.id, year: year.year }), entry, now);
};

/** The cached year, without bikes that were removed since. */
export async function yearFor(of: YearKey): Promise<{ year: MemberYear; savedAt: number } | null> {
  const cached = await pages.get(nameOf(of));
  if (!cached) return null;
  const bikes = new Map(cached.items.map((bike) => [bike.id, bike]));
  const shown = (ids: string[]) => ids.flatMap((id) => bikes.get(id) ?? []);
  const most = cached.mostLiked && bikes.get(cached.mostLiked.id);
  const mostLiked = most && cached.mostLiked ? { bike: most, likes: cached.mostLiked.likes } : null;
  const year = { ...cached.year, published: shown(cached.published), won: shown(cached.won), mostLiked };
  return { year, savedAt: cached.savedAt };
}

/** Deletes one year. Call it inside a transaction. */
export const forgetYear = (of: YearKey): Promise<void> => pages.remove(nameOf(of));

/** Deletes the years of a member whose account is gone. Call it inside a transaction. */
export const forgetYears = (userId: Id): Promise<void> => pages.removeOf(`${userId}:`);
