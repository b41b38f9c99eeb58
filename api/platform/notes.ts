import type { Collection, Db } from 'mongodb';

/** Facts about the site itself that outlive a restart, by name. */
export class Notes {
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
}
