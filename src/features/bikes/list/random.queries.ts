import type { BikeCard, getRandomBike } from '#contract/bikes.ts';
import { callOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/ids.ts';
import { maxSeen } from '#contract/list-sizes.ts';
import { runAction } from '#src/actions/run-action.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { listedIn } from '#src/cache/values/bike-status.ts';
import { feedOf, saveFeed } from '#src/cache/values/feeds.ts';
import { withoutBlocked } from '#src/features/blocks/blocked.ts';
import { isDehydrated } from '#src/lib/dehydrated.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { initialQuery } from '#src/queries/initial-data.ts';
import type { Read } from '#src/queries/read.ts';
import { type Cached, useCachedQuery } from '#src/queries/use-cached-query.ts';
import { useSession } from '#src/session/use-session.ts';

const randomCall = callOf<typeof getRandomBike>('GET', '/bikes/random', 'GetRandom');

/** Ids recently shown in this tab, to avoid early repeats. */
let seen: Id[] = [];
/** Bike shown in this tab. Back shows it again, whatever other tabs have picked. */
let here: BikeCard | null = null;
/** Number of the latest request; answers to earlier ones are ignored. */
let latestRequest = 0;

function note({ id }: BikeCard): void {
  seen = [...seen.filter((one) => one !== id), id].slice(-maxSeen);
}

function cacheCard(card: BikeCard | null): Promise<void> {
  here = card;
  if (card) note(card);
  return saveFeed('random', { items: card ? [card] : [], next: null });
}

async function fetchRandom(without: readonly Id[]): Promise<void> {
  latestRequest += 1;
  const mine = latestRequest;
  await fetchIntoCache(
    () => runAction(randomCall, { query: { seen: without.join() || undefined } }),
    async (card) => (mine === latestRequest ? cacheCard(card) : undefined),
  );
}

/** Shows another random bike; offline, one from the cache. @throws ApiFailure */
export const showAnother = (): Promise<void> =>
  fetchRandom(seen).catch(async (cause: unknown) =>
    cacheCard(await (await import('./random-cached.ts')).cachedInstead(cause, seen)),
  );

export const initialRandom = initialQuery(randomCall, {}, (card) => card);

/** The bike shown in this tab, unless the viewer hides it. */
async function shown(userId: Id | undefined): Promise<Cached<BikeCard>> {
  const view = userId ? await optimisticView(userId) : null;
  const feed = await feedOf('random');
  const cached = feed?.items ?? [];
  const cards = here && cached[0] && cached[0].id !== here.id ? [here] : cached;
  const [data = null] = await listedIn(view, await withoutBlocked(cards, userId));
  if (data) note(data);
  else if (feed) here = null;
  return { data, savedAt: feed?.savedAt ?? null };
}

/** A random bike; null if there are none. */
export function useRandom(): Read<BikeCard | null> {
  const { user } = useSession();
  const read = useCachedQuery<BikeCard | null>({
    name: 'random',
    key: 'random',
    viewer: user,
    // The dehydrated answer is outdated once the member has asked for another bike.
    first: here ? undefined : initialRandom,
    select: () => shown(user?.id),
    fetch: async () => {
      const { data } = await shown(user?.id);
      if (!data) await showAnother();
      // The dehydrated bike has been shown already.
      else if (!here) await fetchRandom(isDehydrated(initialRandom.path) ? [] : seen);
    },
  });
  // Until the cache has caught up, its older bike is not shown.
  return { ...read, data: here && read.data?.id !== here.id ? here : read.data };
}
