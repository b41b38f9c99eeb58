import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import type { SiteMeta } from '#api/platform/site-meta.ts';
import { modelKeyOf } from './bikes.model-key.ts';
import type { BikeRow } from './bikes.store.ts';

const batchSize = 200;
const allHave = 'every bike has what its lists go by';

type OldRow = Pick<BikeRow, '_id' | 'photos' | 'cover' | 'brand' | 'model' | 'modelKey'>;

/** Sets the fields only where they are still missing: a bike saved meanwhile has got them by the save. */
function missing({ _id, photos, cover, modelKey, ...row }: OldRow): AnyBulkWriteOperation<BikeRow>[] {
  const give = (field: 'cover' | 'modelKey', value: BikeRow['cover'] | string) => ({
    updateOne: { filter: { _id, [field]: { $exists: false } }, update: { $set: { [field]: value } } },
  });
  return [
    ...(cover === undefined ? [give('cover', photos[0] ?? null)] : []),
    ...(modelKey === undefined ? [give('modelKey', modelKeyOf(row))] : []),
  ];
}

/** Adds `cover` and `modelKey` to bikes stored before these fields existed. */
export class BikeCatchUp {
  readonly #bikes: Collection<BikeRow>;
  readonly #siteMeta: SiteMeta;

  constructor(db: Db, siteMeta: SiteMeta) {
    this.#bikes = db.collection('bikes');
    this.#siteMeta = siteMeta;
  }

  /** Runs at startup, before any list is read. Does nothing once every bike has been updated. */
  async fill(): Promise<void> {
    if (await this.#siteMeta.get(allHave)) return;
    const read = { photos: 1, cover: 1, brand: 1, model: 1, modelKey: 1 } as const;
    for (let last = '', full = true; full; ) {
      const rows = await this.#bikes
        .find({ _id: { $gt: last } })
        .project<OldRow>(read)
        .sort({ _id: 1 })
        .limit(batchSize)
        .toArray();
      const writes = rows.flatMap(missing);
      if (writes.length > 0) await this.#bikes.bulkWrite(writes, { ordered: false });
      last = rows.at(-1)?._id ?? last;
      full = rows.length === batchSize;
    }
    await this.#siteMeta.set(allHave, 'yes');
  }
}
