import type { Db } from 'mongodb';
import { AccountStore } from '#api/features/accounts/accounts.store.ts';
import { type Bearers, Sessions } from '#api/platform/sessions/sessions.ts';

/** The key of a site whose test makes sessions by itself, which takes no password and so no time. */
export const testKey = 'k'.repeat(40);

/** The bearers of a new session of a member's, on a site with {@link testKey}. */
export async function letIn(db: Db, username: string): Promise<Bearers> {
  const account = await new AccountStore(db).byName(username);
  if (!account) throw new Error(`${username} is nobody.`);
  return new Sessions({ db, keys: [testKey], now: () => new Date(), findUser: async () => null }).login(account);
}
