import { type Binary, BSONRegExp, Decimal128, Long, type ObjectId, type Timestamp } from 'bson';
import { badValue } from './errors.ts';
import { written } from './names.ts';
import { numberKey } from './number-key.ts';
import { rank, rankOf } from './order.ts';

// These two bytes end and escape strings.
const mustEscape = (text: string): boolean => text.includes('\0') || text.includes('\x01');
const twoTo32 = 2 ** 32;

/** Encodes values as bytes that sort in BSON order; equal bytes mean equal values. */
export class KeyWriter {
  #bytes = Buffer.allocUnsafe(1024);
  #length = 0;

  start(): void {
    this.#length = 0;
  }

  get length(): number {
    return this.#length;
  }

  finish(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#length));
  }

  /** Inverts the order of everything written since `from`. */
  invert(from: number): void {
    for (let i = from; i < this.#length; i++) this.#bytes[i] = ~(this.#bytes[i] as number) & 0xff;
  }

  value(v: unknown): void {
    const type = rankOf(v);
    this.#byte(type);
    switch (type) {
      case rank.number:
        this.#number(v);
        break;
      case rank.string:
        this.text(v as string);
        break;
      case rank.bool:
        this.#byte(v ? 1 : 0);
        break;
      case rank.objectId:
        this.#raw((v as ObjectId).id);
        break;
      case rank.date:
        this.#date(v as Date);
        break;
      case rank.timestamp:
        this.#sixtyFour(BigInt.asUintN(64, (v as Timestamp).toBigInt()));
        break;
      case rank.binary:
        this.#binary(v as Binary);
        break;
      case rank.regex:
        this.#regex(v as BSONRegExp | RegExp);
        break;
      case rank.array:
        for (const item of v as unknown[]) this.value(item);
        this.#byte(0);
        break;
      case rank.object:
        this.#object(v as Record<string, unknown>);
    }
  }

  /** Ends with 0x00. 0x00 and 0x01 inside are escaped, so no key is a prefix of another. */
  text(s: string): void {
    this.textPrefix(s);
    this.#byte(0);
  }

  textPrefix(s: string): void {
    this.#room(s.length * 3 + 1);
    if (!mustEscape(s)) {
      this.#length += this.#bytes.write(s, this.#length, 'utf8');
      return;
    }
    for (const byte of Buffer.from(s, 'utf8')) {
      if (byte < 2) this.#byte(1);
      this.#byte(byte < 2 ? byte + 1 : byte);
    }
  }

  #room(size: number): void {
    if (this.#length + size <= this.#bytes.length) return;
    const wider = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, this.#length + size));
    this.#bytes.copy(wider, 0, 0, this.#length);
    this.#bytes = wider;
  }

  #byte(byte: number): void {
    this.#room(1);
    this.#bytes[this.#length++] = byte;
  }

  #raw(bytes: Uint8Array): void {
    this.#room(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  #sixtyFour(value: bigint): void {
    this.#room(8);
    this.#length = this.#bytes.writeBigUInt64BE(value, this.#length);
  }

  #date(v: Date): void {
    const time = v.getTime();
    if (Number.isNaN(time)) throw badValue('dates outside the years -271821 to 275760 are not supported');
    this.#room(8);
    // The two halves of a signed number, with its sign bit inverted.
    const high = Math.floor(time / twoTo32);
    this.#bytes.writeUInt32BE(high + twoTo32 / 2, this.#length);
    this.#length = this.#bytes.writeUInt32BE(time - high * twoTo32, this.#length + 4);
  }

  #binary({ buffer, position, sub_type }: Binary): void {
    this.#room(5);
    this.#bytes.writeUInt32BE(position, this.#length);
    this.#bytes[this.#length + 4] = sub_type;
    this.#length += 5;
    this.#raw(buffer.subarray(0, position));
  }

  #regex(v: BSONRegExp | RegExp): void {
    this.text(v instanceof BSONRegExp ? v.pattern : v.source);
    this.text(v instanceof BSONRegExp ? v.options : v.flags);
  }

  #object(v: Record<string, unknown>): void {
    for (const [name, item] of Object.entries(v)) {
      if (item === undefined) continue;
      this.#byte(rankOf(item));
      this.text(name.includes('\0') ? written(name) : name);
      this.value(item);
    }
    this.#byte(0);
  }

  #number(v: unknown): void {
    const wide = v instanceof Long || v instanceof Decimal128 || typeof v === 'bigint';
    const { nearest, rest } = wide ? numberKey(v) : { nearest: Number(v), rest: undefined };
    this.#double(nearest);
    if (rest) this.#raw(rest);
    else this.#byte(0x80);
  }

  /** Writes eight bytes in numeric order. NaN, the smallest number, is all zeroes. */
  #double(value: number): void {
    this.#room(8);
    const at = this.#length;
    this.#length += 8;
    if (Number.isNaN(value)) {
      this.#bytes.fill(0, at, at + 8);
      return;
    }
    this.#bytes.writeDoubleBE(value === 0 ? 0 : value, at);
    const first = this.#bytes[at] as number;
    if (first & 0x80) for (let i = at; i < at + 8; i++) this.#bytes[i] = ~(this.#bytes[i] as number) & 0xff;
    else this.#bytes[at] = first | 0x80;
  }
}
