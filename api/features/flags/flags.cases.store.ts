import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import { small } from '#api/platform/placement.ts';
import { maxQueueLength } from '#api/platform/telemetry/gauge.ts';
import type { FlagState } from '#contract/flag-queue.ts';
import type { FlagTarget } from '#contract/flag-targets.ts';
import type { Page } from '#contract/paging.ts';
import { minWeightToHold } from './flags.rules.ts';

/** A case: a flagged item and the state of its review. */
export type CaseRow = {
  /** The target as `type:id`. */
  _id: string;
  type: FlagTarget;
  targetId: string;
  /** The bike itself, or the one that the comment is on. */
  bikeId: string | null;
  /** The owner of the flagged item. */
  ownerId: string;
  /** The text when it was last flagged, if its author could take it back. */
  words?: string;
  state: 'open' | 'decided';
  /** Time of the last event. */
  at: Date;
  /** When members' flags hid it; null if they did not, or a moderator rejected them. */
  hiddenAt: Date | null;
  /** Weight of the flags that hid it; missing in older rows. */
  weight?: number;
};
export type FlaggedThing = Pick<CaseRow, 'type' | 'targetId' | 'bikeId' | 'ownerId' | 'words'> & { target: string };

/** Stores the cases for moderators to review. */
export class CaseStore {
  readonly placement = { flagCases: small };
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

  /** Opens a case for a flagged item, or reopens it after a decision. */
  async open({ target, words, ...thing }: FlaggedThing, at: Date): Promise<void> {
    const opened = {
      $set: { state: 'open', ...(words !== undefined && { words }) },
      $max: { at },
      $setOnInsert: { ...thing, hiddenAt: null },
    } as const;
    const write = () => this.#cases.updateOne({ _id: target }, opened, { upsert: true });
    await write().catch((error: unknown) => {
      // Another process has just inserted the same case.
      if (!isDuplicate(error)) throw error;
      return write();
    });
  }

  /** Records that members' flags hid an item, unless a moderator has just decided. */
  async noteHidden(target: string, weight: number, at: Date): Promise<void> {
    await this.#cases.updateOne({ _id: target, state: 'open' }, { $set: { hiddenAt: at, weight } });
  }

  /** Records a moderator's decision, or reopens the case. Returns the item's owner; null if it was never flagged. */
  async decide(target: string, decided: FlagState, at: Date): Promise<string | null> {
    const state = decided === 'open' ? 'open' : 'decided';
    const change = { $set: { state, at, ...(decided === 'rejected' && { hiddenAt: null }) } } as const;
    return (await this.#cases.findOneAndUpdate({ _id: target }, change))?.ownerId ?? null;
  }

  /** The owner of a flagged item; null if it was never flagged. */
  async ownerOf(target: string): Promise<string | null> {
    return (await this.#cases.findOne({ _id: target }, { projection: { ownerId: 1 } }))?.ownerId ?? null;
  }

  /** Number of cases that wait for a moderator. */
  openCount(): Promise<number> {
    return this.#cases.countDocuments({ state: 'open' }, { limit: maxQueueLength });
  }

  /** A page of cases, newest first. */
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
   * Number of a member's items that were hidden since a time, by flags of enough weight or confirmed by a moderator,
   * and how many of these are not reviewed.
   */
  async hiddenOf(ownerId: string, since = new Date(0)): Promise<{ all: number; open: number }> {
    const hidden = { ownerId, hiddenAt: { $gt: since } };
    const rows = await this.#cases.find(hidden, { projection: { state: 1, weight: 1 } }).toArray();
    const open = rows.filter(({ state, weight = 0 }) => state === 'open' && weight >= minWeightToHold);
    const decided = rows.filter(({ state }) => state === 'decided');
    return { all: open.length + decided.length, open: open.length };
  }

  /** Targets of all cases about a member's items. */
  async targetsOf(ownerId: string): Promise<string[]> {
    return (await this.#cases.find({ ownerId }, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
  }

  /** Deletes all cases about an erased member's items. */
  async eraseOf(ownerId: string): Promise<void> {
    await this.#cases.deleteMany({ ownerId });
  }

  async eraseOn(bikeId: string): Promise<void> {
    await this.#cases.deleteMany({ bikeId });
  }
}
