import { useEffect } from 'react';
import { type Bike, getBike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import type { ProblemCode } from '#contract/problem-codes.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { fetchIntoCache } from '#src/cache/generation.ts';
import { forgetBike } from '#src/cache/values/bike-changes.ts';
import { bikeOf, saveBike, touch } from '#src/cache/values/bikes.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { optimisticView } from '#src/outbox/optimistic.ts';
import { initialQuery } from '#src/queries/initial-data.ts';
import { useLive } from '#src/queries/live.queries.ts';
import type { Read } from '#src/queries/read.ts';
import { useCachedQuery } from '#src/queries/use-cached-query.ts';
import { useSession } from '#src/session/use-session.ts';
import { keepPhotos, pageWidth } from '#src/storage/image-caches.ts';
import { savesData } from '#src/ui/viewer.ts';
import { bikePage } from '../bikes.cache.ts';
import { plainly, type ShownBike, withQueued } from '../shown-bike.ts';

const flagged: ProblemCode = 'bike.flagged';
/** Returns whether the bike is hidden because it was flagged. */
export const isFlagged = (failure: ApiFailure | null): boolean => failure?.code === flagged;
const isGone = (failure: unknown): failure is ApiFailure => failure instanceof ApiFailure && failure.isGone;

async function refreshBike(id: Id): Promise<void> {
  const ask = () =>
    runAction(getBike, { params: { bikeId: id } }).catch((failure: unknown) => {
      if (isGone(failure)) return failure;
      throw failure;
    });
  let forgetPictures = async () => {};
  const answer = await fetchIntoCache(ask, async (bike) => {
    // Removes a bike that the server no longer has from every cached list and from the search.
    if (isGone(bike)) forgetPictures = await forgetBike(id);
    else await saveBike(bike);
  });
  if (isGone(answer)) {
    await forgetPictures();
    throw answer;
  }
  if (savesData()) return;
  void keepPhotos(
    answer.photos.map((photo) => photo.id),
    pageWidth,
  );
}

/** One bike. Opening it caches it and, unless the viewer saves data, all its photos. */
export function useBike(id: Id): Read<ShownBike> {
  const { user } = useSession();
  const read = useCachedQuery({
    name: 'bike',
    key: id,
    viewer: user,
    first: initialQuery(getBike, { params: { bikeId: id } }, (bike): ShownBike | null => plainly(bike)),
    select: async () => {
      const view = user && (await optimisticView(user.id, user));
      const saved = await bikeOf(id);
      const bike = view ? await view.get(bikePage, id) : saved?.bike;
      const data = bike ? withQueued(view, bike) : null;
      return { data, savedAt: saved?.savedAt ?? null };
    },
    fetch: () => refreshBike(id),
    onlyHere: ({ data, savedAt }) => data?.waiting != null && savedAt === null,
  });
  useEffect(() => void touch(id).catch(() => undefined), [id]);
  return read;
}

/** Published bike of a draft, if this device has it; undefined while it loads. */
export const useArrivedBike = (id: Id): Bike | null | undefined =>
  useLive('arrived', async () => (await bikeOf(id))?.bike ?? null, [id]);
