import type { AnyBulkWriteOperation, Collection, Db, Filter, Sort } from 'mongodb';
import {
  type Batch,
  bikesWithChanges,
  type Changed,
  type CountedChanges,
  type CountSource,
  toStored,
  waitingChanges,
} from '#api/features/bikes/bikes.count-changes.store.ts';
import { Batcher } from '#api/platform/batcher.ts';
import { quietly, readRows } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import { type CommentRow, changedOf } from './comments.store.ts';

const pageSize = 1000;

type CommentedBike = { id: string; ownerId: string };
type Finishing = { writes: AnyBulkWriteOperation<CommentRow>[]; matches: number };
type Firsts = Pick<Batch, 'moments'> & Pick<CountedChanges, 'firsts'>;

const keyOf = (bikeId: string, authorId: string) => `${bikeId}:${authorId}`;

/** Counts a bike's visible comments, and for its rank the first comment of each member but the owner. */
export class CommentCounts implements CountSource {
  readonly #db: Db;
  readonly #comments: Collection<CommentRow>;
  readonly #finished: Batcher<Finishing, boolean>;

  constructor(db: Db) {
    this.#db = db;
    this.#comments = db.collection('comments');
    this.#finished = new Batcher(async (all) => {
      // No list shows what this changes.
      const { matchedCount } = await this.#comments.bulkWrite(
        all.flatMap(({ writes }) => writes),
        quietly,
      );
      const expected = all.reduce((sum, { matches }) => sum + matches, 0);
      return all.map(() => matchedCount === expected);
    });
  }

  async createIndexes(): Promise<void> {
    await this.#comments.createIndexes([
      { key: { 'change.bikeId': 1 }, sparse: true },
      { key: { first: 1 }, sparse: true },
      { key: { bikeId: 1, 'author.id': 1, status: 1, addedAt: 1, _id: 1 } },
    ]);
  }

  async open(bikeId: string, limit: number): Promise<Changed[]> {
    const asked = { filter: { 'change.bikeId': bikeId }, fields: { author: 1, addedAt: 1, change: 1 }, limit };
    const rows = await readRows<CommentRow, Pick<CommentRow, '_id' | 'author' | 'addedAt' | 'change'>>(
      this.#db,
      'comments',
      asked,
    );
    return rows.flatMap((row) => changedOf(row) ?? []);
  }

  async batchOf(bike: CommentedBike, changed: Changed[]): Promise<Batch> {
    const authors = [...new Set(changed.map(({ userId }) => userId))].filter((id) => id !== bike.ownerId);
    const each = await Promise.all(authors.map((author) => this.#firstsOf(bike.id, author)));
    return {
      by: changed.reduce((sum, { by }) => sum + by, 0),
      moments: each.flatMap(({ moments }) => moments),
      mark: {
        changes: toStored(changed),
        firsts: each.flatMap(({ firsts }) => firsts),
      },
    };
  }

  /** Updates which comment of an author counts as the first one. */
  async #firstsOf(bikeId: string, authorId: string): Promise<Firsts> {
    const key = keyOf(bikeId, authorId);
    const [now] = await this.#first({ bikeId, 'author.id': authorId, status: 'Active' }, { addedAt: 1, _id: 1 });
    if (now?.first) return { moments: [], firsts: [] };
    const [before] = await this.#first({ first: key });
    return {
      moments: [
        ...(before ? [{ at: before.addedAt, by: -1 as const }] : []),
        ...(now ? [{ at: now.addedAt, by: 1 as const }] : []),
      ],
      firsts: [...(before ? [{ id: before._id, key: null }] : []), ...(now ? [{ id: now._id, key }] : [])],
    };
  }

  #first(filter: Filter<CommentRow>, sort?: Sort): Promise<Pick<CommentRow, '_id' | 'addedAt' | 'first'>[]> {
    const asked = { filter, fields: { addedAt: 1, first: 1 }, ...(sort && { sort }), limit: 1 };
    return readRows<CommentRow, Pick<CommentRow, '_id' | 'addedAt' | 'first'>>(this.#db, 'comments', asked);
  }

  async finish({ changes, firsts }: CountedChanges, seq: number): Promise<boolean> {
    const done: AnyBulkWriteOperation<CommentRow> = {
      updateMany: {
        filter: { _id: { $in: changes.map(({ id }) => id) }, 'change.op': { $in: changes.map(({ op }) => op) } },
        update: { $unset: { change: '' } },
      },
    };
    const cleared = firsts.map(
      ({ id, key }): AnyBulkWriteOperation<CommentRow> => ({
        updateOne: {
          filter: { _id: id, firstSeq: { $not: { $gte: seq } } },
          update: key ? { $set: { first: key, firstSeq: seq } } : { $set: { firstSeq: seq }, $unset: { first: '' } },
        },
      }),
    );
    const writes = [...cleared, ...(changes.length > 0 ? [done] : [])];
    return writes.length === 0 || this.#finished.do({ writes, matches: changes.length + firsts.length });
  }

  async present(ids: string[]): Promise<Set<string>> {
    const rows = await this.#comments
      .find({ _id: { $in: ids }, status: 'Active' }, { projection: { _id: 1 } })
      .toArray();
    return new Set(rows.map(({ _id }) => _id));
  }

  async whole({ id, ownerId }: CommentedBike): Promise<Batch> {
    const firsts = new Map<string, { id: string; at: Date }>();
    let by = 0;
    let cursor: string | null = '';
    while (cursor !== null) {
      const rows: CommentRow[] = await this.#comments
        .find({ bikeId: id, status: 'Active', ...after<CommentRow>('addedAt', cursor, (at) => new Date(at)) })
        .sort({ addedAt: -1, _id: -1 })
        .limit(pageSize + 1)
        .toArray();
      const { items, next } = page(
        rows,
        pageSize,
        (row) => row,
        (row) => ({ at: row.addedAt.getTime(), id: row._id }),
      );
      by += items.length;
      // Newest first, so the last one met of an author is the first one written.
      for (const row of items) firsts.set(row.author.id, { id: row._id, at: row.addedAt });
      cursor = next;
    }
    firsts.delete(ownerId);
    return {
      by,
      moments: [...firsts.values()].map(({ at }) => ({ at, by: 1 })),
      mark: { changes: [], firsts: [...firsts].map(([author, first]) => ({ id: first.id, key: keyOf(id, author) })) },
    };
  }

  openBikes(after: string): Promise<string[]> {
    return bikesWithChanges(this.#comments, after);
  }

  waiting(): Promise<number> {
    return waitingChanges(this.#comments);
  }

  async drop(bikeId: string): Promise<void> {
    await this.#comments.updateMany({ 'change.bikeId': bikeId }, { $unset: { change: '' } });
  }
}
