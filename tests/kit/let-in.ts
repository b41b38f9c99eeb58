import type { Db } from 'mongodb';
import { AccountStore } from '#api/features/accounts/accounts.store.ts';
import { type Bearers, Sessions } from '#api/platform/sessions/sessions.ts';
import { authCheckCookie } from '#contract/auth.ts';
import { type TestApp, TestBrowser } from './app.ts';

/** The key of a site whose test makes sessions by itself, which takes no password and so no time. */
export const testKey = 'k'.repeat(40);

/** The bearers of a new session of a member's, on a site with {@link testKey}. */
export async function letIn(db: Db, username: string): Promise<Bearers> {
  const account = await new AccountStore(db).byName(username);
  if (!account) throw new Error(`${username} is nobody.`);
  return new Sessions({ db, keys: [testKey], now: () => new Date(), findUser: async () => null }).login(account);
}

/**
 * A browser with a new session of a member's, on an app with {@link testKey}.
 * @param address where it is, on an app that trusts its proxy
 */
export async function enter(app: TestApp, username: string, address?: string): Promise<TestBrowser> {
  const { access, refresh, accessExpires } = await letIn(app.db, username);
  const browser = new TestBrowser(app, address);
  browser.cookies.set('access', access).set('session', refresh).set(authCheckCookie, accessExpires.toISOString());
  return browser;
}
