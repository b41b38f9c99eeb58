/** Parses an absolute URL; null if invalid. `URL.parse` needs Safari 18. */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
