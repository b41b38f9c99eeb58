import type { Collection, Db } from 'mongodb';
import { type Change, type Changed, newChange } from '#api/platform/counting.ts';
import { isDuplicate } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import type { Comment } from '#contract/comments.ts';
import type { Page } from '#contract/paging.ts';
import type { Person } from '#contract/people.ts';

export type CommentRow = {
  _id: string;
  bikeId: string;
  author: Person;
  text: string;
  status: Comment['status'];
  addedAt: Date;
  editedAt: Date | null;
  /** Until its bike has counted it. */
  change?: Change;
  /** `bikeId:authorId` in the one comment that its bike counts as this author's first. */
  first?: string;
  /** The bike's sequence number that last decided about `first`. */
  firstSeq?: number;
};

const toComment = ({ _id, change, first, firstSeq, ...row }: CommentRow): Comment => ({
  id: _id,
  ...row,
  addedAt: row.addedAt.toISOString(),
  editedAt: row.editedAt?.toISOString() ?? null,
});

type AddedComment = { id: string; bikeId: string; author: Person; text: string; at: Date };

export const changedOf = ({ _id, author, addedAt, change }: CommentRow): Changed | null =>
  change ? { id: _id, op: change.op, by: change.by, userId: author.id, at: addedAt } : null;

/** What members say about bikes. */
export class CommentStore {
  readonly #comments: Collection<CommentRow>;

  constructor(db: Db) {
    this.#comments = db.collection('comments');
  }

  async createIndexes(): Promise<void> {
    await this.#comments.createIndex({ bikeId: 1, status: 1, addedAt: -1, _id: -1 });
  }

  async find(id: string): Promise<Comment | null> {
    const row = await this.#comments.findOne({ _id: id });
    return row && toComment(row);
  }

  /** The shown comments of a bike, newest first. */
  async of(bikeId: string, limit: number, cursor?: string): Promise<Page<Comment>> {
    const rows = await this.#comments
      .find({ bikeId, status: 'Active', ...after<CommentRow>('addedAt', cursor, (at) => new Date(at)) })
      .sort({ addedAt: -1, _id: -1 })
      .limit(limit + 1)
      .toArray();
    return page(rows, limit, toComment, (row) => ({ at: row.addedAt.getTime(), id: row._id }));
  }

  /** Adds a comment that its bike shall count; null when the id is taken. */
  async insert({ id, bikeId, author, text, at }: AddedComment): Promise<{ comment: Comment; changed: Changed } | null> {
    const facts = { bikeId, author, text, status: 'Active' as const, addedAt: at, editedAt: null };
    const change = newChange(bikeId, 1);
    const row: CommentRow = { _id: id, ...facts, change };
    try {
      await this.#comments.insertOne(row);
      return { comment: toComment(row), changed: { id, op: change.op, by: change.by, userId: author.id, at } };
    } catch (error) {
      if (isDuplicate(error)) return null;
      throw error;
    }
  }

  /** Writes a new text unless it stands there already. */
  async setText(id: string, text: string, at: Date): Promise<void> {
    await this.#comments.updateOne(
      { _id: id, status: 'Active', text: { $ne: text } },
      { $set: { text, editedAt: at } },
    );
  }

  /** Hides a counted comment, which its bike shall count; null when it is not shown, or not counted yet. */
  async hide(id: string, bikeId: string, status: Comment['status']): Promise<Changed | null> {
    const row = await this.#comments.findOneAndUpdate(
      { _id: id, status: 'Active', change: { $exists: false } },
      { $set: { status, change: newChange(bikeId, -1) } },
      { returnDocument: 'after' },
    );
    return row && changedOf(row);
  }
}
