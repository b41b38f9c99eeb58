import type { Collection, Db } from 'mongodb';
import { BatchLoader } from '#api/platform/batch-loader.ts';
import { type DenormalizedAuthors, isCurrent } from '#api/platform/denormalized-authors.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';

type BlockRow = {
  _id: string;
  blockerId: string;
  blocked: Person;
  at: Date;
  /** Until the marks of the two on each other's bikes are taken away. */
  open?: true;
};
/** Who has blocked whom. */
export type Block = { id: string; blockerId: string; blockedId: string };

const idOf = (blockerId: string, blockedId: string) => `${blockerId}:${blockedId}`;
const toBlock = ({ _id, blockerId, blocked }: BlockRow): Block => ({ id: _id, blockerId, blockedId: blocked.id });
const batchSize = 100;

/** Who has blocked whom. It is where it shows the blocked that their names follow. */
export class BlockStore implements DenormalizedAuthors {
  readonly #rows: Collection<BlockRow>;
  readonly #blockers: BatchLoader<Pick<BlockRow, '_id' | 'blockerId'>>;

  constructor(db: Db) {
    this.#rows = db.collection('blocks');
    this.#blockers = new BatchLoader(db, 'blocks', { blockerId: 1 });
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndexes([
      { key: { blockerId: 1, at: -1, _id: -1 } },
      { key: { 'blocked.id': 1, _id: 1 } },
      { key: { open: 1 }, sparse: true },
    ]);
  }

  /** Those of two members who have blocked the other. */
  async among(one: string, other: string): Promise<string[]> {
    const ids = [idOf(one, other), idOf(other, one)];
    const rows = await Promise.all(ids.map((id) => this.#blockers.find(id)));
    return rows.flatMap((row) => row?.blockerId ?? []);
  }

  /** Those of these pairs whose owner has blocked the member, as `ownerId:memberId`. */
  async amongPairs(pairs: readonly { ownerId: string; memberId: string }[]): Promise<Set<string>> {
    const ids = [...new Set(pairs.map(({ ownerId, memberId }) => idOf(ownerId, memberId)))];
    const found = new Set<string>();
    for (let i = 0; i < ids.length; i += batchSize) {
      const some = { _id: { $in: ids.slice(i, i + batchSize) } };
      for (const { _id } of await this.#rows.find(some, { projection: { _id: 1 } }).toArray()) found.add(_id);
    }
    return found;
  }

  /** The ids of all whom a member has blocked. */
  async idsOf(blockerId: string): Promise<string[]> {
    const rows = await this.#rows.find({ blockerId }, { projection: { 'blocked.id': 1 } }).toArray();
    return rows.map(({ blocked }) => blocked.id);
  }

  /** A page of those whom a member has blocked, the last first. */
  async of(blockerId: string, limit: number, cursor?: string): Promise<Page<Person>> {
    const rows = await this.#rows
      .find({ blockerId, ...after<BlockRow>('at', cursor, (at) => new Date(at)) })
      .sort({ at: -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    return page(
      rows,
      limit,
      ({ blocked }) => blocked,
      (row) => ({ at: row.at.getTime(), id: row._id }),
    );
  }

  /** How many members somebody has blocked, at most so many. */
  count(blockerId: string, most: number): Promise<number> {
    return this.#rows.countDocuments({ blockerId }, { limit: most });
  }

  async has(blockerId: string, blockedId: string): Promise<boolean> {
    return (await this.#rows.countDocuments({ _id: idOf(blockerId, blockedId) })) > 0;
  }

  /** Notes that somebody blocks another one; once is enough. */
  async add(blockerId: string, blocked: Person, at: Date): Promise<void> {
    try {
      await this.#rows.insertOne({ _id: idOf(blockerId, blocked.id), blockerId, blocked, at, open: true });
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  async remove(blockerId: string, blockedId: string): Promise<void> {
    await this.#rows.deleteOne({ _id: idOf(blockerId, blockedId) });
  }

  /** Some blocks whose marks are still there. */
  async open(): Promise<Block[]> {
    return (await this.#rows.find({ open: true }).limit(batchSize).toArray()).map(toBlock);
  }

  async close(id: string): Promise<void> {
    await this.#rows.updateOne({ _id: id }, { $unset: { open: '' } });
  }

  async follow(person: Person, cursor?: string): Promise<{ old: number; next: string | null }> {
    const rows = await this.#rows
      .find({ 'blocked.id': person.id, ...(cursor && { _id: { $gt: cursor } }) })
      .sort({ _id: 1 })
      .limit(batchSize)
      .toArray();
    const old = rows.filter(({ blocked }) => !isCurrent(blocked, person)).map(({ _id }) => _id);
    if (old.length > 0) await this.#rows.updateMany({ _id: { $in: old } }, { $set: { blocked: person } });
    return { old: old.length, next: rows.length === batchSize ? (rows.at(-1)?._id ?? null) : null };
  }

  /** Everybody whom a member has blocked, the last first. */
  async *allOf(blockerId: string): AsyncIterable<Person & { blockedAt: string }> {
    const rows = this.#rows.find({ blockerId }).sort({ at: -1, _id: -1 });
    for await (const { blocked, at } of rows) yield { ...blocked, blockedAt: at.toISOString() };
  }

  /** Erases whom a member has blocked, and who has blocked them. */
  async eraseOf(id: string): Promise<void> {
    await this.#rows.deleteMany({ blockerId: id });
    await this.#rows.deleteMany({ 'blocked.id': id });
  }
}
