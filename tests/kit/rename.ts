import type { Db } from 'mongodb';
import { FormerNameStore } from '#api/features/accounts/accounts.former-names.store.ts';
import { AccountStore } from '#api/features/accounts/accounts.store.ts';

/** Changes a member's name in the database, as the first step of a change does. */
export async function rename(db: Db, memberId: string, username: string): Promise<void> {
  const account = await new AccountStore(db).byId(memberId);
  if (!account) throw new Error('There is no such member.');
  const renamed = await new FormerNameStore(db).rename(account, username, new Date(), false);
  if (!renamed) throw new Error(`Nobody could be renamed to ${username}.`);
}
