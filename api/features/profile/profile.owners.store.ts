import type { Collection, Db } from 'mongodb';
import type { Owner } from '#contract/people.ts';
import type { NamedPlace } from '#contract/places.ts';
import type { LocationCodes } from '#contract/profile.ts';
import type { ProfileRow } from './profile.store.ts';

type Places = {
  /** Names of places by their codes; undefined if there is no such place. */
  countryName(code: string): string | undefined;
  regionName(country: string, code: string): string | undefined;
  /** The codes of the place and of those around it, the largest first. */
  placesOf(location: LocationCodes): string[];
  namedPlace(code: string): NamedPlace;
};

const nowhere: LocationCodes = { country: '', region: '' };

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
    const { countryName, regionName, namedPlace } = this.#places;
    const known = new Map(rows.map((row) => [row._id, row]));
    return bikes.map((bike) => {
      const { discipline = '', location = nowhere } = known.get(bike.owner.id) ?? {};
      const { country, region } = location;
      const within = regionName(country, region) ?? '';
      const place = [within, countryName(country)].filter(Boolean).join(', ');
      const places = this.#listedBy(location).map(namedPlace);
      const owner = { ...bike.owner, discipline, place, country, regionName: within };
      return { ...bike, owner: places.length > 0 ? { ...owner, places } : owner };
    });
  }

  #listedBy(location: LocationCodes): string[] {
    return location.hidesBikes ? [] : this.#places.placesOf(location);
  }

  /** The codes of the places that each of these members lists bikes by, the largest first; members without any are left out. */
  async placesOf(ids: readonly string[]): Promise<Map<string, string[]>> {
    const rows = await this.#rows.find({ _id: { $in: [...ids] } }, { projection: { location: 1 } }).toArray();
    const places = rows.map(({ _id, location = nowhere }) => [_id, this.#listedBy(location)] as const);
    return new Map(places.filter(([, codes]) => codes.length > 0));
  }
}
