import { plainStanding, type Standing } from '#contract/bike-standing.ts';
import { ownBikeStanding } from '#contract/bike-status.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { forgetOwnBike, ownBikeOf } from '#src/cache/values/own-bikes.ts';
import { keepBike } from '#src/features/bikes/keep-bike.ts';
import { failureFrom } from '#src/lib/failure.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import type { Read } from '#src/queries/read.ts';
import { useCachedQuery } from '#src/queries/use-cached-query.ts';
import { useSession } from '#src/session/use-session.ts';
import { ownBike } from '../bikes.cache.ts';
import { type ShownBike, withQueued } from '../shown-bike.ts';

/** Bike that only its owner can see. */
export type ShownOwnBike = { bike: ShownBike; standing: Standing };

async function refreshOwn(userId: Id, bikeId: Id): Promise<void> {
  const ask = () => runAction(ownBikeStanding, { params: { bikeId }, as: userId });
  try {
    await fetchIntoCache(ask, ({ bike, standing }) => keepBike(userId, bike, Date.now(), standing));
  } catch (cause) {
    if (failureFrom(cause).isGone) await forgetOwnBike(userId, bikeId);
    throw cause;
  }
}

/** The member's own bike, also if it is not public. @param asks whether it can be their own */
export function useOwnBike(id: Id, asks: boolean): Read<ShownOwnBike> {
  const { user } = useSession();
  return useCachedQuery({
    name: 'own-bike',
    key: asks && user ? `${user.id}:${id}` : null,
    viewer: user,
    select: async () => {
      const view = user && (await optimisticView(user.id, user));
      const kept = user && (await ownBikeOf(user.id, id));
      const own = view && kept && (await view.get(ownBike, id));
      if (!own || !kept) return { data: null, savedAt: null };
      const { bike, standing } = own;
      const isSame = bike.status === kept.value.bike.status;
      const data = { bike: withQueued(view, bike), standing: isSame ? standing : plainStanding };
      return { data, savedAt: kept.savedAt };
    },
    fetch: async () => {
      if (user) await refreshOwn(user.id, id);
    },
  });
}
