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

const batchSize = 100;

type AddedComment = { id: string; bikeId: string; author: Person; text: string; at: Date };

/** Which bike a comment belongs to. */
export type CommentPlace = Pick<CommentRow, 'bikeId'> & { id: string };

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

  /** Those of these comments that are shown. */
  async shownAmong(ids: string[]): Promise<Comment[]> {
    return (await this.#comments.find({ _id: { $in: ids }, status: 'Active' }).toArray()).map(toComment);
  }

  /** Some of a member's comments, whatever their status. */
  async someOf(authorId: string): Promise<CommentPlace[]> {
    const theirs = this.#comments.find({ 'author.id': authorId }, { projection: { bikeId: 1 } });
    return (await theirs.limit(batchSize).toArray()).map(({ _id, bikeId }) => ({ id: _id, bikeId }));
  }

  /** A page of a member's shown comments, newest first. */
  async shownOf(authorId: string, cursor?: string): Promise<Page<CommentPlace>> {
    const rows = await this.#comments
      .find(
        { 'author.id': authorId, status: 'Active', ...after<CommentRow>('addedAt', cursor, (at) => new Date(at)) },
        { projection: { bikeId: 1, addedAt: 1 } },
      )
      .sort({ addedAt: -1, _id: -1 })
      .limit(batchSize + 1)
      .toArray();
    const place = ({ _id, bikeId }: CommentRow): CommentPlace => ({ id: _id, bikeId });
    return page(rows, batchSize, place, (row) => ({ at: row.addedAt.getTime(), id: row._id }));
  }

  /** How many comments a member has written, whatever their status. */
  count(authorId: string): Promise<number> {
    return this.#comments.countDocuments({ 'author.id': authorId });
  }

  /** Everything that a member has written about bikes, newest first, whatever its status. */
  async *allOf(authorId: string): AsyncIterable<Comment> {
    const rows = this.#comments.find({ 'author.id': authorId }).sort({ addedAt: -1, _id: -1 });
    for await (const row of rows) yield toComment(row);
  }

  /** Erases a hidden comment. @returns false while its bike still has to count it */
  async erase(id: string): Promise<boolean> {
    const counted = { change: { $exists: false }, first: { $exists: false } };
    return (await this.#comments.deleteOne({ _id: id, status: { $ne: 'Active' }, ...counted })).deletedCount === 1;
  }

  /** Erases all comments of a bike, which goes itself. */
  async eraseOn(bikeId: string): Promise<void> {
    await this.#comments.deleteMany({ bikeId });
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
