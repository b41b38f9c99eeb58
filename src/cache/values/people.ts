import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { GaragePart, PersonPage } from '#contract/people-page.ts';
import { type Pages, pagesFrom } from '#src/cache/pages.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';
import { type FeedKey, feeds } from './feeds.ts';

/** The bikes that won are its items, as in a list: what changes of a bike, or takes it away, does so here too. */
type KeptPerson = Pages<BikeCard> & {
  key: `person:${Id}`;
  userId: '';
  person: Omit<PersonPage, 'won'>;
  savedAt: number;
};

/** Members whose pages are kept: those that were opened last. */
const most = 60;
const prefix = 'person:';
const shelf = cacheTable<KeptPerson>('feeds', 'key');
const keyOf = (id: Id) => `${prefix}${id}` as const;

/** A list of a member's bikes as everybody sees it: nobody's own, so it outlives a log-out. */
export const garageKey = (id: Id, part: GaragePart): FeedKey => `garage::${id}:${part}`;
const listsOf = (id: Id): FeedKey[] => [garageKey(id, 'Current'), garageKey(id, 'Previous')];

const forget = async (...ids: Id[]): Promise<void> => {
  await shelf.remove(...ids.map(keyOf));
  await feeds.remove(...ids.flatMap(listsOf));
};

/** Keeps a member's page as it was just answered. */
export const savePerson = ({ won, ...person }: PersonPage, now = Date.now()): Promise<void> =>
  keep(async () => {
    await shelf.put({ key: keyOf(person.id), userId: '', person, ...pagesFrom(won, null), savedAt: now });
    const all = (await shelf.all()).filter(({ key }) => key.startsWith(prefix));
    const old = all.sort((a, b) => b.savedAt - a.savedAt).slice(most);
    await forget(...old.map(({ key }) => key.slice(prefix.length)));
  });

/** What was kept of it. */
export async function personOf(id: Id): Promise<{ person: PersonPage; savedAt: number } | null> {
  const kept = await shelf.get(keyOf(id));
  return kept ? { person: { ...kept.person, won: kept.items }, savedAt: kept.savedAt } : null;
}

/** Forgets the page of a member who is not here any more. Call it inside a transaction. */
export const forgetPerson = (id: Id): Promise<void> => forget(id);
