import { useState } from 'react';
import type { AuthUser } from '#contract/auth.ts';
import { type Bike, getOwnBike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import { may } from '#contract/may.ts';
import { runAction } from '#src/actions/run-action.ts';
import { bikeOf } from '#src/cache/values/bikes.ts';
import { ownBikeOf } from '#src/features/bikes/bikes.cache.ts';
import { draftOf, draftOfBike } from '#src/features/drafts/drafts.ts';
import { markPublished } from '#src/features/drafts/server-drafts.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { hungSentence } from '#src/storage/storage-messages.ts';
import { isStorageHung } from '#src/storage/storage-state.ts';
import { fieldsOf } from './field-values.ts';

/** Cached bike, public or visible only to its owner. */
const cachedBike = async (userId: Id, id: Id): Promise<Bike | undefined> =>
  (await bikeOf(id))?.bike ?? (await ownBikeOf(userId, id))?.value.bike;

/**
 * Reads the member's bike from the server, and from the cache when offline: then it may lack its price.
 * @throws ApiFailure if it is neither available online nor cached
 */
export async function readOwnBike(user: AuthUser, id: Id): Promise<{ bike: Bike; isCached: boolean }> {
  try {
    return { bike: await runAction(getOwnBike, { params: { bikeId: id }, as: user.id }), isCached: false };
  } catch (failure) {
    const bike =
      failure instanceof ApiFailure && failure.kind === 'network' ? await cachedBike(user.id, id) : undefined;
    if (!bike || !may('bike.edit', user, bike)) throw failure;
    return { bike, isCached: true };
  }
}

/**
 * Creates a draft of the member's bike from the server's version, or from the cache when offline.
 * @returns the bike as it is on the server; null when offline
 * @throws ApiFailure if the bike is neither available online nor cached
 */
async function openEdit(user: AuthUser, id: Id): Promise<Bike | null> {
  // An existing draft must not be created again.
  if (isStorageHung() && !(await draftOf(id))) throw new ApiFailure('refused', { message: hungSentence });
  const { bike, isCached } = await readOwnBike(user, id);
  await markPublished(id);
  // The public bike has no price.
  await draftOfBike(user.id, bike, { ...fieldsOf(bike), ...(isCached && { keepsPrice: true }) });
  return isCached ? null : bike;
}

/** Server version of the bike being edited, and whether the request has finished. */
export function useEditedBike(user: AuthUser, id: Id) {
  const [site, setSite] = useState<Bike | null>(null);
  const { refreshing, fresh, error } = useRefreshed(id, async () => setSite(await openEdit(user, id)));
  const [asked, setAsked] = useState(false);
  if (!asked && !refreshing && (fresh || error)) setAsked(true);
  return { site: site?.id === id ? site : null, asked, error };
}
