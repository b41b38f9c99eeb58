import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { type Content, keptFor, sendKept } from '#api/platform/http/kept.ts';
import type { Visitor } from '#api/platform/http/kit.ts';
import type { NetworkLimiter } from '#api/platform/limits.ts';
import { networksOf } from '#api/platform/network.ts';
import type { ResponseCache } from '#api/platform/response-cache.ts';
import { authCheckCookie } from '#contract/auth.ts';
import { garageName } from '#contract/people-page.ts';
import { type DataUse, dataCookie } from '#contract/preferences.ts';
import { searchNames } from '#contract/search/query.ts';
import { userArea } from '#contract/user-page.ts';
import type { DocumentMaker } from './document.ts';
import type { PageRenderer } from './renderer.ts';

interface Needs {
  drawing: PageRenderer;
  documents: DocumentMaker;
  kept: ResponseCache;
  /** How many pages may be drawn for one sender: a kept one costs nothing. */
  drawings: NetworkLimiter;
}

const isPassing = (status: number): boolean => status >= 500 || status === 429;

/** What a drawn page reads of an address. Whatever else stands there makes no other page. */
const read: readonly string[] = [...searchNames, garageName];
/** What must neither be kept nor drawn: it is for one person. */
const personal = ['token', 'email'];
/** Characters; the API refuses longer words. */
const longestValue = 200;

/** The address that a page is drawn and kept by; null where a page has to draw itself. */
function addressOf(url: URL): string | null {
  const { pathname, searchParams } = url;
  const isFile = /\.\w+$/.test(pathname) && !pathname.startsWith(userArea);
  if (isFile || pathname.startsWith('//') || personal.some((name) => searchParams.has(name))) return null;
  try {
    decodeURI(pathname);
  } catch {
    return null;
  }
  const query = new URLSearchParams([...searchParams].filter(([name]) => read.includes(name)));
  if ([...query.values()].some((value) => value.length > longestValue)) return null;
  const text = query.toString();
  return pathname + (text && `?${text}`);
}

/** Milliseconds that a visitor waits for a drawing; the page that draws itself comes at once. */
const patience = 2_000;
const mostAtOnce = 8;

async function soon<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The drawing took too long.')), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const vary = 'Cookie, Save-Data, Accept-Encoding';

/** Whether a page's photos shall be small: as was chosen on the device, else as it says itself. Two pages of each at most. */
function savesData(c: Context): boolean {
  const chosen = getCookie(c, dataCookie);
  return chosen ? chosen === ('Reduced' satisfies DataUse) : c.req.header('save-data')?.toLowerCase() === 'on';
}

/** What stands for every address that leads nowhere: it holds no word that somebody may have looked for. */
const nowhere = '/page-not-found';

/** Pages of forms are for whoever looks for them here, not in a search engine. */
const robotsOf = (address: string): Record<string, string> =>
  address.startsWith('/account/') ? { 'x-robots-tag': 'noindex' } : {};

/**
 * Pages for strangers, drawn here so that they are seen before any script has arrived. Whoever is logged in, and
 * whoever has had very many drawn, gets the page that draws itself.
 */
export function pageRoutes({ drawing, documents, kept, drawings }: Needs): Hono<Visitor> {
  let drawn = 0;
  const make = async (c: Context<Visitor>, address: string, small: boolean): Promise<Content | null> => {
    if (drawn >= mostAtOnce || (await drawings.count(networksOf(c))) > 0) return null;
    drawn += 1;
    try {
      const page = await drawing.draw(address, small, address === nowhere ? nowhere : undefined);
      const { status } = page;
      // What is wrong for a moment is not told for a minute: the page that draws itself asks again.
      if (isPassing(status)) throw new Error(`The answers for a page could not be had (${status}).`);
      const { html, styleHashes } = documents.make(page);
      const headers = { vary, ...robotsOf(address), 'content-type': 'text/html; charset=utf-8' };
      return { status, headers, body: html, styleHashes };
    } finally {
      drawn -= 1;
    }
  };
  const pageFor = async (c: Context<Visitor>, address: string) => {
    const small = savesData(c);
    const page = keptFor(c, kept, `${small ? 'small ' : ''}page ${address}`, () => make(c, address, small));
    return page instanceof Promise ? soon(page) : page;
  };
  return new Hono<Visitor>().get('*', async (c, next) => {
    const address = addressOf(new URL(c.req.url));
    if (address === null) return next();
    const [pathname = ''] = address.split('?');
    const isStranger = !getCookie(c, authCheckCookie) && drawing.isPublic(pathname);
    const page =
      isStranger &&
      (await pageFor(c, drawing.isNowhere(pathname) ? nowhere : address).catch((error: unknown) => {
        c.var.log.error({ err: error }, 'page not drawn');
        return null;
      }));
    if (page) return sendKept(c, page);
    c.header('Vary', vary);
    if (isStranger) for (const [name, value] of Object.entries(robotsOf(address))) c.header(name, value);
    await next();
    // What leads nowhere does so undrawn too: whoever reads the status alone is not told otherwise by a busy machine.
    if (c.res.status !== 200 || !drawing.isNowhere(pathname)) return;
    c.res = new Response(c.res.body, { status: 404, headers: c.res.headers });
  });
}
