import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Visitor } from '#api/platform/http/kit.ts';
import { languageOf } from '#api/platform/languages.ts';
import { cameFromParameter, languageCookie, languageCookieAge, languageParameter } from '#contract/language-choice.ts';
import {
  isSiteLanguage,
  languagePathOf,
  ownLanguage,
  type SiteLanguage,
  siteLanguageTags,
  splitLanguage,
} from '#contract/languages.ts';
import { homePage } from '#contract/pages.ts';

/**
 * Leads readers to the pages of their language: by the choice in the address, which is remembered, else by the choice
 * made before. Who has made none gets the language of the address; only home asks the browser, because search engines
 * must see each address.
 */
export const languageRoutes = (offered = siteLanguageTags): Hono<Visitor> =>
  new Hono<Visitor>().get('*', async (c, next) => {
    const { pathname, searchParams } = new URL(c.req.url);
    if (/\.\w+$/.test(pathname) || pathname.startsWith('//')) return next();
    const { language, path } = splitLanguage(pathname, offered);
    const leadTo = (to: SiteLanguage) => {
      const query = searchParams.toString();
      c.header('Vary', 'Cookie, Accept-Language');
      c.header('Cache-Control', 'no-store');
      return c.redirect(`${languagePathOf(to)}${path}${query && `?${query}`}`, 302);
    };
    const wanted = searchParams.get(languageParameter);
    if (isSiteLanguage(wanted, offered)) {
      searchParams.delete(languageParameter);
      // The page reads it too.
      setCookie(c, languageCookie, wanted, { path: '/', maxAge: languageCookieAge, sameSite: 'Lax' });
      return leadTo(wanted);
    }
    const tag = getCookie(c, languageCookie);
    const chosen = isSiteLanguage(tag, offered) ? tag : null;
    const isHome = path === homePage() && language === ownLanguage;
    const own = chosen ?? (isHome ? languageOf(c.req.header('accept-language'), offered) : language);
    if (own === language) return next();
    if (chosen && !isHome) searchParams.set(cameFromParameter, language);
    return leadTo(own);
  });
