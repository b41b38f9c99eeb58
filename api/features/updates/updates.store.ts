import type { Collection, Db } from 'mongodb';
import type { BikeNews } from '#api/features/bikes/bikes.news.ts';
import type { BikeRow, FoundFields } from '#api/features/bikes/bikes.store.ts';
import { completenessOf } from '#contract/bike-completeness.ts';
import type { Bike } from '#contract/bike-whole.ts';

/** Deleted updates that a bike remembers. A device that was away for longer may bring one back. */
const maxGone = 100;

/** Stores updates in their bikes, so that the history and the parts list change in one write. */
export class UpdateStore {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  /**
   * Writes the history and the parts of a bike. An edit of the version before stays possible.
   * @param others what follows from the rest, and its news
   * @param gone id of the update that is deleted
   * @returns false if the bike has changed since it was read
   */
  async write(bike: Bike, others: FoundFields & { news: BikeNews[] }, at: Date, gone?: string): Promise<boolean> {
    const { id: _id, version, editVersion = version, history, components } = bike;
    const derived = { ...others, complete: completenessOf(bike), unlisted: true as const };
    const { matchedCount } = await this.#bikes.updateOne(
      { _id, version, status: bike.status },
      {
        $set: { history, components, ...derived, editVersion, updatedAt: at },
        $inc: { version: 1 },
        ...(gone && { $push: { goneUpdates: { $each: [gone], $slice: -maxGone } } }),
      },
    );
    return matchedCount === 1;
  }

  /** Stores the photos that are compared. Returns false if the bike has changed since it was read. */
  async compare({ id: _id, version, editVersion = version }: Bike, beforeAfter: Bike['beforeAfter']): Promise<boolean> {
    const { matchedCount } = await this.#bikes.updateOne(
      { _id, version },
      {
        ...(beforeAfter
          ? { $set: { beforeAfter, editVersion } }
          : { $set: { editVersion }, $unset: { beforeAfter: '' } }),
        $inc: { version: 1 },
      },
    );
    return matchedCount === 1;
  }
}
