import { cameFromParameter } from '#contract/language-choice.ts';
import { splitLanguage } from '#contract/languages.ts';
import { homePage } from '#contract/pages.ts';
import { languagePath, pageLanguage } from '#contract/texts.ts';

/**
 * Moves to the address in this page's language: the worker answers with the device's page whatever language a link has.
 * The address names the language that it came from, unless the page was reloaded, or is home: an installed app begins
 * there in every language.
 */
export function enterLanguage(): void {
  const { pathname, search, hash } = location;
  const { language, path } = splitLanguage(pathname);
  if (language === pageLanguage) return;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const query = new URLSearchParams(search);
  if (visit?.type === 'navigate' && path !== homePage()) query.set(cameFromParameter, language);
  const text = query.toString();
  history.replaceState(history.state, '', languagePath + path + (text && `?${text}`) + hash);
}
