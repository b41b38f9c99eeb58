import type { Collection, Db, Filter } from 'mongodb';
import { after, page } from '#api/platform/paging.ts';
import { small } from '#api/platform/placement.ts';
import type { Act } from '#contract/moderation.ts';
import type { Page } from '#contract/paging.ts';

type ActRow = Omit<Act, 'id' | 'at' | 'until'> & { _id: string; at: Date; until: Date | null };
export type NewAct = Omit<ActRow, 'done'>;

const toAct = ({ _id, at, until, ...row }: ActRow): Act => ({
  id: _id,
  ...row,
  at: at.toISOString(),
  until: until?.toISOString() ?? null,
});

/** Most acts read at once. */
const maxShown = 200;

/** Audit log of moderation. Entries outlive the accounts they concern. */
export class ActStore {
  readonly placement = { acts: small };
  readonly #acts: Collection<ActRow>;

  constructor(db: Db) {
    this.#acts = db.collection<ActRow>('acts');
  }

  async createIndexes(): Promise<void> {
    await this.#acts.createIndex({ at: -1, _id: -1 });
    await this.#acts.createIndex({ 'member.id': 1, at: -1, _id: -1 });
    await this.#acts.createIndex({ 'bike.id': 1, at: -1 }, { sparse: true });
  }

  /** Records an act before it is carried out. */
  async begin(act: NewAct): Promise<void> {
    await this.#acts.insertOne({ ...act, done: false });
  }

  async finish(id: string): Promise<Act> {
    const row = await this.#acts.findOneAndUpdate({ _id: id }, { $set: { done: true } }, { returnDocument: 'after' });
    if (!row) throw new Error(`The act ${id} was never begun.`);
    return toAct(row);
  }

  /** Deletes an act that was refused. */
  async forget(id: string): Promise<void> {
    await this.#acts.deleteOne({ _id: id, done: false });
  }

  /** Acts on these bikes, and on these members and their other items, newest first. */
  async about({ bikeIds, memberIds }: { bikeIds: string[]; memberIds: string[] }): Promise<Act[]> {
    const newestOf = async (found: Filter<ActRow>) =>
      this.#acts.find(found).sort({ at: -1, _id: -1 }).limit(maxShown).toArray();
    const both = await Promise.all([
      bikeIds.length > 0 ? newestOf({ 'bike.id': { $in: bikeIds } }) : [],
      memberIds.length > 0 ? newestOf({ 'member.id': { $in: memberIds }, bike: { $exists: false } }) : [],
    ]);
    return both.flat().map(toAct);
  }

  /** All acts, oldest first, read as they are needed. */
  async *all(): AsyncIterable<Act> {
    for await (const row of this.#acts.find().sort({ at: 1, _id: 1 })) yield toAct(row);
  }

  /** A page of acts about one member or all, newest first. */
  async list(memberId: string | undefined, limit: number, cursor?: string): Promise<Page<Act>> {
    const rows = await this.#acts
      .find({ ...(memberId && { 'member.id': memberId }), ...after<ActRow>('at', cursor, (at) => new Date(at)) })
      .sort({ at: -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    return page(rows, limit, toAct, (row) => ({ at: row.at.getTime(), id: row._id }));
  }
}
