import type { Id } from '#contract/ids.ts';
import { getPerson, type PersonPage } from '#contract/people-page.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { forgetPerson, personOf, savePerson } from '#src/cache/values/people.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { initialQuery } from '#src/queries/initial-data.ts';
import type { Read } from '#src/queries/read.ts';
import { useCachedQuery } from '#src/queries/use-cached-query.ts';

const isGone = (failure: unknown): failure is ApiFailure => failure instanceof ApiFailure && failure.isGone;

async function refreshPerson(userId: Id): Promise<void> {
  const ask = () =>
    runAction(getPerson, { params: { userId } }).catch((failure: unknown) => {
      if (isGone(failure)) return failure;
      throw failure;
    });
  const answer = await fetchIntoCache(ask, (person) => (isGone(person) ? forgetPerson(userId) : savePerson(person)));
  if (isGone(answer)) throw answer;
}

/** A member's public page; opening it caches it for offline use. */
export const usePerson = (userId: Id): Read<PersonPage> =>
  useCachedQuery({
    name: 'person',
    key: userId,
    first: initialQuery(getPerson, { params: { userId } }, (person): PersonPage | null => person),
    select: async () => {
      const kept = await personOf(userId);
      return { data: kept?.person ?? null, savedAt: kept?.savedAt ?? null };
    },
    fetch: () => refreshPerson(userId),
  });
