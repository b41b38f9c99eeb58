import type { Collection, Db, Filter } from 'mongodb';
import type { BikeCard } from '#contract/bikes.ts';
import { type BikeRow, type ListedRow, listFields, toCard } from './bikes.store.ts';

/** Related bikes. Each list is one query with its own index. */
export class RelatedStore {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  async createIndexes(): Promise<void> {
    await this.#bikes.createIndexes([
      { key: { status: 1, modelKey: 1, publishedAt: -1, _id: -1 } },
      { key: { status: 1, category: 1, drivetrain: 1, publishedAt: -1, _id: -1 } },
    ]);
  }

  /** The member's newest Active bikes. */
  ofOwner(ownerId: string, limit: number): Promise<BikeCard[]> {
    return this.#newest({ 'owner.id': ownerId }, limit);
  }

  /** The newest Active bikes of the same model. */
  ofModel(modelKey: string, limit: number): Promise<BikeCard[]> {
    return this.#newest({ modelKey }, limit);
  }

  /** The newest Active bikes with the same category and drivetrain. */
  alike({ category, drivetrain }: Pick<BikeRow, 'category' | 'drivetrain'>, limit: number): Promise<BikeCard[]> {
    return this.#newest({ category, drivetrain }, limit);
  }

  async #newest(wanted: Filter<BikeRow>, limit: number): Promise<BikeCard[]> {
    const rows = await this.#bikes
      .find({ ...wanted, status: 'Active' })
      .project<ListedRow>(listFields)
      .sort({ publishedAt: -1, _id: -1 })
      .limit(limit)
      .toArray();
    return rows.map(toCard);
  }
}
