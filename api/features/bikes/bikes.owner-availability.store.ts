import type { AnyBulkWriteOperation, Collection, Db, Filter } from 'mongodb';
import type { AuthorState } from '#api/platform/denormalized-authors.ts';
import { after, page } from '#api/platform/paging.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import { statusUpdate } from './bikes.status-history.ts';
import type { BikeRow } from './bikes.store.ts';

const batchSize = 200;

/** Statuses that change with the owner's absence; a bike removed by a moderator stays removed. */
const leaving: readonly BikeStatus[] = ['Active', 'Draft', 'Flagged'];

type Row = Pick<BikeRow, '_id' | 'status' | 'publishedAt' | 'followed'>;
/** A bike whose status does not match its owner's availability yet, or whose event was not emitted. */
export type OldBike = Row;

const none = { turn: -1, from: null, told: true };

function isOld({ status, followed = none }: Row, { gone, generation }: AuthorState): boolean {
  if (followed.turn > generation) return false;
  return followed.turn < generation || !followed.told || (gone !== null && leaving.includes(status));
}

/** The status of a bike after its owner left or returned. */
function nextOf(
  { status, followed = none }: Row,
  { gone, generation }: AuthorState,
): Required<Pick<Row, 'status' | 'followed'>> {
  if (gone && leaving.includes(status))
    return { status: gone, followed: { turn: generation, from: status, told: false } };
  if (!gone && followed.from) return { status: followed.from, followed: { turn: generation, from: null, told: false } };
  return { status, followed: { ...followed, turn: generation } };
}

/** Stores which bikes are hidden because their owner is away, and the status to restore. */
export class OwnerAvailabilityStore {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  /** Reads a batch of a member's bikes. Returns those that have to follow, and the next cursor. */
  async batch(ownerId: string, state: AuthorState, cursor?: string): Promise<{ old: OldBike[]; next: string | null }> {
    const rows = await this.#bikes
      .find(
        { 'owner.id': ownerId, ...after<BikeRow>('publishedAt', cursor, (at) => new Date(at)) },
        { projection: { status: 1, publishedAt: 1, followed: 1 } },
      )
      .sort({ publishedAt: -1, _id: -1 })
      .limit(batchSize + 1)
      .toArray();
    const { items, next } = page(
      rows,
      batchSize,
      (row) => row,
      (row) => ({ at: row.publishedAt.getTime(), id: row._id }),
    );
    return { old: items.filter((row) => isOld(row, state)), next };
  }

  /**
   * Hides or restores bikes, unless they changed since they were read. Each bike stores the generation (which departure or
   * return) that it followed, so that a late call with an older generation changes nothing.
   */
  async update(bikes: OldBike[], state: AuthorState): Promise<void> {
    const writes = bikes.map((bike): AnyBulkWriteOperation<BikeRow> => {
      const { _id, status, followed } = bike;
      const asRead = { _id, status, 'followed.turn': followed?.turn ?? { $exists: false } } as Filter<BikeRow>;
      const next = nextOf(bike, state);
      const { $set, $push } = statusUpdate(next.status, state.since);
      const update = next.status === status ? { $set: next } : { $set: { ...next, ...$set }, $push };
      return { updateOne: { filter: asRead, update } };
    });
    await this.#bikes.bulkWrite(writes, { ordered: false });
  }

  /** Ids of the bikes that have this generation's status and whose event was not emitted yet. */
  async unannounced(ids: string[], { generation }: AuthorState): Promise<string[]> {
    const moved = { _id: { $in: ids }, 'followed.turn': generation, 'followed.told': false };
    return (await this.#bikes.find(moved, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  }

  /** Records that the events were emitted. */
  async noteAnnounced(ids: string[], { generation }: AuthorState): Promise<void> {
    await this.#bikes.updateMany(
      { _id: { $in: ids }, 'followed.turn': generation },
      { $set: { 'followed.told': true } },
    );
  }
}
