import type { BrowserContext } from 'playwright-core';
import { confirmEmail, signup } from '#contract/accounts.ts';
import { newId } from '#contract/ids.ts';
import { goodPassword, TestBrowser } from './app.ts';
import type { Site } from './site.ts';

/** A browser without a page at a running site. */
export const browserAt = (site: Pick<Site, 'origin'>): TestBrowser =>
  new TestBrowser({ request: (path, init) => fetch(site.origin + path, init) });

/** Signs up at a running site and confirms by the mailed link, which logs in. */
async function join(browser: TestBrowser, site: Site, username: string): Promise<void> {
  const email = `${username}@example.org`;
  await browser.call(signup, { body: { id: newId(), username, email, password: goodPassword, terms: true } });
  const token = new URL(await site.linkMailedTo(email)).searchParams.get('token') ?? '';
  const { status } = await browser.call(confirmEmail, { body: { token, password: goodPassword } });
  if (status !== 200) throw new Error(`${username} cannot confirm.`);
}

/** Returns the browser of a new member at a running site. */
export async function joinSite(site: Site, username: string): Promise<TestBrowser> {
  const browser = browserAt(site);
  await join(browser, site, username);
  return browser;
}

/** Signs up on a device: the cookies are set in its context, and its next page is logged in. */
export async function joinDevice({ request }: BrowserContext, site: Site, username: string): Promise<void> {
  const send = async (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
    const answer = await request.fetch(site.origin + path, {
      method,
      headers: headers as Record<string, string>,
      ...(body && { data: body as string }),
    });
    const { 'set-cookie': _, ...rest } = answer.headers();
    return new Response(new Uint8Array(await answer.body()), { status: answer.status(), headers: rest });
  };
  await join(new TestBrowser({ request: send }), site, username);
}
