import type { Bike } from '#contract/bike-whole.ts';

type Ownership = Bike['ownership'];

/**
 * News about a bike since it was published, stored with it by the write that makes them: at most one of a kind for each
 * day (UTC), so that several edits in a row are one entry of a feed. `at`: the latest edit of that day, so that who has
 * read the first learns of the others too.
 */
export type BikeNews = { day: string; at: Date } & (
  | {
      kind: 'photos' | 'update';
      /** Ids of the photos or history entries that were added and are still there. */
      ids: string[];
    }
  | { kind: 'status'; ownership: Ownership }
);

/** The fields of a bike of which a change is news. */
type Newsworthy = {
  photos: readonly { id: string }[];
  history?: readonly { id: string }[];
  ownership?: Ownership;
};

/** Days after which news are forgotten. */
export const newsDays = 400;
const maxNews = 100;
const dayMs = 86_400_000;
const lists = { photos: 'photos', update: 'history' } as const;
const idsOf = (items: readonly { id: string }[] = []) => items.map(({ id }) => id);
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

function afterOwnership(news: readonly BikeNews[], from: Ownership, to: Ownership, at: Date): BikeNews[] {
  if (from === to) return [...news];
  // A sale or retirement that was taken back never was; a theft remains, and its end is news.
  const isTakenBack = to === 'Current' && from !== 'Stolen';
  const day = dayOf(at);
  const others = news.filter(
    (one) => one.kind !== 'status' || (isTakenBack ? !['Sold', 'Retired'].includes(one.ownership) : one.day !== day),
  );
  return isTakenBack ? others : [...others, { kind: 'status', day, at, ownership: to }];
}

/** Returns the news of a bike after an edit. Changed photos and entries are none, and removed ones end theirs. */
export function newsAfter(news: readonly BikeNews[], earlier: Newsworthy, bike: Newsworthy, at: Date): BikeNews[] {
  const [day, since] = [dayOf(at), at.getTime() - newsDays * dayMs];
  let all = news.filter((one) => one.at.getTime() > since);
  for (const kind of ['photos', 'update'] as const) {
    const now = idsOf(bike[lists[kind]]);
    const [before, here] = [new Set(idsOf(earlier[lists[kind]])), new Set(now)];
    const added = now.filter((id) => !before.has(id));
    const isToday = (one: BikeNews) => one.kind === kind && one.day === day;
    const noted = all.flatMap((one) => (one.kind !== 'status' && isToday(one) ? one.ids : []));
    all = all
      .map((one) => (one.kind === kind ? { ...one, ids: one.ids.filter((id) => here.has(id)) } : one))
      .filter((one) => one.kind === 'status' || one.ids.length > 0);
    if (added.length === 0) continue;
    const ids = [...noted.filter((id) => here.has(id) && !added.includes(id)), ...added];
    all = [...all.filter((one) => !isToday(one)), { kind, day, at, ids }];
  }
  all = afterOwnership(all, earlier.ownership ?? 'Current', bike.ownership ?? 'Current', at);
  return all.sort((a, b) => a.at.getTime() - b.at.getTime()).slice(-maxNews);
}
