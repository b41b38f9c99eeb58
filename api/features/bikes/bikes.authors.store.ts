import { isDeepStrictEqual } from 'node:util';
import type { Collection, Db } from 'mongodb';
import { type DenormalizedAuthors, isCurrent } from '#api/platform/denormalized-authors.ts';
import { after, page } from '#api/platform/paging.ts';
import { withEveryField } from '#contract/bike-defaults.ts';
import type { Person } from '#contract/people.ts';
import { type Found, foundBy } from '#contract/search/found.ts';
import type { BikeRow } from './bikes.store.ts';

const batchSize = 200;
const unread = { photos: 0, history: 0, tally: 0 } as const;

const isFoundBy = ({ find, terms, keys }: BikeRow, found: Found): boolean =>
  isDeepStrictEqual({ find, terms, keys }, found);

/** Updates the denormalized owner in bikes, and the search terms that contain the owner's name. */
export class BikeAuthors implements DenormalizedAuthors {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  async update(person: Person, cursor?: string): Promise<{ old: number; next: string | null }> {
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
      (row) => ({ row, found: foundBy({ ...withEveryField(row), owner: person }) }),
      (row) => ({ at: row.publishedAt.getTime(), id: row._id }),
    );
    const old = items.filter(({ row, found }) => !isCurrent(row.owner, person) || !isFoundBy(row, found));
    if (old.length > 0) {
      await this.#bikes.bulkWrite(
        // A bike that its owner saved meanwhile is skipped; the next pass looks at it again.
        old.map(({ row: { _id, version }, found }) => ({
          updateOne: { filter: { _id, version }, update: { $set: { owner: person, ...found, unlisted: true } } },
        })),
        { ordered: false },
      );
    }
    return { old: old.length, next };
  }
}
