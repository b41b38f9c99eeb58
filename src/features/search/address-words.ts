/** What a computer gave as a name: long, or of figures and a few letters only. */
const isId = (word: string) => word.length > 24 || /^[\da-f]*\d[\da-f]*$/i.test(word);
/** What stands in addresses and says nothing of what was looked for. */
const empty = new Set(['bike', 'user', 'search', 'page', 'not', 'found', 'index', 'html', 'php']);
const most = 6;

/** The words that an address which leads nowhere was perhaps about; none where it cannot be read. */
export function addressWords(pathname: string): string {
  try {
    const words = decodeURIComponent(pathname).match(/[\p{L}\p{N}]+/gu) ?? [];
    return words
      .filter((word) => !isId(word) && !empty.has(word.toLowerCase()))
      .slice(0, most)
      .join(' ');
  } catch {
    return '';
  }
}
