import { Binary, BSONError, deserialize, Long } from 'bson';
import { Texts } from './texts.ts';

const twoTo32 = 2 ** 32;
const twoTo21 = 2 ** 21;

export const malformed = (what: string): BSONError => new BSONError(`bad BSON: ${what}`);

/** Reads scalar values in sequence. Throws BSONError for invalid bytes. */
export class Scalars {
  readonly buffer: Buffer;
  readonly texts: Texts;
  at = 0;

  constructor(bytes: Uint8Array) {
    this.buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.texts = new Texts(this.buffer);
  }

  /** Skips bytes and returns where they begin. */
  skip(size: number): number {
    const from = this.at;
    if (size < 0 || from + size >= this.buffer.length) throw malformed('a value longer than its document');
    this.at += size;
    return from;
  }

  int(): number {
    return this.buffer.readInt32LE(this.skip(4));
  }

  int64(): Long {
    const from = this.skip(8);
    return new Long(this.buffer.readInt32LE(from), this.buffer.readInt32LE(from + 4));
  }

  /** Returns a JavaScript number if it is exact. */
  long(typed: boolean): unknown {
    const long = this.int64();
    const { high, low } = long;
    const isExact = (high >= -twoTo21 && high < twoTo21) || (high === twoTo21 && low === 0);
    return isExact && !typed ? high * twoTo32 + (low >>> 0) : long;
  }

  bool(): boolean {
    const byte = this.buffer[this.skip(1)] as number;
    if (byte > 1) throw malformed('a boolean that is neither true nor false');
    return byte === 1;
  }

  string(): string {
    const size = this.int();
    const from = this.skip(size);
    if (size < 1 || this.buffer[this.at - 1] !== 0) throw malformed('the length of a string');
    return this.texts.text(from, this.at - 1);
  }

  cstring(): string {
    const from = this.at;
    this.at = this.texts.skip(from) + 1;
    return this.buffer.toString('utf8', from, this.at - 1);
  }

  binary(): Binary {
    let size = this.int();
    const subtype = this.buffer[this.skip(1)] as number;
    if (subtype === Binary.SUBTYPE_BYTE_ARRAY) {
      const inner = this.int();
      if (inner !== size - 4) throw malformed('the length of a binary of subtype 2');
      size = inner;
    }
    const value = new Binary(this.buffer.subarray(this.skip(size), this.at), subtype);
    return subtype === Binary.SUBTYPE_UUID && size === 16 ? value.toUUID() : value;
  }

  /** Reads a deprecated type as js-bson represents it. */
  deprecated(kind: number, typed: boolean): unknown {
    const from = this.at;
    const size = kind >= 12 && kind <= 15 ? this.int() + (kind === 12 ? 12 : 0) : -1;
    if (size < 0) throw malformed(`the type ${kind}`);
    if (kind === 15) this.at = from;
    this.skip(size);
    const value = this.buffer.subarray(from, this.at);
    const head = Buffer.from([0, 0, 0, 0, kind, 118, 0]);
    head.writeInt32LE(head.length + value.length + 1, 0);
    return deserialize(Buffer.concat([head, value, Buffer.alloc(1)]), { promoteValues: !typed, bsonRegExp: true }).v;
  }
}
