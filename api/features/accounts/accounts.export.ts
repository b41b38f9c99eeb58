import { type Exporter, jsonFile } from '#api/platform/exporters.ts';
import type { AccountStore } from './accounts.store.ts';

/** Exports the account without its secrets. */
export const accountExporter = (accounts: AccountStore): Exporter => ({
  async *files({ id }) {
    const account = await accounts.byId(id);
    if (!account) return;
    const { username, email, language, avatar, createdAt, entry } = account;
    const { emailChange, formerEmails = [], formerNames = [] } = account;
    const fields = {
      id,
      username,
      formerNames: formerNames.map(({ name, until }) => ({ name, heldUntil: until.toISOString() })),
      email,
      unconfirmedEmail: emailChange?.email,
      formerEmails: formerEmails.map((former) => ({ email: former.email, keptUntil: former.until.toISOString() })),
      language,
      avatar,
      memberSince: createdAt.toISOString(),
      answer: entry?.answer,
    };
    yield jsonFile('account.json', fields);
  },
});
