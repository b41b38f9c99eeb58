import { useEffect, useState } from 'react';
import type { Id } from '#contract/ids.ts';
import { type BikeUpdateCounts, countUpdates } from '#contract/updates.ts';
import { saveUpdateCounts, updateCounts, updateCountsOf } from '#src/cache/values/update-counts.ts';
import { viewerState } from '#src/cache/values/viewer-state.ts';
import { idle } from '#src/lib/idle.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';

/** The numbers of a bike's updates, and the updates that the viewer likes. */
export type Reactions = { counts: BikeUpdateCounts; liked: readonly Id[] };

const none: Reactions = { counts: {}, liked: [] };

const reactions = defineQuery({
  name: 'update counts',
  endpoint: countUpdates,
  request: (bikeId: Id) => ({ params: { bikeId } }),
  read: async (member, bikeId) => {
    const cached = await updateCountsOf(bikeId);
    if (!member) return withSavedAt(cached && { counts: cached.counts, liked: [] }, cached);
    const counts = await member.view.read(updateCounts, bikeId);
    const { likedUpdateIds = [] } = await member.view.read(viewerState, bikeId);
    return withSavedAt<Reactions>({ counts, liked: likedUpdateIds }, cached);
  },
  save: (counts, bikeId) => saveUpdateCounts(bikeId, counts),
});

/**
 * The likes and comments of a bike's updates, with queued changes. One request, once the browser is idle.
 * @param isShown whether they are shown at all
 */
export function useReactions(bikeId: Id, isShown: boolean): Reactions {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    if (isShown) void idle().then(() => setIsIdle(true));
  }, [isShown]);
  return useQuery(reactions, isShown && isIdle ? bikeId : null).data ?? none;
}
