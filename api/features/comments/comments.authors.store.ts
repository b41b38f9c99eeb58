import type { Collection, Db } from 'mongodb';
import { type DenormalizedAuthors, isCurrent } from '#api/platform/denormalized-authors.ts';
import { dropIndex } from '#api/platform/index-builds.ts';
import { after, page } from '#api/platform/paging.ts';
import type { Person } from '#contract/people.ts';
import type { CommentRow } from './comments.store.ts';

const batchSize = 1000;
/** Lacked `_id`, so a page could not continue among comments of the same millisecond. */
const olderIndex = 'author.id_1_addedAt_-1';

/** The authors' names and avatars that are denormalized into comments. */
export class CommentAuthors implements DenormalizedAuthors {
  readonly #comments: Collection<CommentRow>;

  constructor(db: Db) {
    this.#comments = db.collection('comments');
  }

  async createIndexes(): Promise<void> {
    await this.#comments.createIndex({ 'author.id': 1, addedAt: -1, _id: -1 });
    await dropIndex(this.#comments, olderIndex);
  }

  async update(person: Person, cursor?: string): Promise<{ old: number; next: string | null }> {
    const rows = await this.#comments
      .find(
        { 'author.id': person.id, ...after<CommentRow>('addedAt', cursor, (at) => new Date(at)) },
        { projection: { author: 1, addedAt: 1 } },
      )
      .sort({ addedAt: -1, _id: -1 })
      .limit(batchSize + 1)
      .toArray();
    const { items, next } = page(
      rows,
      batchSize,
      (row) => row,
      (row) => ({ at: row.addedAt.getTime(), id: row._id }),
    );
    const old = items.filter(({ author }) => !isCurrent(author, person)).map(({ _id }) => _id);
    if (old.length > 0) await this.#comments.updateMany({ _id: { $in: old } }, { $set: { author: person } });
    return { old: old.length, next };
  }
}
