/** Whose that is what was typed while nobody was logged in. */
export const visitor = 'visitor';

/** What was typed and not sent, for as long as this tab lives; empty where there is nothing, or nothing is kept. */
export function unfinished(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/**
 * Keeps what was typed over a reload, a log-in and a way back.
 * @param key ends with a colon and the id of who has typed it, or `visitor`
 * @param text empty when there is nothing to keep any more
 */
export function keepUnfinished(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage a reload loses what was not sent.
  }
}

/** Forgets whatever somebody has typed in this tab and not sent, also before they logged in: they have signed out. */
export function forgetUnfinished(userId: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.endsWith(`:${userId}`) || key.endsWith(`:${visitor}`)) sessionStorage.removeItem(key);
  } catch {
    // Where nothing is kept there is nothing to forget.
  }
}
