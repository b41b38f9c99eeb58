const codes = /^[A-Z]{2}$/;

/** What the reader's language calls a country; where it has no word for it, what it is called in English. */
export function countryIn(code: string, english: string, language = navigator.language): string {
  if (!codes.test(code)) return english;
  try {
    return new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code) ?? english;
  } catch {
    return english;
  }
}
