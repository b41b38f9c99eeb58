import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import type { FlagState } from '#contract/flag-queue.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import type { Page } from '#contract/paging.ts';
import { minWeightToHold } from './flags.rules.ts';

/** Everything that was flagged about one thing, until a moderator has looked at it. */
export type CaseRow = {
  /** The thing in one word. */
  _id: string;
  type: FlagTarget;
  targetId: string;
  /** The bike, or the one on which the comment stands. */
  bikeId: string | null;
  /** Whose thing it is. */
  ownerId: string;
  /** What it said when it was first flagged, where its author could take that back. */
  words?: string;
  state: 'open' | 'decided';
  /** When the last of it happened. */
  at: Date;
  /** When members' flags hid it; null where they did not, or a moderator found them wrong. */
  hiddenAt: Date | null;
  /** What the flags weighed that hid it; missing where that was before this was noted. */
  weight?: number;
};
export type FlaggedThing = Pick<CaseRow, 'type' | 'targetId' | 'bikeId' | 'ownerId' | 'words'> & { target: string };

/** What moderators have to look at. */
export class CaseStore {
  readonly #cases: Collection<CaseRow>;

  constructor(db: Db) {
    this.#cases = db.collection('flagCases');
  }

  async createIndexes(): Promise<void> {
    await this.#cases.createIndexes([
      { key: { state: 1, at: -1, _id: -1 } },
      { key: { ownerId: 1, hiddenAt: -1 } },
      { key: { bikeId: 1 } },
    ]);
  }

  /** Notes that a thing was flagged: whoever decided about it before looks again. */
  async open({ target, ...thing }: FlaggedThing, at: Date): Promise<void> {
    const opened = { $set: { state: 'open' }, $max: { at }, $setOnInsert: { ...thing, hiddenAt: null } } as const;
    const write = () => this.#cases.updateOne({ _id: target }, opened, { upsert: true });
    await write().catch((error: unknown) => {
      // Somebody else has just begun the same.
      if (!isDuplicate(error)) throw error;
      return write();
    });
  }

  /** Notes that members' flags hid a thing. */
  async noteHidden(target: string, weight: number, at: Date): Promise<void> {
    await this.#cases.updateOne({ _id: target }, { $set: { hiddenAt: at, weight } });
  }

  /** Notes what a moderator has decided, or that somebody has to look again. @returns whose thing it is; null where it was never flagged */
  async decide(target: string, decided: FlagState, at: Date): Promise<string | null> {
    const state = decided === 'open' ? 'open' : 'decided';
    const change = { $set: { state, at, ...(decided === 'rejected' && { hiddenAt: null }) } } as const;
    return (await this.#cases.findOneAndUpdate({ _id: target }, change))?.ownerId ?? null;
  }

  /** The newest first. */
  async list(state: CaseRow['state'], limit: number, cursor?: string): Promise<Page<CaseRow>> {
    const rows = await this.#cases
      .find({ state, ...after<CaseRow>('at', cursor, (at) => new Date(at)) })
      .sort({ at: -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    return page(
      rows,
      limit,
      (row) => row,
      (row) => ({ at: row.at.getTime(), id: row._id }),
    );
  }

  /**
   * How many things of a member were hidden by enough weight, or rightly by what a moderator says, since a time or at all,
   * and how many of these no moderator has looked at.
   */
  async hiddenOf(ownerId: string, since = new Date(0)): Promise<{ all: number; open: number }> {
    const hidden = { ownerId, hiddenAt: { $gt: since } };
    const rows = await this.#cases.find(hidden, { projection: { state: 1, weight: 1 } }).toArray();
    const open = rows.filter(({ state, weight = 0 }) => state === 'open' && weight >= minWeightToHold);
    const decided = rows.filter(({ state }) => state === 'decided');
    return { all: open.length + decided.length, open: open.length };
  }

  /** What was flagged of a member's, each in one word. */
  async targetsOf(ownerId: string): Promise<string[]> {
    return (await this.#cases.find({ ownerId }, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  }

  /** Erases what there was about a member's things, which go themselves. */
  async eraseOf(ownerId: string): Promise<void> {
    await this.#cases.deleteMany({ ownerId });
  }

  async eraseOn(bikeId: string): Promise<void> {
    await this.#cases.deleteMany({ bikeId });
  }
}
