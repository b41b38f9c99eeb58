import type { Collection, Db } from 'mongodb';
import { byId } from '#api/platform/placement.ts';
import { nextUse, noteUse, type Use } from '#api/platform/rolling-uses.ts';
import { fromNewMembersADay } from '#contract/trust.ts';

/** What new members cause to a member. */
type Caused = keyof typeof fromNewMembersADay;
type CausedRow = { _id: string; expires: Date } & { [What in Caused]?: Use[] };

const day = 86_400_000;
const boundsOf = (what: Caused) => [{ max: fromNewMembersADay[what], ms: day }];

/** With the UTC day: what was caused the day before does not let it be caused again. */
const idOn = (id: string, now: Date): string => `${Math.floor(now.getTime() / day)}:${id}`;

/** Stores what new members caused to each member on the last day, so that many of them cannot do what one may not. */
export class NewMembersStore {
  readonly placement = { fromNewMembers: byId };
  readonly #rows: Collection<CausedRow>;

  constructor(db: Db) {
    this.#rows = db.collection('fromNewMembers');
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ expires: 1 }, { expireAfterSeconds: 0 });
  }

  /** When a new member may cause this; null if now, or if it was recorded. */
  async waitFor(memberId: string, what: Caused, id: string, now: Date): Promise<Date | null> {
    const uses = (await this.#rows.findOne({ _id: memberId }))?.[what] ?? [];
    return uses.some((use) => use.id === idOn(id, now)) ? null : nextUse(uses, boundsOf(what), now);
  }

  /**
   * Records what a new member causes, in one atomic write that enforces the limit.
   * @param id of what it is, so that a repeated call counts once
   * @returns when it may be caused; null if it is recorded now or was before
   */
  async note(memberId: string, what: Caused, id: string, now: Date): Promise<Date | null> {
    const isNow = await noteUse(this.#rows, {
      rowId: memberId,
      field: what,
      use: { id: idOn(id, now), at: now },
      bounds: boundsOf(what),
      kept: fromNewMembersADay[what],
      set: { expires: new Date(now.getTime() + day) },
    });
    return isNow ? null : this.waitFor(memberId, what, id, now);
  }

  async eraseOf(memberId: string): Promise<void> {
    await this.#rows.deleteOne({ _id: memberId });
  }
}
