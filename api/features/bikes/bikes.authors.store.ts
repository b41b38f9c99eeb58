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

const isFoundBy = ({ find, terms, keys, places = [] }: BikeRow, found: Found & Pick<BikeRow, 'places'>): boolean =>
  isDeepStrictEqual({ find, terms, keys, places }, found);

/** The places that members list bikes by. */
interface Owners {
  placesOf(ids: readonly string[]): Promise<Map<string, string[]>>;
}

/** Updates what bikes store of their owner: name, avatar and places, and the search terms of these. */
export class BikeAuthors implements DenormalizedAuthors {
  readonly #bikes: Collection<BikeRow>;
  readonly #owners: Owners;

  constructor(db: Db, owners: Owners) {
    this.#owners = owners;
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
    const places = (await this.#owners.placesOf([person.id])).get(person.id) ?? [];
    const { items, next } = page(
      rows,
      batchSize,
      (row) => ({ row, found: { ...foundBy({ ...withEveryField(row), owner: person, places }), places } }),
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
