import type { Collection, Db } from 'mongodb';
import { isDuplicate } from './mongo.ts';
import { small } from './placement.ts';

/** Stores named values about the site itself in the database. */
export class SiteMeta {
  readonly placement = { notes: small };
  readonly #rows: Collection<{ _id: string; value: string }>;

  constructor(db: Db) {
    this.#rows = db.collection('notes');
  }

  async get(name: string): Promise<string | null> {
    return (await this.#rows.findOne({ _id: name }))?.value ?? null;
  }

  async set(name: string, value: string): Promise<void> {
    await this.#rows.updateOne({ _id: name }, { $set: { value } }, { upsert: true });
  }

  /** Stores a value unless there is one. @returns the stored value */
  async setIfMissing(name: string, value: string): Promise<string> {
    await this.#rows.updateOne({ _id: name }, { $setOnInsert: { value } }, { upsert: true }).catch((error: unknown) => {
      if (!isDuplicate(error)) throw error;
    });
    return (await this.get(name)) ?? value;
  }

  async remove(name: string): Promise<void> {
    await this.#rows.deleteOne({ _id: name });
  }
}
