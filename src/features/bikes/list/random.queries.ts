import { type BikeCard, mostSeen, randomBike } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { withoutBlocked } from '#src/cache/blocked.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { listedIn } from '#src/cache/values/bike-status.ts';
import { feedOf, saveFeed } from '#src/cache/values/feeds.ts';
import { isDehydrated } from '#src/lib/dehydrated.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { initialQuery } from '#src/queries/initial-data.ts';
import type { Read } from '#src/queries/read.ts';
import { type Cached, useCachedQuery } from '#src/queries/use-cached-query.ts';
import { useSession } from '#src/session/use-session.ts';

/** What this tab has shown last, so that it does not come again at once. */
let seen: Id[] = [];
/** What this tab shows: Back finds it again, whatever other tabs have drawn. */
let here: BikeCard | null = null;
/** Counts what was asked for: whoever asks for another does not see an earlier answer after theirs. */
let turn = 0;

function note({ id }: BikeCard): void {
  seen = [...seen.filter((one) => one !== id), id].slice(-mostSeen);
}

function keep(card: BikeCard | null): Promise<void> {
  here = card;
  if (card) note(card);
  return saveFeed('random', { items: card ? [card] : [], next: null });
}

async function draw(without: readonly Id[]): Promise<void> {
  turn += 1;
  const mine = turn;
  await fetchIntoCache(
    () => runAction('GetRandom', (call) => call(randomBike, { query: { seen: without.join() || undefined } })),
    async (card) => (mine === turn ? keep(card) : undefined),
  );
}

/** Shows another bike: any of the site, or of those on this device where there is no signal. @throws ApiFailure */
export const drawAnother = (): Promise<void> =>
  draw(seen).catch(async (cause: unknown) => keep(await (await import('./random-kept.ts')).keptInstead(cause, seen)));

const first = initialQuery(randomBike, {}, (card) => card);

/** What this tab shows, unless its viewer takes it away. */
async function shown(userId: Id | undefined): Promise<Cached<BikeCard>> {
  const view = userId ? await optimisticView(userId) : null;
  const feed = await feedOf('random');
  const kept = feed?.items ?? [];
  const cards = here && kept[0] && kept[0].id !== here.id ? [here] : kept;
  const [data = null] = await listedIn(view, await withoutBlocked(cards, userId));
  if (data) note(data);
  else if (feed) here = null;
  return { data, savedAt: feed?.savedAt ?? null };
}

/** Any bike; null where the site has none. */
export function useRandom(): Read<BikeCard | null> {
  const { user } = useSession();
  const read = useCachedQuery<BikeCard | null>({
    name: 'feed',
    key: 'random',
    viewer: user,
    // What came with the page is no news to who has asked for another.
    first: here ? undefined : first,
    select: () => shown(user?.id),
    fetch: async () => {
      const { data } = await shown(user?.id);
      if (!data) await drawAnother();
      // The one that came with the page is seen already.
      else if (!here) await draw(isDehydrated(first.path) ? [] : seen);
    },
  });
  // Until the device has told of it, what it held before is no news either.
  return { ...read, data: here && read.data?.id !== here.id ? here : read.data };
}
