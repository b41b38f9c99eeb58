import type { Collection, Db } from 'mongodb';
import { isUsable } from './accounts.states.ts';
import type { AccountRow } from './accounts.store.ts';

/** Finds the members whose flags and votes count. */
export class VoterStore {
  readonly #users: Collection<AccountRow>;

  constructor(db: Db) {
    this.#users = db.collection('users');
  }

  /** The members among `ids` with usable accounts, and when they joined. */
  async byIds(ids: string[], now: Date): Promise<Map<string, Date>> {
    const fields = { status: 1, until: 1, createdAt: 1 } as const;
    const rows = await this.#users.find({ _id: { $in: ids } }, { projection: fields }).toArray();
    return new Map(rows.filter((row) => isUsable(row, now)).map(({ _id, createdAt }) => [_id, createdAt]));
  }
}
