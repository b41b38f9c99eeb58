import type { Id } from '#contract/ids.ts';
import { getRelatedBikes, type Related } from '#contract/related.ts';
import { relatedOf, saveRelated } from '#src/features/bikes/related.cache.ts';
import { withoutBlocked } from '#src/features/blocks/blocked.ts';
import { defineQuery, useQuery } from '#src/queries/define-query.ts';
import type { Read } from '#src/queries/read.ts';
import { withSavedAt } from '#src/queries/use-cached-query.ts';

/** Leaves out bikes of blocked members. */
async function seenBy(userId: Id | undefined, { owner, model, similar }: Related): Promise<Related> {
  const [hers, same, alike] = await Promise.all([owner, model, similar].map((cards) => withoutBlocked(cards, userId)));
  return { owner: hers ?? [], model: same ?? [], similar: alike ?? [] };
}

export const related = defineQuery({
  name: 'beside',
  endpoint: getRelatedBikes,
  request: (bikeId: Id) => ({ params: { bikeId } }),
  read: async (viewer, bikeId) => {
    const cached = await relatedOf(bikeId);
    return withSavedAt(cached && (await seenBy(viewer?.user.id, cached.related)), cached);
  },
  initial: (all) => all,
  save: (all, bikeId) => saveRelated(bikeId, all),
});

/** Related bikes of a bike. */
export const useRelatedBikes = (bikeId: Id): Read<Related> => useQuery(related, bikeId);
