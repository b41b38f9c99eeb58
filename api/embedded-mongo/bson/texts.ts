import { BSONError } from 'bson';
import { encodeName } from './names.ts';

/** Longer names are not cached. */
const maxCachedLength = 32;
const slots = 2048;
// The same few names occur again and again; a cached string costs nothing to decode.
const cache: string[] = new Array(slots).fill('');
const lengths = new Uint8Array(slots);
const strict = new TextDecoder('utf-8', { fatal: true });

/** Reads the strings in the bytes of a document. */
export class Texts {
  readonly #buffer: Buffer;
  /** Where the last name that was read ends. */
  end = 0;

  constructor(buffer: Buffer) {
    this.#buffer = buffer;
  }

  /** Returns where the string that begins here ends, at its NUL. */
  skip(from: number): number {
    const buffer = this.#buffer;
    let end = from;
    while (buffer[end]) end++;
    if (end >= buffer.length) throw new BSONError('bad BSON: a name without an end');
    return end;
  }

  /** Reads the field name that begins here, as decoded documents hold it. */
  name(from: number): string {
    const buffer = this.#buffer;
    let at = from;
    let hash = 0;
    let all = 0;
    for (let byte = buffer[at]; byte; byte = buffer[++at]) {
      hash = (hash * 31 + byte) | 0;
      all |= byte;
    }
    if (at >= buffer.length) throw new BSONError('bad BSON: a name without an end');
    this.end = at;
    const length = at - from;
    if (all > 127 || length > maxCachedLength) return encodeName(buffer.toString('utf8', from, at));
    const slot = (hash ^ (hash >>> 16)) & (slots - 1);
    const known = cache[slot] as string;
    if (lengths[slot] === length && this.#is(known, from, length)) return known;
    const name = encodeName(buffer.toString('latin1', from, at));
    cache[slot] = name;
    lengths[slot] = length;
    return name;
  }

  /** Decodes a string between two offsets. Throws BSONError if it is not UTF-8. */
  text(from: number, to: number): string {
    const short = to - from <= maxCachedLength ? this.#ascii(from, to) : undefined;
    if (short !== undefined) return short;
    const text = this.#buffer.toString('utf8', from, to);
    if (text.includes('\ufffd')) this.#assertValid(from, to);
    return text;
  }

  /** Decodes a short string without leaving JavaScript; undefined if it is not all ASCII. */
  #ascii(from: number, to: number): string | undefined {
    const buffer = this.#buffer;
    let out = '';
    for (let at = from; at < to; at++) {
      const byte = buffer[at] as number;
      if (byte > 127) return undefined;
      out += String.fromCharCode(byte);
    }
    return out;
  }

  #is(name: string, from: number, length: number): boolean {
    for (let i = 0; i < length; i++) if (name.charCodeAt(i) !== this.#buffer[from + i]) return false;
    return true;
  }

  #assertValid(from: number, to: number): void {
    try {
      strict.decode(this.#buffer.subarray(from, to));
    } catch {
      throw new BSONError('Invalid UTF-8 string in BSON document');
    }
  }
}
