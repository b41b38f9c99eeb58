import type { Collection, Db } from 'mongodb';
import { alongNewest, type BikeRow } from './bikes.store.ts';

const fields = { find: 1, publishedAt: 1, 'owner.id': 1 } as const;
type Row = Pick<BikeRow, '_id' | 'find' | 'publishedAt'> & { owner: { id: string } };

/** A bike with what searches compare. */
export type NewBike = { id: string; ownerId: string; publishedAt: Date; indexText: string };

/** Reads the bikes of a period, for searches that are followed. */
export class NewBikeStore {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  /** The visible bikes that were published after `from` and not after `until`, earliest first. */
  async between(from: Date, until: Date, limit: number): Promise<NewBike[]> {
    const rows = await this.#bikes
      .find({ status: 'Active', publishedAt: { $gt: from, $lte: until } })
      .project<Row>(fields)
      .sort({ publishedAt: 1, _id: 1 })
      .hint(alongNewest)
      .limit(limit)
      .toArray();
    return rows.map(({ _id, find, publishedAt, owner }) => ({
      id: _id,
      ownerId: owner.id,
      publishedAt,
      indexText: find ?? '',
    }));
  }

  /** The visible ones of some bikes. */
  async visible(ids: readonly string[]): Promise<Set<string>> {
    const these = { _id: { $in: [...ids] }, status: 'Active' as const };
    const rows = await this.#bikes.find(these).project<{ _id: string }>({ _id: 1 }).toArray();
    return new Set(rows.map(({ _id }) => _id));
  }
}
