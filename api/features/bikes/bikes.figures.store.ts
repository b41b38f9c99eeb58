import type { Collection, Db } from 'mongodb';
import { categoryLinks } from '#contract/bike-options.ts';
import type { SiteFigures } from '#contract/figures.ts';
import type { BikeRow } from './bikes.store.ts';

/** Counts Active bikes, using an index. */
export class BikeFigures {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  count(): Promise<number> {
    return this.#bikes.countDocuments({ status: 'Active' });
  }

  /** The number of bikes behind each category link, with the newest bike's cover. */
  categories(): Promise<SiteFigures['categories']> {
    return Promise.all(
      categoryLinks.map(async ({ name, query }) => {
        const [[facet, value] = []] = Object.entries(query);
        const these = { status: 'Active', terms: `${facet}:${value}` } as const;
        const [bikes, [newest]] = await Promise.all([
          this.#bikes.countDocuments(these),
          this.#bikes
            .find(these, { projection: { photos: { $slice: 1 } } })
            .sort({ publishedAt: -1, _id: -1 })
            .limit(1)
            .toArray(),
        ]);
        return { label: name, bikes, cover: newest?.photos[0] ?? null };
      }),
    );
  }
}
