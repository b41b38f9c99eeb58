import { confirmEmail, signup } from '#contract/accounts.ts';
import { newId } from '#contract/ids.ts';
import { goodPassword, TestBrowser } from './app.ts';
import type { Site } from './site.ts';

/** A browser without a page at a real site. */
export const browserAt = (site: Pick<Site, 'origin'>): TestBrowser =>
  new TestBrowser({ request: (path, init) => fetch(site.origin + path, init) });

/** The browser of somebody who has confirmed, and so logged in, at a real site. */
export async function joinSite(site: Site, username: string): Promise<TestBrowser> {
  const browser = browserAt(site);
  const email = `${username}@example.org`;
  await browser.call(signup, { body: { id: newId(), username, email, password: goodPassword, terms: true } });
  const token = new URL(await site.linkMailedTo(email)).searchParams.get('token') ?? '';
  const { status } = await browser.call(confirmEmail, { body: { token, password: goodPassword } });
  if (status !== 200) throw new Error(`${username} cannot confirm.`);
  return browser;
}
