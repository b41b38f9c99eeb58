import type { AnyBulkWriteOperation, Collection, Db, Filter } from 'mongodb';
import type { AuthorState } from '#api/platform/denormalized-authors.ts';
import { after, page } from '#api/platform/paging.ts';
import type { BikeStatus } from '#contract/bike-options.ts';
import { becomes } from './bikes.statuses.ts';
import type { BikeRow } from './bikes.store.ts';

const batchSize = 200;

/** What goes away with its owner; what a moderator has removed stays so. */
const leaving: readonly BikeStatus[] = ['Active', 'Draft', 'Flagged'];

type Row = Pick<BikeRow, '_id' | 'status' | 'publishedAt' | 'followed'>;
/** A bike that has not followed yet, or of which nobody was told. */
export type OldBike = Row;

const none = { turn: -1, from: null, told: true };

function isOld({ status, followed = none }: Row, { gone, turn }: AuthorState): boolean {
  if (followed.turn > turn) return false;
  return followed.turn < turn || !followed.told || (gone !== null && leaving.includes(status));
}

/** What becomes of a bike whose owner goes or comes back. */
function nextOf(
  { status, followed = none }: Row,
  { gone, turn }: AuthorState,
): Required<Pick<Row, 'status' | 'followed'>> {
  if (gone && leaving.includes(status)) return { status: gone, followed: { turn, from: status, told: false } };
  if (!gone && followed.from) return { status: followed.from, followed: { turn, from: null, told: false } };
  return { status, followed: { ...followed, turn } };
}

/** Which bikes are away because their owner is, and what they come back as. */
export class BikeStandingStore {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  /** A batch of a member's bikes: those that have to follow, and where the next one begins. */
  async batch(
    ownerId: string,
    standing: AuthorState,
    cursor?: string,
  ): Promise<{ old: OldBike[]; next: string | null }> {
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
    return { old: items.filter((row) => isOld(row, standing)), next };
  }

  /**
   * Takes bikes away, or brings them back, unless they changed since they were read. Every bike notes that it followed,
   * so that whoever is late with an older turn changes nothing.
   */
  async follow(bikes: OldBike[], standing: AuthorState): Promise<void> {
    const writes = bikes.map((bike): AnyBulkWriteOperation<BikeRow> => {
      const { _id, status, followed } = bike;
      const asRead = { _id, status, 'followed.turn': followed?.turn ?? { $exists: false } } as Filter<BikeRow>;
      const next = nextOf(bike, standing);
      const { $set, $push } = becomes(next.status, standing.since);
      const update = next.status === status ? { $set: next } : { $set: { ...next, ...$set }, $push };
      return { updateOne: { filter: asRead, update } };
    });
    await this.#bikes.bulkWrite(writes, { ordered: false });
  }

  /** Those of these bikes that went or came with this turn, of which nobody was told. */
  async untold(ids: string[], { turn }: AuthorState): Promise<string[]> {
    const moved = { _id: { $in: ids }, 'followed.turn': turn, 'followed.told': false };
    return (await this.#bikes.find(moved, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  }

  /** Notes that everybody was told. */
  async noteTold(ids: string[], { turn }: AuthorState): Promise<void> {
    await this.#bikes.updateMany({ _id: { $in: ids }, 'followed.turn': turn }, { $set: { 'followed.told': true } });
  }
}
