import type { Collection, Db, Filter } from 'mongodb';
import type { BikeCard } from '#contract/bikes.ts';
import { type BikeRow, type ListedRow, listFields, toCard } from './bikes.store.ts';

/** A bike's publishing time and the slug of its page. */
type Published = { id: string; slug: string; publishedAt: Date; updatedAt: Date };

/** Reads bikes for feeds and sitemaps. */
export class SharedBikeStore {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  async activeOf(ownerId: string, limit: number): Promise<BikeCard[]> {
    const rows = await this.#bikes
      .find({ 'owner.id': ownerId, status: 'Active' })
      .project<ListedRow>(listFields)
      .sort({ publishedAt: -1, _id: -1 })
      .limit(limit)
      .toArray();
    return rows.map(toCard);
  }

  /** Active bikes published after `place`, oldest first. */
  async publishedAfter(place: Pick<Published, 'id' | 'publishedAt'> | null, limit: number): Promise<Published[]> {
    const after: Filter<BikeRow> = place
      ? {
          publishedAt: { $gte: place.publishedAt },
          $or: [
            { publishedAt: { $gt: place.publishedAt } },
            { publishedAt: place.publishedAt, _id: { $gt: place.id } },
          ],
        }
      : {};
    const rows = await this.#bikes
      .find({ status: 'Active', ...after }, { projection: { slug: 1, publishedAt: 1, updatedAt: 1 } })
      .sort({ publishedAt: 1, _id: 1 })
      .limit(limit)
      .toArray();
    return rows.map(({ _id, slug, publishedAt, updatedAt }) => ({ id: _id, slug, publishedAt, updatedAt }));
  }
}
