import { cameFromParameter, languageParameter } from '#contract/language-choice.ts';
import { isSiteLanguage, type SiteLanguage, siteLanguages } from '#contract/languages.ts';
import { pageLanguage, t } from '#contract/texts.ts';
import { showToast } from '#src/ui/toast-store.ts';
import { switchLanguage } from './switch-language.ts';

/** Takes a parameter with a language out of the address. */
function takeLanguage(parameter: string): SiteLanguage | null {
  const query = new URLSearchParams(location.search);
  const language = query.get(parameter);
  if (language === null) return null;
  query.delete(parameter);
  const text = query.toString();
  history.replaceState(history.state, '', location.pathname + (text && `?${text}`) + location.hash);
  return isSiteLanguage(language) ? language : null;
}

/** Changes to the language of a link that was pressed before this script was here: the worker has answered it. */
function followChoice(): void {
  const language = takeLanguage(languageParameter);
  if (language !== null && language !== pageLanguage) void switchLanguage(language);
}

/** Says that a link led from another language to the reader's own, and offers the way back. */
function sayCameFrom(): void {
  const language = takeLanguage(cameFromParameter);
  if (language === null) return;
  const label = siteLanguages[language].name;
  showToast({
    text: t`This link was in another language.`,
    action: { label, run: () => void switchLanguage(language) },
  });
}

/** Changes the language by the links at the end of the page, which also work without a script. */
export function followLanguageLinks(): void {
  document.getElementById('languages')?.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || !isSiteLanguage(link.hreflang)) return;
    event.preventDefault();
    void switchLanguage(link.hreflang);
  });
  followChoice();
  sayCameFrom();
}
