import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb';
import type { SiteMeta } from '#api/platform/site-meta.ts';
import { completenessFields, completenessOf } from '#contract/bike-completeness.ts';
import { leadOf } from './bikes.brief.ts';
import { modelKeyOf } from './bikes.model-key.ts';
import type { BikeRow } from './bikes.store.ts';

const batchSize = 200;
const allHave = 'every bike has what its lists go by, with lead and completeness';

/** Fields that lists read, which older rows lack. */
const added = ['cover', 'modelKey', 'lead', 'complete'] as const;
type Added = (typeof added)[number];
const read = Object.fromEntries(
  [...added, ...completenessFields, 'brand', 'story'].map((field) => [field, 1 as const]),
);

/** Sets the fields only where they are still missing: a bike saved meanwhile has got them by the save. */
function missing(row: BikeRow): AnyBulkWriteOperation<BikeRow>[] {
  const values: Pick<BikeRow, Added> = {
    cover: row.photos[0] ?? null,
    modelKey: modelKeyOf(row),
    lead: leadOf(row.story ?? ''),
    complete: completenessOf(row),
  };
  return added
    .filter((field) => row[field] === undefined)
    .map((field) => ({
      updateOne: {
        filter: { _id: row._id, [field]: { $exists: false } },
        update: { $set: { [field]: values[field] } },
      },
    }));
}

/** Adds the fields that lists read to bikes stored before these fields existed. */
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
    for (let last = '', full = true; full; ) {
      const rows = await this.#bikes
        .find({ _id: { $gt: last } })
        .project<BikeRow>(read)
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
