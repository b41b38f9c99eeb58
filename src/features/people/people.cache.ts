import type { Id } from '#contract/ids.ts';
import type { PersonPage } from '#contract/people-page.ts';
import { openedPages } from '#src/cache/opened-pages.ts';
import { pagesFrom } from '#src/cache/pages.ts';
import { memberBikesKey } from '#src/cache/values/feeds.ts';
import { forgetYears } from './years.cache.ts';

/** The pages of members, each with its winning bikes. */
const pages = openedPages<{ person: Omit<PersonPage, 'won'> }>('person', 60, (id) => [
  memberBikesKey(id, 'Current'),
  memberBikesKey(id, 'Previous'),
]);

/** Caches a member's page as the server sent it. */
export const savePerson = ({ won, ...person }: PersonPage, now?: number): Promise<void> =>
  pages.save(person.id, { person, ...pagesFrom(won, null) }, now);

/** The cached page. */
export async function personOf(id: Id): Promise<{ person: PersonPage; savedAt: number } | null> {
  const cached = await pages.get(id);
  if (!cached) return null;
  // An older version cached no years.
  return { person: { ...cached.person, years: cached.person.years ?? [], won: cached.items }, savedAt: cached.savedAt };
}

/** Deletes the page of a member whose account is gone. Call it inside a transaction. */
export async function forgetPerson(id: Id): Promise<void> {
  await pages.remove(id);
  await forgetYears(id);
}
