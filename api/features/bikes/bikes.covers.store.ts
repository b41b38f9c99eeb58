import type { Collection, Db } from 'mongodb';
import type { Notes } from '#api/platform/notes.ts';
import type { BikeRow } from './bikes.store.ts';

const batchSize = 200;
const allHave = 'every bike has its cover apart';

/** Gives bikes that are older than their lists' covers what newer ones are written with. */
export class BikeCovers {
  readonly #bikes: Collection<BikeRow>;
  readonly #notes: Pick<Notes, 'get' | 'set'>;

  constructor(db: Db, notes: Pick<Notes, 'get' | 'set'>) {
    this.#bikes = db.collection('bikes');
    this.#notes = notes;
  }

  /** Before anybody looks at a list; does nothing once all have it. */
  async fill(): Promise<void> {
    if (await this.#notes.get(allHave)) return;
    for (let last = '', full = true; full; ) {
      const rows = await this.#bikes
        .find({ _id: { $gt: last } }, { projection: { photos: 1, cover: 1 } })
        .sort({ _id: 1 })
        .limit(batchSize)
        .toArray();
      const old = rows.filter((row) => row.cover === undefined);
      if (old.length > 0) {
        // A bike that is saved meanwhile has its cover from that.
        await this.#bikes.bulkWrite(
          old.map(({ _id, photos }) => ({
            updateOne: { filter: { _id, cover: { $exists: false } }, update: { $set: { cover: photos[0] ?? null } } },
          })),
          { ordered: false },
        );
      }
      last = rows.at(-1)?._id ?? last;
      full = rows.length === batchSize;
    }
    await this.#notes.set(allHave, 'yes');
  }
}
