import type { Collection, Db, Filter } from 'mongodb';
import { bikeStatuses } from '#contract/bike-options.ts';
import type { MakerKind } from '#contract/makers.ts';
import type { BikeRow, MakerKeys } from './bikes.store.ts';

const fieldOf = { brand: 'brandKey', model: 'modelKey', part: 'partKeys' } as const;
const fields = {
  brand: 1,
  model: 1,
  'components.slot': 1,
  'components.text': 1,
  'components.brand': 1,
  brandKey: 1,
  modelKey: 1,
  componentKeys: 1,
  partKeys: 1,
  publishedAt: 1,
  version: 1,
} as const;
export type KeyedBike = Pick<BikeRow, '_id' | 'brand' | 'model' | 'components' | 'publishedAt' | 'version'> &
  Partial<MakerKeys>;

const batchSize = 200;

/** Changes the keys of bikes whose maker, model or part was merged or parted. */
export class MakerKeyStore {
  readonly #bikes: Collection<BikeRow>;

  constructor(db: Db) {
    this.#bikes = db.collection('bikes');
  }

  /** The bikes with a key in any status, in batches along the index of its kind. */
  async *having(kind: MakerKind, key: string): AsyncIterable<KeyedBike[]> {
    const field = fieldOf[kind];
    for (const status of bikeStatuses) {
      let after: Filter<BikeRow> = {};
      for (let isFull = true; isFull; ) {
        const rows = await this.#bikes
          .find({ status, [field]: key, ...after } as Filter<BikeRow>)
          .project<KeyedBike>(fields)
          .sort({ publishedAt: -1, _id: -1 })
          .hint({ status: 1, [field]: 1, publishedAt: -1, _id: -1 })
          .limit(batchSize)
          .toArray();
        if (rows.length > 0) yield rows;
        const last = rows.at(-1);
        isFull = rows.length === batchSize && last !== undefined;
        if (last) {
          const { publishedAt, _id } = last;
          after = {
            publishedAt: { $lte: publishedAt },
            $or: [{ publishedAt: { $lt: publishedAt } }, { publishedAt, _id: { $lt: _id } }],
          } as Filter<BikeRow>;
        }
      }
    }
  }

  /** Stores the keys of bikes that were not saved meanwhile: a save stores its own. */
  async write(changes: readonly { bike: KeyedBike; keys: MakerKeys }[]): Promise<void> {
    await this.#bikes.bulkWrite(
      changes.map(({ bike: { _id, version }, keys }) => ({
        updateOne: { filter: { _id, version }, update: { $set: keys } },
      })),
      { ordered: false },
    );
  }
}
