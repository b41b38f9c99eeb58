import type { BikeCard } from '#contract/bikes.ts';
import { type Related, relatedOfEach } from '#contract/related.ts';
import type { RelatedStore } from './bikes.related.store.ts';
import type { BikeService } from './bikes.service.ts';

interface Deps {
  service: BikeService;
  bikes: RelatedStore;
  modelKeyOf(bike: Pick<BikeCard, 'brand' | 'model'>): Promise<string>;
}

/** Finds related bikes to show with a bike. */
export class RelatedBikes {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Returns three lists without duplicates and without the bike itself. @throws not_found, gone */
  async of(id: string): Promise<Related> {
    const { service, bikes, modelKeyOf } = this.#deps;
    const bike = await service.get(id);
    // Each query asks for as many extra bikes as the lists before it may take away.
    const [byOwner, ofModel, alike] = await Promise.all([
      bikes.ofOwner(bike.owner.id, relatedOfEach + 1),
      bikes.ofModel(await modelKeyOf(bike), 2 * relatedOfEach + 1),
      bikes.alike(bike, 3 * relatedOfEach + 1),
    ]);
    const shown = new Set([id]);
    const fresh = (cards: readonly BikeCard[]): BikeCard[] => {
      const next = cards.filter((card) => !shown.has(card.id)).slice(0, relatedOfEach);
      for (const card of next) shown.add(card.id);
      return next;
    };
    return { owner: fresh(byOwner), model: fresh(ofModel), similar: fresh(alike) };
  }
}
