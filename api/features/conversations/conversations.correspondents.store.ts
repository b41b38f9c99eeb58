import type { Collection, Db } from 'mongodb';
import { byId } from '#api/platform/placement.ts';
import { nextUse, noteUse, type Use } from '#api/platform/rolling-uses.ts';
import { trustOf, trustRules } from '#contract/trust.ts';

type CorrespondentRow = {
  /** The member's id. */
  _id: string;
  /** Conversations that the member began, newest first. */
  starts?: Use[];
};

const day = 86_400_000;
const boundsOf = (isNew: boolean) => {
  const { starts } = trustOf(isNew);
  return [
    { max: starts.day, ms: day },
    { max: starts.week, ms: 7 * day },
  ];
};
const kept = trustRules.member.starts.week;

/** Stores the conversations that members began, for the rate limit. */
export class CorrespondentStore {
  readonly placement = { correspondents: byId };
  readonly #rows: Collection<CorrespondentRow>;

  constructor(db: Db) {
    this.#rows = db.collection('correspondents');
  }

  /** When the member may begin this conversation; null if now, or if they already began it. */
  async waitFor(id: string, conversationId: string, isNew: boolean, now: Date): Promise<Date | null> {
    const starts = (await this.#rows.findOne({ _id: id }))?.starts ?? [];
    return starts.some((start) => start.id === conversationId) ? null : nextUse(starts, boundsOf(isNew), now);
  }

  /**
   * Records that a member begins a conversation, in one atomic write that enforces the limits.
   * @returns when they may begin it; null if it is recorded now or was before
   */
  async noteStart(id: string, conversationId: string, isNew: boolean, now: Date): Promise<Date | null> {
    const use = { id: conversationId, at: now };
    const isStarted = await noteUse(this.#rows, { rowId: id, field: 'starts', use, bounds: boundsOf(isNew), kept });
    return isStarted ? null : this.waitFor(id, conversationId, isNew, now);
  }

  /** Deletes a member's record. */
  async eraseOf(id: string): Promise<void> {
    await this.#rows.deleteOne({ _id: id });
  }
}
