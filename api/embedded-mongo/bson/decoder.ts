import { BSONRegExp, Decimal128, Double, deserialize, Int32, MaxKey, MinKey, ObjectId, Timestamp } from 'bson';
import type { Document } from './codec.ts';
import { repeated } from './names.ts';
import { malformed, Scalars } from './scalars.ts';
import { assign } from './values.ts';

const type = {
  double: 1,
  string: 2,
  document: 3,
  array: 4,
  binary: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  max: 127,
  min: 255,
} as const;

/** Deeper than any accepted document. Deeper levels are read without recursion, and refused later. */
const deepest = 250;
/** Size of an empty document: its length and its last byte. */
const smallest = 5;

/** Decodes documents with every field, in order. Converts nothing that looks like a DBRef. */
export class Decoder {
  readonly #in: Scalars;
  readonly #typed: boolean;
  readonly #raw: ReadonlySet<string>;
  #repeats = 0;
  /** How deep the command lies: an explained command is nested in another. */
  #commandDepth = 0;

  /** `typed` keeps the BSON types of numbers; `raw` names the arrays whose documents stay bytes. */
  constructor(bytes: Uint8Array, typed: boolean, raw: ReadonlySet<string>) {
    this.#in = new Scalars(bytes);
    this.#typed = typed;
    this.#raw = raw;
  }

  /** Decodes the whole as a document. Throws BSONError for invalid bytes. */
  decode(): Document {
    if (this.#in.buffer.length < smallest || this.#in.buffer.readInt32LE(0) !== this.#in.buffer.length)
      throw malformed('the size is not that of the bytes');
    return this.#document(0);
  }

  /** Returns where the document or array that begins here ends, without its last byte. */
  #enter(): number {
    const size = this.#in.int();
    const end = this.#in.at - 4 + size - 1;
    if (size < smallest || end >= this.#in.buffer.length || this.#in.buffer[end] !== 0)
      throw malformed('the length of a document');
    return end;
  }

  #document(depth: number): Document {
    const end = this.#enter();
    const out: Document = {};
    while (this.#in.at < end) {
      const kind = this.#in.buffer[this.#in.at++] as number;
      const name = this.#in.texts.name(this.#in.at);
      this.#in.at = this.#in.texts.end + 1;
      const isRaw = kind === type.array && depth <= this.#commandDepth && this.#raw.has(name);
      if (depth === 0) this.#commandDepth = name === 'explain' ? 1 : 0;
      const value = isRaw ? this.#documents() : this.#value(kind, depth);
      if (out[name] !== undefined && Object.hasOwn(out, name)) out[repeated(name, ++this.#repeats)] = value;
      else if (name === '__proto__') assign(out, name, value);
      else out[name] = value;
    }
    if (this.#in.at !== end) throw malformed('a document that its last field overruns');
    this.#in.at++;
    return out;
  }

  #array(depth: number): unknown[] {
    const end = this.#enter();
    const out: unknown[] = [];
    while (this.#in.at < end) {
      const kind = this.#in.buffer[this.#in.at++] as number;
      this.#in.at = this.#in.texts.skip(this.#in.at) + 1;
      out.push(this.#value(kind, depth));
    }
    if (this.#in.at !== end) throw malformed('an array that its last element overruns');
    this.#in.at++;
    return out;
  }

  /** Reads an array whose documents stay bytes. */
  #documents(): unknown[] {
    const end = this.#enter();
    const out: unknown[] = [];
    while (this.#in.at < end) {
      const kind = this.#in.buffer[this.#in.at++] as number;
      this.#in.at = this.#in.texts.skip(this.#in.at) + 1;
      out.push(kind === type.document ? this.#bytes() : this.#value(kind, 1));
    }
    if (this.#in.at !== end) throw malformed('an array that its last element overruns');
    this.#in.at++;
    return out;
  }

  /** Returns the bytes of the document that begins here. */
  #bytes(): Buffer {
    const from = this.#in.at;
    this.#in.at = this.#enter() + 1;
    return this.#in.buffer.subarray(from, this.#in.at);
  }

  #value(kind: number, depth: number): unknown {
    switch (kind) {
      case type.string:
        return this.#in.string();
      case type.int: {
        const value = this.#in.int();
        return this.#typed ? new Int32(value) : value;
      }
      case type.double: {
        const value = this.#in.buffer.readDoubleLE(this.#in.skip(8));
        return this.#typed ? new Double(value) : value;
      }
      case type.document:
        return depth < deepest ? this.#document(depth + 1) : deserialize(this.#bytes(), { bsonRegExp: true });
      case type.array:
        return depth < deepest ? this.#array(depth + 1) : Object.values(deserialize(this.#bytes()));
      case type.bool:
        return this.#in.bool();
      case type.date:
        return new Date(this.#in.int64().toNumber());
      case type.null:
        return null;
      case type.objectId:
        return new ObjectId(this.#in.buffer.subarray(this.#in.skip(12), this.#in.at));
      case type.long:
        return this.#in.long(this.#typed);
      case type.binary:
        return this.#in.binary();
      case type.undefined:
        return undefined;
      case type.regex:
        return new BSONRegExp(this.#in.cstring(), this.#in.cstring());
      case type.timestamp: {
        const from = this.#in.skip(8);
        return new Timestamp({ i: this.#in.buffer.readUInt32LE(from), t: this.#in.buffer.readUInt32LE(from + 4) });
      }
      case type.decimal:
        return new Decimal128(Buffer.from(this.#in.buffer.subarray(this.#in.skip(16), this.#in.at)));
      case type.min:
        return new MinKey();
      case type.max:
        return new MaxKey();
    }
    return this.#in.deprecated(kind, this.#typed);
  }
}
