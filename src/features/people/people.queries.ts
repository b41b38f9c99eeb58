import type { Id } from '#contract/ids.ts';
import { getPerson, type PersonPage } from '#contract/people-page.ts';
import { ApiFailure } from '#src/ground/failure.ts';
import { forgetPerson, personOf, savePerson } from '#src/offline/cache/people.ts';
import { renew } from '#src/offline/cache/turn.ts';
import { opening } from '#src/reading/given.ts';
import type { Read } from '#src/reading/read.ts';
import { useReading } from '#src/reading/use-reading.ts';
import { tracked } from '#src/results/results.ts';

const isGone = (failure: unknown): failure is ApiFailure => failure instanceof ApiFailure && failure.isGone;

async function refreshPerson(userId: Id): Promise<void> {
  const ask = () =>
    tracked('GetPerson', (call) => call(getPerson, { params: { userId } })).catch((failure: unknown) => {
      if (isGone(failure)) return failure;
      throw failure;
    });
  const answer = await renew(ask, (person) => (isGone(person) ? forgetPerson(userId) : savePerson(person)));
  if (isGone(answer)) throw answer;
}

/** A member as everybody sees them; opening their page keeps it for the next time without signal. */
export const usePerson = (userId: Id): Read<PersonPage> =>
  useReading({
    name: 'person',
    key: userId,
    first: opening(getPerson, { params: { userId } }, (person): PersonPage | null => person),
    kept: async () => {
      const kept = await personOf(userId);
      return { data: kept?.person ?? null, savedAt: kept?.savedAt ?? null };
    },
    ask: () => refreshPerson(userId),
  });
