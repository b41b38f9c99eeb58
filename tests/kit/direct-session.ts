import type { Db } from 'mongodb';
import { AccountStore } from '#api/features/accounts/accounts.store.ts';
import { type Bearers, Sessions } from '#api/platform/sessions/sessions.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import { authCheckCookie } from '#contract/session-calls.ts';
import { type TestApp, TestBrowser } from './app.ts';

/** Signing key of a site whose test creates sessions directly, which needs no password hashing. */
export const testKey = 'k'.repeat(40);

/** Creates a session of a member at a site with {@link testKey}; returns its tokens. */
export async function createSession(db: Db, username: string, now = new Date()): Promise<Bearers> {
  const account = await new AccountStore(db).byName(username);
  if (!account) throw new Error(`${username} is no member.`);
  const sessions = new Sessions({ db, keys: new SigningKeys([testKey]), now: () => now, findUser: async () => null });
  const bearers = await sessions.login(account, '', 'password');
  await db.collection('sessions').updateMany({ userId: account.id }, { $set: { 'proofs.code': now } });
  return bearers;
}

/**
 * Returns a browser with a new session of a member, on an app with {@link testKey}.
 * @param address client IP address, for an app that trusts its proxy
 */
export async function enter(app: TestApp, username: string, address?: string, now?: Date): Promise<TestBrowser> {
  const { access, refresh, accessExpires } = await createSession(app.db, username, now);
  const browser = new TestBrowser(app, address);
  browser.cookies.set('access', access).set('session', refresh).set(authCheckCookie, accessExpires.toISOString());
  return browser;
}
