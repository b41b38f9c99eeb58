import type { Collection, Db } from 'mongodb';
import type { CommentRow } from './comments.store.ts';

const batchSize = 200;

/** Counts the members who commented on bikes in a period. */
export class Commenters {
  readonly #comments: Collection<CommentRow>;

  constructor(db: Db) {
    this.#comments = db.collection('comments');
  }

  /** Number of members, the owner excluded, with a visible comment on each bike, added in [from, before). */
  async of(bikes: readonly { id: string; ownerId: string }[], from: Date, before: Date): Promise<Map<string, number>> {
    const commenters = new Map(bikes.map(({ id }) => [id, new Set<string>()]));
    for (let i = 0; i < bikes.length; i += batchSize) {
      const ids = bikes.slice(i, i + batchSize).map(({ id }) => id);
      const said = { bikeId: { $in: ids }, status: 'Active' as const, addedAt: { $gte: from, $lt: before } };
      const rows = this.#comments.find(said, { projection: { bikeId: 1, 'author.id': 1 } });
      for await (const { bikeId, author } of rows) commenters.get(bikeId)?.add(author.id);
    }
    // An owner who answers is no second opinion.
    for (const { id, ownerId } of bikes) commenters.get(id)?.delete(ownerId);
    return new Map([...commenters].map(([id, { size }]) => [id, size]));
  }

  /** The visible comments on these bikes that were added in [from, before), with their authors. */
  async *by(bikeIds: string[], from: Date, before: Date): AsyncIterable<{ bikeId: string; memberId: string }> {
    const said = { bikeId: { $in: bikeIds }, status: 'Active' as const, addedAt: { $gte: from, $lt: before } };
    const rows = this.#comments.find(said, { projection: { bikeId: 1, 'author.id': 1 } });
    for await (const { bikeId, author } of rows) yield { bikeId, memberId: author.id };
  }
}
