import type { Collection, Db } from 'mongodb';
import type { SiteLanguage } from '#contract/languages.ts';
import type { Person } from '#contract/people.ts';
import { isUsable } from './accounts.states.ts';
import { type AccountRow, toAccount } from './accounts.store.ts';

const fields = { username: 1, avatar: 1, email: 1, typedEmail: 1, language: 1, status: 1, until: 1 } as const;

/** Finds where mails to members go. */
export class AddresseeStore {
  readonly #users: Collection<AccountRow>;

  constructor(db: Db) {
    this.#users = db.collection('users');
  }

  /** The members among `ids` with usable accounts, and their confirmed addresses. */
  async byIds(
    ids: readonly string[],
    now: Date,
  ): Promise<Map<string, Person & { email: string; language?: SiteLanguage | undefined }>> {
    const rows = await this.#users.find({ _id: { $in: [...ids] } }, { projection: fields }).toArray();
    return new Map(
      rows
        .filter((row) => isUsable(row, now) && row.email !== undefined)
        .map((row) => {
          const { id, username, avatar, email, language } = toAccount(row);
          return [id, { id, username, avatar, email, language }];
        }),
    );
  }
}
