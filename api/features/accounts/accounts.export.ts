import type { ExportedFile, Exporter } from '#api/platform/exporters.ts';
import type { Person } from '#contract/people.ts';
import type { AccountStore } from './accounts.store.ts';

/** Exports the account without its secrets. */
export class AccountExport implements Exporter {
  readonly #accounts: AccountStore;

  constructor(accounts: AccountStore) {
    this.#accounts = accounts;
  }

  async *files({ id }: Pick<Person, 'id'>): AsyncIterable<ExportedFile> {
    const account = await this.#accounts.byId(id);
    if (!account) return;
    const { username, email, avatar, createdAt } = account;
    const fields = { id, username, email, avatar, memberSince: createdAt.toISOString() };
    yield {
      name: 'account.json',
      content: (async function* () {
        yield `${JSON.stringify(fields, null, 2)}\n`;
      })(),
    };
  }
}
