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

/** Acts that replace one another. */
const actGroups: readonly Act['what'][][] = [
  ['suspend', 'ban', 'restore'],
  ['operator.add', 'operator.remove', 'moderator.add', 'moderator.remove'],
  ['application.accept', 'application.refuse'],
  ['bike.flag', 'bike.remove', 'bike.restore'],
  ['comment.flag', 'comment.remove', 'comment.restore'],
  ['update.remove'],
  ['message.remove', 'message.restore'],
  ['list.remove', 'list.restore'],
  ['flags.uphold', 'flags.reject', 'flags.reopen'],
  ['maker.merge', 'maker.rename', 'maker.reset'],
];

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
    await this.#acts.createIndex({ 'update.id': 1 }, { sparse: true });
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

  /** The last act on an item, or on a member's account, if it is finished and equals this one. */
  async held(
    memberId: string,
    { what, reason, until, bike, comment, message, list, update, maker }: Omit<NewAct, '_id' | 'at' | 'by' | 'member'>,
  ): Promise<Act | null> {
    // Roles, flags and statuses of one item are decided independently of each other.
    const [group] = actGroups.filter((one) => one.includes(what));
    const same = {
      'member.id': memberId,
      'bike.id': bike?.id ?? { $exists: false },
      'comment.id': comment?.id ?? { $exists: false },
      'message.id': message?.id ?? { $exists: false },
      'list.id': list?.id ?? { $exists: false },
      'update.id': update?.id ?? { $exists: false },
      'maker.key': maker?.key ?? { $exists: false },
      what: { $in: [...(group ?? [])] },
    };
    const [row] = await this.#acts.find(same).sort({ at: -1, _id: -1 }).limit(1).toArray();
    const isHeld = row?.done && row.what === what && row.reason === reason && row.until?.getTime() === until?.getTime();
    return isHeld ? toAct(row) : null;
  }

  /** The removals of these updates, the latest first. */
  async removalsOf(updateIds: string[]): Promise<Act[]> {
    const rows = await this.#acts.find({ 'update.id': { $in: updateIds } }).toArray();
    return rows.toSorted((a, b) => b.at.getTime() - a.at.getTime()).map(toAct);
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
