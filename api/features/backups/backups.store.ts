import type { Collection, Db } from 'mongodb';

export type StoredBackup = {
  name: string;
  at: Date;
  bytes: number;
  ms: number;
  photos: number | null;
  consistent: boolean;
};

type StateRow = {
  _id: string;
  /** When the backup was begun that is being made, or that a process has not ended. */
  runningSince: Date | null;
  last: StoredBackup | null;
  /** The failure after the last complete backup. */
  failure: { at: Date; message: string } | null;
};

const rowId = 'state';
const initial = { runningSince: null, last: null, failure: null };

/** Stores when the last backup was made and whether it failed. */
export class BackupStore {
  readonly #rows: Collection<StateRow>;

  constructor(db: Db) {
    this.#rows = db.collection('backups');
  }

  async get(): Promise<Omit<StateRow, '_id'>> {
    return { ...initial, ...(await this.#rows.findOne({ _id: rowId }, { projection: { _id: 0 } })) };
  }

  async begin(at: Date): Promise<void> {
    await this.#rows.updateOne({ _id: rowId }, { $set: { runningSince: at } }, { upsert: true });
  }

  /** Stores a complete backup, which ends an earlier failure. */
  async complete(last: StoredBackup): Promise<void> {
    await this.#rows.updateOne({ _id: rowId }, { $set: { runningSince: null, last, failure: null } }, { upsert: true });
  }

  async fail(failure: StateRow['failure']): Promise<void> {
    await this.#rows.updateOne({ _id: rowId }, { $set: { runningSince: null, failure } }, { upsert: true });
  }

  /** Stores that none is being made any more. */
  async stop(): Promise<void> {
    await this.#rows.updateOne({ _id: rowId }, { $set: { runningSince: null } });
  }
}
