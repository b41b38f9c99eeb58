import type { Collection, Db } from 'mongodb';
import { type AuthorState, type DenormalizedAuthors, isCurrent } from '#api/platform/denormalized-authors.ts';
import type { Person } from '#contract/people.ts';
import { type ConversationRow, slotOf } from './conversations.row.ts';

const batchSize = 1000;

/** The members' names and avatars that are denormalized into conversations. */
export class ConversationAuthors implements DenormalizedAuthors {
  readonly #rows: Collection<ConversationRow>;

  constructor(db: Db) {
    this.#rows = db.collection('conversations');
  }

  async update(
    { id, username, avatar }: Person,
    cursor: string | undefined,
    state: AuthorState | null,
  ): Promise<{ old: number; next: string | null }> {
    const gone = state !== null && state.gone !== null;
    const rows = await this.#rows
      .find({ heldBy: id, ...(cursor && { _id: { $gt: cursor } }) }, { projection: { a: 1, b: 1 } })
      .sort({ _id: 1 })
      .limit(batchSize)
      .toArray();
    const old = rows.filter((row) => {
      const side = row[slotOf(row._id, id)];
      return side.gone !== gone || !isCurrent(side, { id, username, avatar });
    });
    for (const slot of ['a', 'b'] as const) {
      const ids = old.map(({ _id }) => _id).filter((pairId) => slotOf(pairId, id) === slot);
      const set = { [`${slot}.username`]: username, [`${slot}.avatar`]: avatar, [`${slot}.gone`]: gone };
      if (ids.length > 0) await this.#rows.updateMany({ _id: { $in: ids } }, { $set: set });
    }
    return { old: old.length, next: rows.length === batchSize ? (rows.at(-1)?._id ?? null) : null };
  }
}
