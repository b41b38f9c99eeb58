/** Looks like a generated id: long, or digits with a few hexadecimal letters. */
const isId = (word: string) => word.length > 24 || /^[\da-f]*\d[\da-f]*$/i.test(word);
/** Words in URLs that say nothing about their content. */
const empty = new Set(['bike', 'user', 'search', 'page', 'not', 'found', 'index', 'html', 'php']);
const maxText = 6;

/** Search keywords guessed from a URL that was not found; '' if it cannot be decoded. */
export function addressText(pathname: string): string {
  try {
    const tokens = decodeURIComponent(pathname).match(/[\p{L}\p{N}]+/gu) ?? [];
    return tokens
      .filter((word) => !isId(word) && !empty.has(word.toLowerCase()))
      .slice(0, maxText)
      .join(' ');
  } catch {
    return '';
  }
}
