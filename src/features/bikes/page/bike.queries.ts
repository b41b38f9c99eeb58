import { useEffect } from 'react';
import { type Bike, getBike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import type { ProblemCode } from '#contract/problems.ts';
import { photoIdsOf } from '#contract/update-photos.ts';
import { bikeOf, forgetBike, saveBike, touch } from '#src/cache/values/bikes.ts';
import type { ApiFailure } from '#src/lib/failure.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import { useLive } from '#src/queries/live.queries.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';
import { pageWidth, prefetchPhotos } from '#src/storage/image-caches.ts';
import { getEvicted } from '#src/storage/user-db.ts';
import { savesData } from '#src/ui/display-preferences.ts';
import { bikePage } from '../bikes.cache.ts';
import { plainly, type ShownBike, withQueued } from '../shown-bike.ts';

const flagged: ProblemCode = 'bike.flagged';
/** Returns whether the bike is hidden because it was flagged. */
export const isFlagged = (failure: ApiFailure | null): boolean => failure?.code === flagged;

export const bike = defineQuery({
  name: 'bike',
  endpoint: getBike,
  request: (bikeId: Id) => ({ params: { bikeId } }),
  read: async (member, id) => {
    const saved = await bikeOf(id);
    const shown = member ? await member.view.get(bikePage, id) : saved?.bike;
    return withSavedAt(shown && withQueued(member?.view ?? null, shown), saved);
  },
  initial: (reply): ShownBike => plainly(reply),
  save: async (reply) => {
    await saveBike(reply);
    const photoIds = reply.photos.map(({ id }) => id);
    const ofUpdates = photoIdsOf(reply).slice(photoIds.length);
    return async () => {
      if (savesData()) return;
      void prefetchPhotos(photoIds, pageWidth(window)).then(() => prefetchPhotos(ofUpdates, 640));
    };
  },
  // Removes the bike from every cached list and from the search.
  forget: forgetBike,
  // A bike that waits for its first sending.
  isEnough: ({ data, savedAt }) => data?.waiting != null && savedAt === null,
});

/** One bike. Opening it caches it and, unless the viewer saves data, all its photos. */
export function useBike(id: Id): Read<ShownBike> {
  useEffect(() => void touch(id).catch(() => undefined), [id]);
  return useQuery(bike, id);
}

/** Published bike of a draft, if this device has it; undefined while it loads. */
export const useArrivedBike = (id: Id): Bike | null | undefined =>
  useLive('arrived', async () => (await bikeOf(id))?.bike ?? null, [id]);

/** Whether a bike was evicted from this device to make room; undefined while it loads. */
export const useWasEvicted = (id: Id): boolean | undefined =>
  useLive('evicted', async () => (await getEvicted()).includes(id), [id]);
