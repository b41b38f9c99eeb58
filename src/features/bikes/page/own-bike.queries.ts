import { noNotice } from '#contract/bike-defaults.ts';
import type { BikeNotice } from '#contract/bike-notice.ts';
import { getBikeNotice } from '#contract/bike-status.ts';
import type { Id } from '#contract/ids.ts';
import { forgetOwnBike, ownBikeOf } from '#src/features/bikes/bikes.cache.ts';
import { cacheBike } from '#src/features/bikes/cache-bike.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { type Cached, withSavedAt } from '#src/queries/use-cached-query.ts';
import { ownBike } from '../bikes.cache.ts';
import { type ShownBike, withQueued } from '../shown-bike.ts';

/** Bike that only its owner can see. */
export type ShownOwnBike = { bike: ShownBike; standing: BikeNotice };

const own = defineQuery({
  name: 'own-bike',
  endpoint: getBikeNotice,
  key: ({ id }: { id: Id; asks: boolean }) => id,
  request: ({ id }) => ({ params: { bikeId: id } }),
  read: async ({ user, view }, { id }): Promise<Cached<ShownOwnBike>> => {
    const cached = await ownBikeOf(user.id, id);
    const known = cached && (await view.get(ownBike, id));
    if (!known) return withSavedAt<ShownOwnBike>(null);
    const { bike, standing } = known;
    const isSame = bike.status === cached.value.bike.status;
    return withSavedAt({ bike: withQueued(view, bike), standing: isSame ? standing : noNotice }, cached);
  },
  save: ({ bike, standing }, _, userId) => cacheBike(userId, bike, serverNow(), standing),
  forget: ({ id }, userId) => forgetOwnBike(userId, id),
  isEnough: (_, { asks }) => !asks,
});

/** The member's own bike, also if it is not public. @param asks whether it can be their own */
export const useOwnBike = (id: Id, asks: boolean): Read<ShownOwnBike> => useQuery(own, { id, asks });
