import type { Collection, Db } from 'mongodb';
import { small } from '#api/platform/placement.ts';
import type { HourlyError } from './overview.errors.ts';

type StoredJob = {
  name: string;
  every: number;
  lastAt: Date | null;
  ms: number;
  error: string | null;
};

/** A process's report about itself with each heartbeat. */
export type ProcessRow = {
  _id: string;
  host: string;
  pid: number;
  version: string;
  build: string;
  startedAt: Date;
  seenAt: Date;
  stopped: boolean;
  memory: number;
  disk: number | null;
  jobs: StoredJob[];
  errors: HourlyError[];
};

/** Seconds after its last heartbeat for which a process is listed, since its errors are those of the last day. */
const maxAge = 25 * 3600;
/** Processes that are listed, newest first: more than run, even if one restarts all the time. */
const maxListed = 200;

/** Stores the heartbeats of the site's processes, with their jobs and errors. */
export class ProcessStore {
  readonly placement = { processes: small };
  readonly #rows: Collection<ProcessRow>;

  constructor(db: Db) {
    this.#rows = db.collection('processes');
  }

  async createIndexes(): Promise<void> {
    await this.#rows.createIndex({ seenAt: 1 }, { expireAfterSeconds: maxAge });
  }

  async put(row: ProcessRow): Promise<void> {
    await this.#rows.replaceOne({ _id: row._id }, row, { upsert: true });
  }

  /** Processes with a heartbeat since a time, latest first. */
  since(at: Date): Promise<ProcessRow[]> {
    return this.#rows
      .find({ seenAt: { $gt: at } })
      .sort({ seenAt: -1 })
      .limit(maxListed)
      .toArray();
  }
}
