import { pageLanguage } from '#contract/texts.ts';

/** Letters of scripts, with the language that each tells for certain; '' if several languages are written in it. */
const scripts: readonly [letters: RegExp, language: string][] = [
  [/\p{Script=Latin}/gu, ''],
  [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu, 'ja'],
  [/\p{Script=Hangul}/gu, 'ko'],
  [/\p{Script=Arabic}/gu, 'ar'],
  [/\p{Script=Cyrillic}/gu, ''],
  [/\p{Script=Greek}/gu, 'el'],
  [/\p{Script=Hebrew}/gu, 'he'],
  [/\p{Script=Thai}/gu, 'th'],
];
/** Of the languages written in Chinese characters only Japanese has these. */
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** The article or an ending of Arabic, which Persian, Urdu and Kurdish do not write. */
const arabicWord = /(?:^|[^\p{L}\p{M}])ال|ة/u;
/** Letters, digits and signs of the script that other languages have added. */
const notArabic = /[\u0672-\u08ff]/;
/** The place of the page's own script; Latin is the first. */
const ownScript = Math.max(
  0,
  scripts.findIndex(([, language]) => language === pageLanguage),
);
/** Characters that are looked at. */
const maxLength = 500;

/**
 * The `lang` of a member's text, as far as its script tells: a language, '' for one that is unknown but not the page's,
 * or undefined for one that may be the page's. It decides on glyphs, line breaks and voices.
 */
export function languageOfText(whole: string): string | undefined {
  const text = whole.slice(0, maxLength);
  // Letters before Greek are Latin.
  if (ownScript === 0 && !/[\u0370-\uffff]/.test(text)) return;
  const counts = scripts.map(([letters]) => text.match(letters)?.length ?? 0);
  const all = text.match(/\p{L}/gu)?.length ?? 0;
  const at = counts.findIndex((count) => count > all / 2);
  if (at === ownScript || all === 0) return;
  const language = scripts[at]?.[1] ?? '';
  if (language === 'ja' && !kana.test(text)) return '';
  if (language === 'ar' && (notArabic.test(text) || !arabicWord.test(text))) return '';
  return language;
}
