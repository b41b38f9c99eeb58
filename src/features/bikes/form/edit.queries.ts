import { useState } from 'react';
import type { AuthUser } from '#contract/auth.ts';
import { type Bike, ownBike } from '#contract/bike-whole.ts';
import type { Id } from '#contract/ids.ts';
import { may } from '#contract/may.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { bikeOf } from '#src/cache/values/bikes.ts';
import { ownBikeOf } from '#src/cache/values/own-bikes.ts';
import { draftOf, draftOfBike } from '#src/drafts/drafts.ts';
import { noteEdited } from '#src/drafts/site-drafts.ts';
import { ApiFailure } from '#src/lib/failure.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { silentSentence } from '#src/storage/storage-messages.ts';
import { isSilent } from '#src/storage/storage-state.ts';
import { fieldsOf } from './facts-of.ts';

/** What this device holds of a bike, also of one that its owner alone sees. */
const keptBike = async (userId: Id, id: Id): Promise<Bike | undefined> =>
  (await bikeOf(id))?.bike ?? (await ownBikeOf(userId, id))?.value.bike;

/**
 * Makes a draft of one's own bike, from the site or from what this device holds of it.
 * @returns the bike as it is on the site; null without signal
 * @throws ApiFailure when it is not to be had
 */
async function openEdit(user: AuthUser, id: Id): Promise<Bike | null> {
  // A draft that was begun here must not be begun anew beside it.
  if (isSilent() && !(await draftOf(id))) throw new ApiFailure('refused', { message: silentSentence });
  try {
    const bike = await runAction('GetBike', (call) => call(ownBike, { params: { bikeId: id }, as: user.id }));
    await noteEdited(id);
    await draftOfBike(user.id, bike, fieldsOf(bike));
    return bike;
  } catch (failure) {
    const kept = failure instanceof ApiFailure && failure.kind === 'network' ? await keptBike(user.id, id) : undefined;
    if (!kept || !may('bike.edit', user, kept)) throw failure;
    await noteEdited(id);
    // What everybody sees lacks what it cost.
    await draftOfBike(user.id, kept, { ...fieldsOf(kept), keepsPrice: true });
    return null;
  }
}

/** What is on the site of a bike that is edited, as far as it could be asked; and whether that is known yet. */
export function useEditedBike(user: AuthUser, id: Id) {
  const [site, setSite] = useState<Bike | null>(null);
  const { refreshing, fresh, error } = useRefreshed(id, async () => setSite(await openEdit(user, id)));
  const [asked, setAsked] = useState(false);
  if (!asked && !refreshing && (fresh || error)) setAsked(true);
  return { site: site?.id === id ? site : null, asked, error };
}
