import type { Collection, Db } from 'mongodb';
import { BatchLoader } from '#api/platform/batch-loader.ts';
import { type DenormalizedAuthors, isCurrent } from '#api/platform/denormalized-authors.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import { byId } from '#api/platform/placement.ts';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';

type BlockRow = {
  _id: string;
  blockerId: string;
  blocked: Person;
  at: Date;
  /** Set until the likes and favorites on each other's bikes are removed. */
  open?: true;
};
export type Block = { id: string; blockerId: string; blockedId: string };

const idOf = (blockerId: string, blockedId: string) => `${blockerId}:${blockedId}`;
const toBlock = ({ _id, blockerId, blocked }: BlockRow): Block => ({ id: _id, blockerId, blockedId: blocked.id });
const batchSize = 100;

/** Stores which member has blocked whom, with denormalized names of the blocked. */
export class BlockStore implements DenormalizedAuthors {
  readonly placement = { blocks: byId };
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

  /** The ids of those of the two members who have blocked the other. */
  async blockersBetween(one: string, other: string): Promise<string[]> {
    const ids = [idOf(one, other), idOf(other, one)];
    const rows = await Promise.all(ids.map((id) => this.#blockers.find(id)));
    return rows.flatMap((row) => row?.blockerId ?? []);
  }

  /** The pairs whose owner has blocked the member, as `ownerId:memberId`. */
  async blockedPairs(pairs: readonly { ownerId: string; memberId: string }[]): Promise<Set<string>> {
    const ids = [...new Set(pairs.map(({ ownerId, memberId }) => idOf(ownerId, memberId)))];
    const found = new Set<string>();
    for (let i = 0; i < ids.length; i += batchSize) {
      const some = { _id: { $in: ids.slice(i, i + batchSize) } };
      for (const { _id } of await this.#rows.find(some, { projection: { _id: 1 } }).toArray()) found.add(_id);
    }
    return found;
  }

  /** Filters the members whom the member has blocked, or who have blocked the member. */
  async blockedAround(memberId: string, otherIds: readonly string[]): Promise<Set<string>> {
    const pairs = otherIds.flatMap((id) => [
      { ownerId: memberId, memberId: id },
      { ownerId: id, memberId },
    ]);
    const blocked = await this.blockedPairs(pairs);
    return new Set(otherIds.filter((id) => blocked.has(idOf(memberId, id)) || blocked.has(idOf(id, memberId))));
  }

  /** Ids of all members that a member has blocked. */
  async idsOf(blockerId: string): Promise<string[]> {
    const rows = await this.#rows.find({ blockerId }, { projection: { 'blocked.id': 1 } }).toArray();
    return rows.map(({ blocked }) => blocked.id);
  }

  /** A page of blocked members, latest first. */
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

  /** Counts a member's blocks, up to `limit`. */
  count(blockerId: string, limit: number): Promise<number> {
    return this.#rows.countDocuments({ blockerId }, { limit });
  }

  async has(blockerId: string, blockedId: string): Promise<boolean> {
    return (await this.#rows.countDocuments({ _id: idOf(blockerId, blockedId) })) > 0;
  }

  /** Stores a block. Idempotent. */
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

  /** Some blocks whose likes and favorites are not removed yet. */
  async open(): Promise<Block[]> {
    return (await this.#rows.find({ open: true }).limit(batchSize).toArray()).map(toBlock);
  }

  async close(id: string): Promise<void> {
    await this.#rows.updateOne({ _id: id }, { $unset: { open: '' } });
  }

  async update(person: Person, cursor?: string): Promise<{ old: number; next: string | null }> {
    const rows = await this.#rows
      .find({ 'blocked.id': person.id, ...(cursor && { _id: { $gt: cursor } }) })
      .sort({ _id: 1 })
      .limit(batchSize)
      .toArray();
    const old = rows.filter(({ blocked }) => !isCurrent(blocked, person)).map(({ _id }) => _id);
    if (old.length > 0) await this.#rows.updateMany({ _id: { $in: old } }, { $set: { blocked: person } });
    return { old: old.length, next: rows.length === batchSize ? (rows.at(-1)?._id ?? null) : null };
  }

  /** All members that a member has blocked, latest first. */
  async *allOf(blockerId: string): AsyncIterable<Person & { blockedAt: string }> {
    const rows = this.#rows.find({ blockerId }).sort({ at: -1, _id: -1 });
    for await (const { blocked, at } of rows) yield { ...blocked, blockedAt: at.toISOString() };
  }

  /** Erases all blocks by and of a member. */
  async eraseOf(id: string): Promise<void> {
    await this.#rows.deleteMany({ blockerId: id });
    await this.#rows.deleteMany({ 'blocked.id': id });
  }
}
