import { languagePath } from '#contract/texts.ts';

/** The language at the beginning of a path; no other path of the site begins with two letters. */
const prefix = /^\/[a-z]{2}(-[a-z]{2})?(?=\/|$)/;

/** Returns a path of an address without its language. */
export const withoutLanguage = (pathname: string): string => pathname.replace(prefix, '') || '/';

/** Whether the address may be in this page's language; `enterLanguage` knows the languages. */
export const isOwnLanguage = (): boolean => (prefix.exec(location.pathname)?.[0] ?? '') === languagePath;
