import type { Collection, Db } from 'mongodb';
import { isDuplicate } from '#api/platform/mongo.ts';
import { after, page } from '#api/platform/paging.ts';
import type { Person } from '#contract/bikes.ts';
import type { Comment } from '#contract/comments.ts';
import type { Page } from '#contract/paging.ts';

export type CommentRow = {
  _id: string;
  bikeId: string;
  author: Person;
  text: string;
  status: Comment['status'];
  addedAt: Date;
  editedAt: Date | null;
  demo?: boolean;
};

const toComment = ({ _id, demo, ...row }: CommentRow): Comment => ({
  id: _id,
  ...row,
  addedAt: row.addedAt.toISOString(),
  editedAt: row.editedAt?.toISOString() ?? null,
});

/** What members say about bikes. */
export class CommentStore {
  readonly #comments: Collection<CommentRow>;

  constructor(db: Db) {
    this.#comments = db.collection('comments');
  }

  async createIndexes(): Promise<void> {
    await this.#comments.createIndexes([
      { key: { bikeId: 1, status: 1, addedAt: -1, _id: -1 } },
      { key: { 'author.id': 1, addedAt: -1 } },
    ]);
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

  /** Author and time of each shown comment, oldest first. */
  async times(bikeId: string): Promise<{ authorId: string; at: Date }[]> {
    const rows = await this.#comments
      .find({ bikeId, status: 'Active' }, { projection: { 'author.id': 1, addedAt: 1 } })
      .sort({ addedAt: 1, _id: 1 })
      .toArray();
    return rows.map((row) => ({ authorId: row.author.id, at: row.addedAt }));
  }

  /** Adds a comment; false when the id is taken. */
  async insert(comment: { id: string; bikeId: string; author: Person; text: string; at: Date }): Promise<boolean> {
    const { id, bikeId, author, text, at } = comment;
    try {
      await this.#comments.insertOne({
        _id: id,
        bikeId,
        author,
        text,
        status: 'Active',
        addedAt: at,
        editedAt: null,
      });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
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

  async setStatus(id: string, status: Comment['status']): Promise<void> {
    await this.#comments.updateOne({ _id: id }, { $set: { status } });
  }

  async insertDemo(rows: Omit<CommentRow, 'demo'>[]): Promise<void> {
    await this.#comments.insertMany(rows.map((row) => ({ ...row, demo: true })));
  }

  /** Takes away what sample members said, and what was said about their bikes. */
  async removeDemo(bikeIds: string[]): Promise<void> {
    await this.#comments.deleteMany({ demo: true });
    await this.#comments.deleteMany({ bikeId: { $in: bikeIds } });
  }
}
