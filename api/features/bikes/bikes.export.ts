import { csvLine } from '#api/platform/csv.ts';
import { type CountedExporter, jsonList } from '#api/platform/exporters.ts';
import { bikeFieldNames } from '#contract/bike-fields.ts';
import type { Bike } from '#contract/bike-whole.ts';
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
export const bikeExporter = (bikes: BikeStore): CountedExporter => ({
  count: ({ id }) => bikes.count(id),
  async *files({ id }) {
    yield { name: 'bikes.json', content: jsonList(bikes.allOf(id)) };
    yield { name: 'bikes.csv', content: table(bikes.allOf(id)) };
  },
});
