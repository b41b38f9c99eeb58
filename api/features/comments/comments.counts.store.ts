import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
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

type FirstRow = Pick<CommentRow, '_id' | 'addedAt' | 'first'>;
type First = { id: string; at: Date };

const toFirst = ({ _id, addedAt }: FirstRow): First => ({ id: _id, at: addedAt });
const inOrder = (a: First, b: First) => a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1);

/** An author's first comment after these changes, as far as they and the one counted before tell it; else null. */
function firstAfter(before: First | null, changed: readonly Changed[]): First | null {
  if (!before) return changed.some(({ by }) => by < 0) ? null : (changed.toSorted(inOrder)[0] ?? null);
  const isKept = changed.every((one) => (one.by > 0 ? inOrder(before, one) < 0 : one.id !== before.id));
  return isKept ? before : null;
}

const keyOf = (bikeId: string, authorId: string) => `${bikeId}:${authorId}`;

/** Counts a bike's visible comments, and for its rank the first comment of each member but the owner. */
export class CommentCounts implements CountSource {
  readonly #db: Db;
  readonly #comments: Collection<CommentRow>;
  /** Reads the comment that counts as an author's first, by its key. */
  readonly #counted: Batcher<string, First | null>;
  readonly #finished: Batcher<Finishing, boolean>;

  constructor(db: Db) {
    this.#db = db;
    this.#comments = db.collection('comments');
    this.#counted = new Batcher(async (keys) => {
      const asked = { filter: { first: { $in: keys } }, fields: { addedAt: 1, first: 1 }, limit: keys.length };
      const rows = await readRows<CommentRow, FirstRow>(db, 'comments', asked);
      const byKey = new Map(rows.map((row) => [row.first, toFirst(row)]));
      return keys.map((key) => byKey.get(key) ?? null);
    });
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
    const byOthers = changed.filter(({ userId }) => userId !== bike.ownerId);
    const byAuthor = Map.groupBy(byOthers, ({ userId }) => userId);
    const each = await Promise.all([...byAuthor].map(([author, own]) => this.#firstsOf(bike.id, author, own)));
    return {
      by: changed.reduce((sum, { by }) => sum + by, 0),
      moments: each.flatMap(({ moments }) => moments),
      mark: {
        changes: toStored(changed),
        firsts: each.flatMap(({ firsts }) => firsts),
      },
    };
  }

  /**
   * Updates which comment of an author counts as the first one. It need not know changes that are still uncounted: they
   * update it again when they are counted.
   */
  async #firstsOf(bikeId: string, authorId: string, changed: readonly Changed[]): Promise<Firsts> {
    const key = keyOf(bikeId, authorId);
    const before = await this.#counted.do(key);
    const now = firstAfter(before, changed) ?? (await this.#firstVisible(bikeId, authorId));
    if (now?.id === before?.id) return { moments: [], firsts: [] };
    return {
      moments: [
        ...(before ? [{ at: before.at, by: -1 as const }] : []),
        ...(now ? [{ at: now.at, by: 1 as const }] : []),
      ],
      firsts: [...(before ? [{ id: before.id, key: null }] : []), ...(now ? [{ id: now.id, key }] : [])],
    };
  }

  async #firstVisible(bikeId: string, authorId: string): Promise<First | null> {
    const filter = { bikeId, 'author.id': authorId, status: 'Active' as const };
    const asked = { filter, fields: { addedAt: 1 }, sort: { addedAt: 1, _id: 1 } as const, limit: 1 };
    const [row] = await readRows<CommentRow, FirstRow>(this.#db, 'comments', asked);
    return row ? toFirst(row) : null;
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
