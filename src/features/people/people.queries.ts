import type { Id } from '#contract/ids.ts';
import { getPerson, type PersonPage } from '#contract/people-page.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';
import { forgetPerson, personOf, savePerson } from './people.cache.ts';

export const person = defineQuery({
  name: 'person',
  endpoint: getPerson,
  request: (userId: Id) => ({ params: { userId } }),
  read: async (_, userId) => {
    const cached = await personOf(userId);
    return withSavedAt(cached?.person, cached);
  },
  initial: (page) => page,
  save: (page) => savePerson(page),
  forget: forgetPerson,
});

/** A member's public page; opening it caches it for offline use. */
export const usePerson = (userId: Id): Read<PersonPage> => useQuery(person, userId);
