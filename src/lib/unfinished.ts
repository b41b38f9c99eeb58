/** Stands for the member's id in the keys of text that was typed without a log-in. */
export const visitor = 'visitor';

/** Returns unsent text of this tab; empty if there is none or without storage. */
export function unfinished(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/**
 * Keeps unsent text in this tab over a reload, a log-in or a navigation.
 * @param key ends with a colon and the author's id, or `visitor`
 * @param text an empty text deletes the entry
 */
export function keepUnfinished(key: string, text: string): void {
  try {
    if (text) sessionStorage.setItem(key, text);
    else sessionStorage.removeItem(key);
  } catch {
    // Without storage a reload loses the text.
  }
}

/** Deletes the unsent text of a member, and of visitors, from this tab after a sign-out. */
export function forgetUnfinished(userId: string): void {
  try {
    for (const key of Object.keys(sessionStorage))
      if (key.endsWith(`:${userId}`) || key.endsWith(`:${visitor}`)) sessionStorage.removeItem(key);
  } catch {
    // Without storage there is nothing to delete.
  }
}
