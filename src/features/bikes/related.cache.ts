import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { Related } from '#contract/related.ts';
import { openedPages } from '#src/cache/opened-pages.ts';
import { pagesFrom } from '#src/cache/pages.ts';

const pages = openedPages<{ groups: { [G in keyof Related]: Id[] } }>('beside', 60);
const idsOf = (cards: readonly BikeCard[]) => cards.map(({ id }) => id);

/** Caches the related bikes of a bike. */
export const saveRelated = (bikeId: Id, { owner, model, similar }: Related, now?: number): Promise<void> => {
  const groups = { owner: idsOf(owner), model: idsOf(model), similar: idsOf(similar) };
  return pages.save(bikeId, { groups, ...pagesFrom([...owner, ...model, ...similar], null) }, now);
};

/** The cached related bikes, without those that have been removed. */
export async function relatedOf(bikeId: Id): Promise<{ related: Related; savedAt: number } | null> {
  const cached = await pages.get(bikeId);
  if (!cached) return null;
  const cards = (ids: readonly Id[]) => ids.flatMap((id) => cached.items.find((card) => card.id === id) ?? []);
  const { owner, model, similar } = cached.groups;
  return { related: { owner: cards(owner), model: cards(model), similar: cards(similar) }, savedAt: cached.savedAt };
}
