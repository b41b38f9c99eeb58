import type { Collection, Db, Filter } from 'mongodb';
import type { BikeCard } from '#contract/bikes.ts';
import { type BikeRow, type ListedRow, listFields, toCard } from './bikes.store.ts';

/** A bike's place in the order of publishing, and how its page is called. */
type Published = { id: string; slug: string; publishedAt: Date; updatedAt: Date };

/** What other programs read of bikes: feed readers and search engines. */
export class SharedBikeStore {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  /** A member's Active bikes, newest first. */
  async activeOf(ownerId: string, limit: number): Promise<BikeCard[]> {
    const rows = await this.#bikes
      .find({ 'owner.id': ownerId, status: 'Active' })
      .project<ListedRow>(listFields)
      .sort({ publishedAt: -1, _id: -1 })
      .limit(limit)
      .toArray();
    return rows.map(toCard);
  }

  /** The Active bikes that were published after another, the oldest first. */
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
