import { type FeedEntry, maxFeedPhotos } from '#contract/feed.ts';

/** What a feed tells of. The photos and history entries by their ids. */
export type NewsContent = { photos: string[]; history: string[]; ownership: string };
/** An edit of a bike, as the test made it. `at`: milliseconds. */
export type Edit = { at: number; before: NewsContent; after: NewsContent };
type News = { kind: FeedEntry['kind']; at: string; what: (string | number | undefined)[] };

const day = 86_400_000;
const dayOf = (at: number): number => Math.floor(at / day);

/** The news of a bike, computed from all its edits. @param titleOf the title of a history entry */
export function newsOf(
  now: NewsContent,
  all: readonly Edit[],
  titleOf: (entryId: string | undefined) => string | undefined,
): News[] {
  const told: News[] = [];
  const tell = (kind: News['kind'], at: number, what: News['what']) =>
    void told.push({ kind, at: new Date(at).toISOString(), what });
  for (const [kind, list] of [
    ['photos', 'photos'],
    ['update', 'history'],
  ] as const) {
    const added = all.flatMap(({ at, before, after }) =>
      after[list].filter((id) => !before[list].includes(id)).map((id) => ({ id, at })),
    );
    // Each belongs to the day on which it was added last.
    const last = new Map(added.map((one) => [one.id, one.at]));
    const here = now[list];
    const days = new Set([...last].filter(([id]) => here.includes(id)).map(([, at]) => dayOf(at)));
    for (const one of days) {
      const at = Math.max(...added.filter((it) => dayOf(it.at) === one).map((it) => it.at));
      const ids = here.filter((id) => dayOf(last.get(id) ?? 0) === one && last.has(id));
      const order = [...last].toSorted((a, b) => a[1] - b[1]).map(([id]) => id);
      const newest = order.filter((id) => ids.includes(id)).at(-1);
      if (kind === 'photos') tell(kind, at, [ids.length, ...ids.slice(0, maxFeedPhotos)]);
      else tell(kind, at, [titleOf(newest)]);
    }
  }
  let statuses: { at: number; to: string }[] = [];
  for (const { at, before, after } of all) {
    const [from, to] = [before.ownership, after.ownership];
    if (from === to) continue;
    if (to === 'Current' && from !== 'Stolen')
      statuses = statuses.filter((one) => one.to === 'Stolen' || one.to === to);
    else statuses = [...statuses.filter((one) => dayOf(one.at) !== dayOf(at)), { at, to }];
  }
  for (const { at, to } of statuses) tell('status', at, [to]);
  return told;
}
