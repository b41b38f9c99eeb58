import type { Collection, Db } from 'mongodb';
import type { BikeCard } from '#contract/bikes.ts';
import type { Id } from '#contract/ids.ts';
import type { Photo } from '#contract/photos.ts';
import { type BikeRow, type ListedRow, listFields, toCard } from './bikes.store.ts';

const batchSize = 1000;
/** Characters of a story shown in moderators' lists. */
const storyLength = 500;

/** Loads bikes by id, for features that refer to them. */
export class BikesById {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  /** The covers of the Active bikes among `ids`. */
  async covers(ids: Id[]): Promise<Map<Id, Photo | null>> {
    const covers = new Map<Id, Photo | null>();
    for (let i = 0; i < ids.length; i += batchSize) {
      const these = { _id: { $in: ids.slice(i, i + batchSize) }, status: 'Active' as const };
      for await (const row of this.#bikes.find(these, { projection: { cover: 1 } }))
        covers.set(row._id, row.cover ?? null);
    }
    return covers;
  }

  /** The bikes in any status, with the beginning of their stories, for moderators. */
  async ofAnyStatus(ids: Id[]): Promise<Map<Id, { card: BikeCard; story: string }>> {
    const rows = await this.#bikes
      .find({ _id: { $in: ids } })
      .project<ListedRow & { story: string }>({ ...listFields, story: 1 })
      .toArray();
    return new Map(
      rows.map(({ story, ...row }) => [row._id, { card: toCard(row), story: story.slice(0, storyLength) }]),
    );
  }

  /** The cards of the Active bikes among `ids`. */
  async cards(ids: Id[]): Promise<Map<Id, BikeCard>> {
    const rows = this.#bikes.find({ _id: { $in: ids }, status: 'Active' }).project<ListedRow>(listFields);
    return new Map((await rows.toArray()).map((row) => [row._id, toCard(row)]));
  }
}
