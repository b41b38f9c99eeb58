import type { Collection, Db } from 'mongodb';
import { trustedFrom } from '#contract/trust.ts';
import { isUsable } from './accounts.states.ts';
import type { AccountRow } from './accounts.store.ts';

/** Finds the members whose flags and votes count. */
export class VoterStore {
  readonly #users: Collection<AccountRow>;

  constructor(db: Db) {
    this.#users = db.collection('users');
  }

  /** The members among `ids` with usable accounts, and when each is no longer new. */
  async trustedFrom(ids: string[], now: Date): Promise<Map<string, Date>> {
    const fields = { status: 1, until: 1, createdAt: 1, operator: 1 } as const;
    const rows = await this.#users.find({ _id: { $in: ids } }, { projection: fields }).toArray();
    return new Map(rows.filter((row) => isUsable(row, now)).map((row) => [row._id, trustedFrom(row)]));
  }
}
