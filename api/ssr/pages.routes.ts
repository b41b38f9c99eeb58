import { type Context, Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { networksOf } from '#api/platform/addresses/network.ts';
import { type Content, cachedFor, sendCached } from '#api/platform/http/cached.ts';
import type { Visitor } from '#api/platform/http/kit.ts';
import { nothingInline } from '#api/platform/http/security-headers.ts';
import type { NetworkLimiter } from '#api/platform/limits.ts';
import type { ResponseCache } from '#api/platform/response-cache.ts';
import { isSiteLanguage, languagePathOf, ownLanguage, type SiteLanguage, splitLanguage } from '#contract/languages.ts';
import { aboutName, homePage } from '#contract/pages.ts';
import { memberBikesName } from '#contract/people-page.ts';
import { type DataUse, dataCookie } from '#contract/preferences.ts';
import { searchNames } from '#contract/search/query.ts';
import { authCheckCookie } from '#contract/session-calls.ts';
import { userArea } from '#contract/user-page.ts';
import type { PageLanguages, PagesInLanguage } from './page-languages.ts';

interface Deps {
  languages: Pick<PageLanguages, 'get'>;
  english: PagesInLanguage;
  responseCache: ResponseCache;
  /** Limits renders for each sender; cached pages are not counted. */
  renderLimiter: NetworkLimiter;
}

const isPassing = (status: number): boolean => status >= 500 || status === 429;

/** Query parameters that server-rendered pages read. Others are ignored, so they make no other page. */
const read: readonly string[] = [...searchNames, memberBikesName, aboutName];
/** Pages with these parameters are personal: they are neither rendered nor cached. */
const personal = ['token', 'email'];
/** Maximum characters of a value; the API refuses longer ones. */
const maxValueLength = 200;

/** Returns the address to render and cache a page by; null if the page must render in the browser. */
function addressOf(url: URL): string | null {
  const { pathname, searchParams } = url;
  const isFile = /\.\w+$/.test(pathname) && !splitLanguage(pathname).path.startsWith(userArea);
  if (isFile || pathname.startsWith('//') || personal.some((name) => searchParams.has(name))) return null;
  try {
    decodeURI(pathname);
  } catch {
    return null;
  }
  const query = new URLSearchParams([...searchParams].filter(([name]) => read.includes(name)));
  if ([...query.values()].some((value) => value.length > maxValueLength)) return null;
  const text = query.toString();
  return pathname + (text && `?${text}`);
}

/** Milliseconds that a visitor waits for a render; the page that renders in the browser is served at once. */
const renderTimeoutMs = 2_000;
const maxParallelRenders = 8;

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The render took too long.')), renderTimeoutMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const vary = 'Cookie, Save-Data, Accept-Encoding';
/** Home in English leads readers of other languages to theirs. */
const varyOf = (language: SiteLanguage, address: string): string =>
  language === ownLanguage && address === homePage() ? `${vary}, Accept-Language` : vary;

/**
 * Whether a page should use small photos: as chosen on the device, else by the Save-Data header. So each page is cached
 * twice at most.
 */
function savesData(c: Context): boolean {
  const chosen = getCookie(c, dataCookie);
  return chosen ? chosen === ('Reduced' satisfies DataUse) : c.req.header('save-data')?.toLowerCase() === 'on';
}

/** The route of every page in metrics. */
const pageRoute = 'page';

/** All unknown addresses share one cached page, which repeats nothing of the address. */
const nowhere = '/page-not-found';

/** Keeps pages with forms out of search engines. */
const robotsOf = (address: string): Record<string, string> =>
  address.startsWith('/account/') ? { 'x-robots-tag': 'noindex' } : {};

/**
 * Server-renders pages for signed-out visitors, so that they see them before any script has loaded. Members, and
 * senders above the limit, get the page that renders in the browser.
 */
export function pageRoutes({ languages, english, responseCache, renderLimiter }: Deps): Hono<Visitor> {
  let renders = 0;
  type Asked = { language: SiteLanguage; address: string; small: boolean };
  const make = async (c: Context<Visitor>, { language, address, small }: Asked): Promise<Content | null> => {
    if (renders >= maxParallelRenders || (await renderLimiter.count(networksOf(c))) > 0) return null;
    renders += 1;
    try {
      const inLanguage = language === ownLanguage ? english : await languages.get(language);
      if (!inLanguage) return null;
      const { renderer, documents } = inLanguage;
      const page = await renderer.render(address, small, address === nowhere ? nowhere : undefined);
      const { status } = page;
      // A temporary failure is not cached: the page that renders in the browser asks again.
      if (isPassing(status)) throw new Error(`The answers for a page could not be had (${status}).`);
      if (page.movedTo) {
        const [, query = ''] = address.split('?');
        const location = languagePathOf(language) + page.movedTo + (query && `?${query}`);
        // Browsers ask again, because a moderator may separate what was merged.
        const headers = { location, vary: varyOf(language, address), 'content-type': 'text/plain; charset=utf-8' };
        return { status: 301, route: pageRoute, headers, body: '', inline: nothingInline };
      }
      const { html, inline } = documents.make(page);
      const headers = {
        vary: varyOf(language, address),
        'content-language': language,
        ...robotsOf(address),
        'content-type': 'text/html; charset=utf-8',
      };
      return { status, route: pageRoute, headers, body: html, inline };
    } finally {
      renders -= 1;
    }
  };
  const pageFor = async (c: Context<Visitor>, language: SiteLanguage, address: string) => {
    const small = savesData(c);
    // After a start the build of a language may have to be made, which takes longer than a render may.
    if (language !== ownLanguage) await languages.get(language);
    const key = `${small ? 'small ' : ''}page ${language} ${address}`;
    const options = { allowsStaleCounters: true, isTransient: true };
    const page = cachedFor(c, responseCache, key, () => make(c, { language, address, small }), options);
    return page instanceof Promise ? withTimeout(page) : page;
  };
  const pages = new Hono<Visitor>();
  // A browser may ask for the worker or the manifest of a language before this server has made its pages.
  pages.get('/:file{(?:worker|manifest)-[A-Za-z-]+\\.\\w+}', async (c, next) => {
    const language = c.req.param('file').replace(/^\w+-|\.\w+$/g, '');
    if (isSiteLanguage(language)) await languages.get(language);
    await next();
  });
  return pages.get('*', async (c, next) => {
    const given = addressOf(new URL(c.req.url));
    if (given === null) return next();
    const { language, path: address } = splitLanguage(given);
    const [pathname = ''] = address.split('?');
    const { renderer } = english;
    const isStranger = !getCookie(c, authCheckCookie) && renderer.isPublic(pathname);
    const page =
      isStranger &&
      (await pageFor(c, language, renderer.isNowhere(pathname) ? nowhere : address).catch((error: unknown) => {
        c.var.log.error({ err: error }, 'page not drawn');
        return null;
      }));
    if (page) return sendCached(c, page);
    // The page that renders in the browser has to be there too.
    if (language !== ownLanguage && !(await languages.get(language))) return c.redirect(address, 302);
    c.header('Vary', varyOf(language, address));
    if (isStranger) for (const [name, value] of Object.entries(robotsOf(address))) c.header(name, value);
    await next();
    // An address that leads nowhere answers 404 without a render too, also when the machine is busy.
    if (c.res.status !== 200 || !renderer.isNowhere(pathname)) return;
    c.res = new Response(c.res.body, { status: 404, headers: c.res.headers });
  });
}
