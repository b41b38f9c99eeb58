import { csvLine } from '#api/platform/csv.ts';
import { type ExportedFile, type Exporter, jsonList } from '#api/platform/exporters.ts';
import { bikeFieldNames } from '#contract/bike-fields.ts';
import type { Bike } from '#contract/bike-whole.ts';
import type { Person } from '#contract/people.ts';
import type { BikeStore } from './bikes.store.ts';

const columns = [
  'id',
  'status',
  'brand',
  ...bikeFieldNames,
  'publishedAt',
  'updatedAt',
] as const satisfies readonly (keyof Bike)[];
const headings = [...columns, 'photos', 'likes', 'comments', 'views', 'favorites'];

const rowOf = (bike: Bike): unknown[] => [
  ...columns.map((name) => bike[name]),
  bike.photos.map((photo) => photo.id),
  bike.counts.likes,
  bike.counts.comments,
  bike.counts.views,
  bike.counts.favorites,
];

async function* table(bikes: AsyncIterable<Bike>): AsyncIterable<string> {
  yield csvLine(headings);
  for await (const bike of bikes) yield csvLine(rowOf(bike));
}

/** Exports a member's bikes in every status, as JSON and as CSV. */
export class BikeExport implements Exporter {
  readonly #bikes: BikeStore;

  constructor(bikes: BikeStore) {
    this.#bikes = bikes;
  }

  count({ id }: Pick<Person, 'id'>): Promise<number> {
    return this.#bikes.count(id);
  }

  async *files({ id }: Pick<Person, 'id'>): AsyncIterable<ExportedFile> {
    yield { name: 'bikes.json', content: jsonList(this.#bikes.allOf(id)) };
    yield { name: 'bikes.csv', content: table(this.#bikes.allOf(id)) };
  }
}
