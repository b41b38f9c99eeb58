import type { Collection, Db, Filter, UpdateFilter } from 'mongodb';
import type { BikeNews } from '#api/features/bikes/bikes.news.ts';
import { statusUpdate } from '#api/features/bikes/bikes.status-history.ts';
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

  async has(bikeId: string, updateId: string): Promise<boolean> {
    const found = { _id: bikeId, 'history.id': updateId };
    return (await this.#bikes.findOne(found, { projection: { _id: 1 } })) !== null;
  }

  /** The titles of the updates of these bikes, by the id of the update. */
  async titlesOf(bikeIds: string[]): Promise<Map<string, string>> {
    const rows = await this.#bikes.find({ _id: { $in: bikeIds } }, { projection: { history: 1 } }).toArray();
    return new Map(rows.flatMap(({ history }) => history.map(({ id, title }) => [id, title] as const)));
  }

  /**
   * Writes the history and the parts of a bike. An edit of the version before stays possible. Like such an edit, the first
   * change of a flagged bike settles the flag.
   * @param others what follows from the rest, and its news
   * @param gone id of the update that is deleted
   * @param settles whether the change settles a flag, as one by the owner does
   * @returns false if the bike has changed since it was read
   */
  async write(
    bike: Bike,
    others: FoundFields & { news: BikeNews[] },
    at: Date,
    { gone, settles }: { gone?: string | undefined; settles: boolean },
  ): Promise<boolean> {
    const { id: _id, version, status, editVersion = version, history, components } = bike;
    const derived = { ...others, complete: completenessOf(bike), unlisted: true as const };
    const $set = { history, components, ...derived, editVersion, updatedAt: at };
    const $push = gone ? { goneUpdates: { $each: [gone], $slice: -maxGone } } : {};
    const asRead = { _id, version, status };
    const write = async (more: Filter<BikeRow>, set: object = {}, push: object = {}) => {
      const pushes = { ...$push, ...push };
      const update = {
        $set: { ...$set, ...set },
        $inc: { version: 1 },
        ...(Object.keys(pushes).length > 0 && { $push: pushes }),
      };
      return (await this.#bikes.updateOne({ ...asRead, ...more }, update as UpdateFilter<BikeRow>)).matchedCount === 1;
    };
    if (!settles) return write({});
    const isOpen = { 'flag.open': true, 'flag.fixed': { $ne: true } } as Filter<BikeRow>;
    const settled = { 'flag.open': false, 'flag.fixed': true, 'flag.mendedAt': at };
    const back = statusUpdate('Active', at);
    if (status === 'Flagged' && (await write(isOpen, { ...settled, ...back.$set }, back.$push))) return true;
    if (status === 'Draft' && (await write(isOpen, settled))) return true;
    return write({});
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
