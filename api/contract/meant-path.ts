import { userArea } from './user-page.ts';

/** Punctuation after an address in a sentence, which is often copied with it. */
const trailing = /[\s.,;:!?)\]}>"'*…»”’]+$/u;

/** Returns the path with each percent sign that encodes nothing encoded. */
function repaired(path: string): string {
  const whole = path.replace(/%(?![\da-f]{2})/gi, '%25');
  try {
    decodeURI(whole);
    return whole;
  } catch {
    return path.replaceAll('%', '%25');
  }
}

/** Returns the path that somebody meant by one that was copied badly; null if nothing is wrong with it. */
export function meantPath(path: string): string | null {
  const whole = repaired(path);
  // A member's name may end with such a character.
  const isName = path.startsWith(userArea) && path.slice(userArea.length).includes('/');
  const bare = decodeURI(whole).replace(trailing, '');
  const meant = isName || bare === decodeURI(whole) ? whole : encodeURI(bare);
  return meant === path || meant.startsWith('//') ? null : meant || '/';
}
