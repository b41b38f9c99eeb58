import { type Collection, MongoClient } from 'mongodb';
import { startEmbeddedMongo } from '#api/embedded-mongo/embedded.ts';
import { type BikeDocument, bikeAt, bikeIndexes } from './bikes.ts';

/** Number of concurrent writes. */
export const inFlight = 32;
const perInsert = 1000;

/** The bikes in the embedded database, through the official driver. */
export interface MongoBikes {
  bikes: Collection<BikeDocument>;
  insertAll(from: number, to: number): Promise<void>;
  recent(limit: number): Promise<unknown[]>;
  close(): Promise<void>;
}

/** Starts the embedded database on a folder. Acknowledged writes are on disk, as on the site. */
export async function openMongoBikes(folder: string): Promise<MongoBikes> {
  const embedded = await startEmbeddedMongo({ folder });
  const client = new MongoClient(embedded.url, { maxPoolSize: inFlight });
  const bikes = client.db('headbadge').collection<BikeDocument>('bikes');
  return {
    bikes,
    async insertAll(from, to) {
      await bikes.createIndexes(bikeIndexes);
      for (let n = from; n < to; n += perInsert)
        await bikes.insertMany(Array.from({ length: Math.min(perInsert, to - n) }, (_, i) => bikeAt(n + i)));
    },
    recent: (limit) => bikes.find({ status: 'Active' }).sort({ publishedAt: -1, _id: -1 }).limit(limit).toArray(),
    async close() {
      await client.close();
      await embedded.close();
    },
  };
}
