import { editsAllowed } from '#contract/edits.ts';
import { owned } from './owned.ts';

/** Length of the prefix by which words are grouped. */
const startLength = 2;
const hasDigit = /\d/;

/** Bit set of a word's letters; all characters but a to z share 6 bits. */
function lettersOf(word: string): number {
  let letters = 0;
  for (let at = 0; at < word.length; at += 1) {
    const place = word.charCodeAt(at) - 97;
    letters |= 1 << (place >= 0 && place < 26 ? place : 26 + ((place >>> 0) % 6));
  }
  return letters;
}

/** Number of bits in which two numbers differ (population count). */
function difference(a: number, b: number): number {
  let bits = a ^ b;
  bits -= (bits >>> 1) & 0x55555555;
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Numbers all words of the bikes in memory. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>();
  readonly #tokens: string[] = [];
  readonly #byStart = new Map<string, number[]>();
  /**
   * By number: the letter set, and the length; the length is 0 for words with digits, which are never spelling
   * suggestions.
   */
  #letters = new Uint32Array(1024);
  #lengths = new Uint8Array(1024);

  numberOf(word: string): number | undefined {
    return this.#numbers.get(word);
  }

  wordOf(number: number): string {
    return this.#tokens[number] ?? '';
  }

  /** Returns the number of a word, assigning one if it is new. */
  add(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#tokens.length;
    const own = owned(word);
    this.#tokens.push(own);
    this.#numbers.set(own, number);
    const start = own.slice(0, startLength);
    const alike = this.#byStart.get(start);
    if (alike) alike.push(number);
    else this.#byStart.set(start, [number]);
    if (number >= this.#lengths.length) {
      const [letters, lengths] = [this.#letters, this.#lengths];
      this.#letters = new Uint32Array(2 * number);
      this.#letters.set(letters);
      this.#lengths = new Uint8Array(2 * number);
      this.#lengths.set(lengths);
    }
    this.#letters[number] = lettersOf(word);
    this.#lengths[number] = hasDigit.test(word) ? 0 : word.length;
    return number;
  }

  /** Words that begin with `typed` and are longer. */
  *beginning(typed: string): Generator<number> {
    if (typed.length < startLength) {
      for (const [start, alike] of this.#byStart) if (start.startsWith(typed) && start !== typed) yield* alike;
      return;
    }
    for (const number of this.#byStart.get(typed.slice(0, startLength)) ?? []) {
      const word = this.wordOf(number);
      if (word.length > typed.length && word.startsWith(typed)) yield number;
    }
  }

  /**
   * Candidates within the allowed edits: an edit changes the length by at most one and the letter set by at most two
   * letters.
   */
  near(typed: string): number[] {
    const edits = editsAllowed(typed.length);
    const letters = lettersOf(typed);
    const found: number[] = [];
    const [min, max] = [typed.length - edits, typed.length + edits];
    for (let number = 0; number < this.#tokens.length; number += 1) {
      const length = this.#lengths[number] as number;
      if (length < min || length > max || length === 0) continue;
      if (difference(letters, this.#letters[number] as number) <= 2 * edits) found.push(number);
    }
    return found;
  }
}
