import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { byId } from '#api/platform/placement.ts';
import { maxStarts } from '#contract/conversations.ts';

type Start = { id: string; at: Date };
type CorrespondentRow = {
  /** The member's id. */
  _id: string;
  /** Conversations that the member began, newest first. */
  starts?: Start[];
};

const day = 86_400_000;
const bounds = [
  { max: maxStarts.day, ms: day },
  { max: maxStarts.week, ms: 7 * day },
];

/** When the next conversation may be begun; null if now. */
function nextStart(starts: readonly Start[], now: Date): Date | null {
  const ends = bounds.flatMap(({ max, ms }) => {
    const first = starts[max - 1];
    return first ? [first.at.getTime() + ms] : [];
  });
  const latest = Math.max(0, ...ends);
  return latest > now.getTime() ? new Date(latest) : null;
}

/** Stores the conversations that members began, for the rate limit. */
export class CorrespondentStore {
  readonly placement = { correspondents: byId };
  readonly #rows: Collection<CorrespondentRow>;

  constructor(db: Db) {
    this.#rows = db.collection('correspondents');
  }

  /** When the member may begin this conversation; null if now, or if they already began it. */
  async waitFor(id: string, conversationId: string, now: Date): Promise<Date | null> {
    const starts = (await this.#rows.findOne({ _id: id }))?.starts ?? [];
    return starts.some((start) => start.id === conversationId) ? null : nextStart(starts, now);
  }

  /**
   * Records that a member begins a conversation, in one atomic write that enforces the limits.
   * @returns when they may begin it; null if it is recorded now or was before
   */
  async noteStart(id: string, conversationId: string, now: Date): Promise<Date | null> {
    const free = bounds.map(({ max, ms }) => {
      const first = `starts.${max - 1}`;
      const old = new Date(now.getTime() - ms);
      return { $or: [{ [first]: { $exists: false } }, { [`${first}.at`]: { $lte: old } }] };
    });
    const started = { $each: [{ id: conversationId, at: now }], $position: 0, $slice: maxStarts.week };
    try {
      await this.#rows.updateOne(
        { _id: id, 'starts.id': { $ne: conversationId }, $and: free } as never,
        { $push: { starts: started } },
        { upsert: true },
      );
      return null;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return this.waitFor(id, conversationId, now);
    }
  }

  /** Deletes a member's record. */
  async eraseOf(id: string): Promise<void> {
    await this.#rows.deleteOne({ _id: id });
  }
}
