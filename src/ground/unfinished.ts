/** What was typed and not sent, for as long as this tab lives; empty where there is nothing, or nothing is kept. */
export function unfinished(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Keeps what was typed over a reload, a log-in and a way back. @param text empty when there is nothing to keep any more */
export function keepUnfinished(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage a reload loses what was not sent.
  }
}
