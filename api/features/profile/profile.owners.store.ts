import type { Collection, Db } from 'mongodb';
import type { Owner } from '#contract/people.ts';
import type { ProfileRow } from './profile.store.ts';

/** Names of places by their codes; undefined if there is no such place. */
type Places = {
  countryName(code: string): string | undefined;
  regionName(country: string, code: string): string | undefined;
};

/** Reads what bikes show of their owners. */
export class OwnerProfiles {
  readonly #rows: Collection<ProfileRow>;
  readonly #places: Places;

  constructor(db: Db, places: Places) {
    this.#places = places;
    this.#rows = db.collection('profiles');
  }

  /** Adds the owners' disciplines and places to bikes, with one query. */
  async addTo<B extends { owner: Owner }>(bikes: readonly B[]): Promise<B[]> {
    const ids = [...new Set(bikes.map(({ owner }) => owner.id))];
    if (ids.length === 0) return [];
    const rows = await this.#rows.find({ _id: { $in: ids } }, { projection: { discipline: 1, location: 1 } }).toArray();
    const { countryName, regionName } = this.#places;
    const known = new Map(rows.map((row) => [row._id, row]));
    return bikes.map((bike) => {
      const { discipline = '', location: { country, region } = { country: '', region: '' } } =
        known.get(bike.owner.id) ?? {};
      const within = regionName(country, region) ?? '';
      const place = [within, countryName(country)].filter(Boolean).join(', ');
      return { ...bike, owner: { ...bike.owner, discipline, place, country, regionName: within } };
    });
  }
}
