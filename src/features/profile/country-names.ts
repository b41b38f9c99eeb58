const codes = /^[A-Z]{2}$/;

/** Country name in the reader's language; in English if there is none. */
export function countryIn(code: string, english: string, language = navigator.language): string {
  if (!codes.test(code)) return english;
  try {
    return new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }).of(code) ?? english;
  } catch {
    return english;
  }
}
