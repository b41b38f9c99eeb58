import { isDeepStrictEqual } from 'node:util';
import type { Collection, Db } from 'mongodb';
import { isCurrent, type PersonCopies } from '#api/platform/copies.ts';
import { after, page } from '#api/platform/paging.ts';
import type { Person } from '#contract/people.ts';
import { termsOf } from '#contract/search.ts';
import type { BikeRow } from './bikes.store.ts';

const batchSize = 200;
const unread = { story: 0, photos: 0, tally: 0 } as const;

/** Bikes show who owns them, and are found by the name. */
export class BikePeople implements PersonCopies {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  async follow(person: Person, cursor?: string): Promise<{ old: number; next: string | null }> {
    const rows = await this.#bikes
      .find(
        { 'owner.id': person.id, ...after<BikeRow>('publishedAt', cursor, (at) => new Date(at)) },
        { projection: unread },
      )
      .sort({ publishedAt: -1, _id: -1 })
      .limit(batchSize + 1)
      .toArray();
    const { items, next } = page(
      rows,
      batchSize,
      (row) => ({ row, terms: termsOf({ ...row, owner: person }) }),
      (row) => ({ at: row.publishedAt.getTime(), id: row._id }),
    );
    const old = items.filter(({ row, terms }) => !isCurrent(row.owner, person) || !isDeepStrictEqual(row.terms, terms));
    if (old.length > 0) {
      await this.#bikes.bulkWrite(
        // A bike that its owner saved meanwhile has other terms; the next pass looks at it again.
        old.map(({ row: { _id, version }, terms }) => ({
          updateOne: { filter: { _id, version }, update: { $set: { owner: person, terms } } },
        })),
        { ordered: false },
      );
    }
    return { old: old.length, next };
  }
}
