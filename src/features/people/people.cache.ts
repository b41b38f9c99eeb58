import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { PersonPage } from '#contract/people-page.ts';
import { type Pages, pagesFrom } from '#src/cache/pages.ts';
import { type FeedKey, feeds, memberBikesKey } from '#src/cache/values/feeds.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';
import { forgetYears } from './years.cache.ts';

/**
 * A member's public page. The winning bikes are stored like a feed, so that changes and removals of bikes reach them.
 */
type CachedPerson = Pages<BikeCard> & {
  key: `person:${Id}`;
  userId: '';
  person: Omit<PersonPage, 'won'>;
  savedAt: number;
};

/** Maximum number of cached member pages: the last opened. */
const maxEntries = 60;
const prefix = 'person:';
const table = cacheTable<CachedPerson>('feeds', 'key');
const keyOf = (id: Id) => `${prefix}${id}` as const;

const listsOf = (id: Id): FeedKey[] => [memberBikesKey(id, 'Current'), memberBikesKey(id, 'Previous')];

const forget = async (...ids: Id[]): Promise<void> => {
  await table.remove(...ids.map(keyOf));
  await feeds.remove(...ids.flatMap(listsOf));
};

/** Caches a member's page as the server sent it. */
export const savePerson = ({ won, ...person }: PersonPage, now = serverNow()): Promise<void> =>
  writeCache(async () => {
    await table.put({ key: keyOf(person.id), userId: '', person, ...pagesFrom(won, null), savedAt: now });
    const all = (await table.all()).filter(({ key }) => key.startsWith(prefix));
    const old = all.sort((a, b) => b.savedAt - a.savedAt).slice(maxEntries);
    await forget(...old.map(({ key }) => key.slice(prefix.length)));
  });

/** The cached page. */
export async function personOf(id: Id): Promise<{ person: PersonPage; savedAt: number } | null> {
  const cached = await table.get(keyOf(id));
  if (!cached) return null;
  // An older version cached no years.
  return { person: { ...cached.person, years: cached.person.years ?? [], won: cached.items }, savedAt: cached.savedAt };
}

/** Deletes the page of a member whose account is gone. Call it inside a transaction. */
export async function forgetPerson(id: Id): Promise<void> {
  await forget(id);
  await forgetYears(id);
}
