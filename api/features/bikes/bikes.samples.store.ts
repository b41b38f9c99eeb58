import type { Collection, Db, Filter } from 'mongodb';
import type { BikeCard } from '#contract/bikes.ts';
import { type BikeRow, type ListedRow, listFields, toCard } from './bikes.store.ts';

/** A visible bike with its tags. */
export type TaggedCard = { bike: BikeCard; tags: readonly string[] };

/** Reads a few visible bikes of a member, model or tag, the newest first. Each list is one query along its index. */
export class BikeSamples {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  ofOwner(ownerId: string, limit: number): Promise<TaggedCard[]> {
    return this.#newest({ 'owner.id': ownerId }, limit);
  }

  async ofModel(modelKey: string, limit: number): Promise<BikeCard[]> {
    return (await this.#newest({ modelKey }, limit)).map(({ bike }) => bike);
  }

  async ofTag(tag: string, limit: number): Promise<BikeCard[]> {
    return (await this.#newest({ tags: tag } as Filter<BikeRow>, limit)).map(({ bike }) => bike);
  }

  async #newest(wanted: Filter<BikeRow>, limit: number): Promise<TaggedCard[]> {
    const rows = await this.#bikes
      .find({ ...wanted, status: 'Active' })
      .project<ListedRow & { tags?: string[] }>({ ...listFields, tags: 1 })
      .sort({ publishedAt: -1, _id: -1 })
      .limit(limit)
      .toArray();
    return rows.map(({ tags = [], ...row }) => ({ bike: toCard(row), tags }));
  }
}
