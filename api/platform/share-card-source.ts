/** A share card: what it shows, and where it is stored. */
export interface ShareCard {
  /** The folder of its pictures in all languages, in the picture storage. */
  folder: string;
  /** Changes with whatever the card shows. */
  version: string;
  /** The photo that it shows; null for the site's mark. */
  photoId: string | null;
  /** Its texts in the current language, in letters that its typeface has. */
  contents(): Promise<{ title: string; lines: string[] }>;
  /** Whether it is still the current version, and may be seen. */
  isCurrent(): Promise<boolean>;
}

/** Share cards of one kind of page. */
export interface ShareCardSource {
  /** @throws not_found, gone for what visitors cannot see */
  find(id: string): Promise<ShareCard>;
}

/**
 * Letters of names that the typeface lacks: it has Latin with European and Vietnamese diacritics, punctuation and the
 * euro. Of other scripts it has what the site's own texts need.
 */
const unknownLetters = /[^\u0020-\u007E\u00A0-\u024F\u1E9E\u1EA0-\u1EF9\u2010-\u2033\u20AC]+/g;

/** Replaces the letters of names that the typeface lacks. */
export const drawable = (text: string): string =>
  text.normalize('NFC').replace(unknownLetters, ' ').replace(/\s+/g, ' ').trim();

/** Whether the typeface is sure to have a text's letters: of kanji it has only those of bikes' values. */
export const isDrawable = (text: string): boolean => !/\p{Script=Han}/u.test(text);
