/** The cookie with the language that was chosen on this device. */
export const languageCookie = 'language';
/** Seconds for which it is kept: the longest time that browsers allow. */
export const languageCookieAge = 400 * 24 * 3600;
/** The query parameter of an address that chooses a language: the server remembers it. */
export const languageParameter = 'language';
/** The query parameter with the language of the address that led to a page in the reader's own. */
export const cameFromParameter = 'from';

/** The name of the service worker of a language, which brings that language's files. */
export const workerFileOf = (language: string): string => (language === 'en' ? 'worker.js' : `worker-${language}.js`);
/** The name of the web app manifest of a language. */
export const manifestFileOf = (language: string): string =>
  language === 'en' ? 'manifest.webmanifest' : `manifest-${language}.webmanifest`;
