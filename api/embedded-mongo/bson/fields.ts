import { onDemand } from 'bson';
import { written } from './names.ts';

const stringLike = 0x02;
const document = 0x03;
const array = 0x04;
const binary = 0x05;
/** Bytes of the values whose type says how long they are. */
const fixed: Readonly<Record<number, number>> = {
  1: 8,
  6: 0,
  7: 12,
  8: 1,
  9: 8,
  10: 0,
  16: 4,
  17: 8,
  18: 8,
  19: 16,
  127: 0,
  255: 0,
};

/** How many bytes a value has, or -1 for the types that are rare. */
function sizeOf(bytes: Uint8Array, type: number, at: number): number {
  const known = fixed[type];
  if (known !== undefined) return known;
  const length =
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24);
  if (type === stringLike) return length + 4;
  if (type === document || type === array) return length;
  return type === binary ? length + 5 : -1;
}

/** So few bytes are copied one by one, sooner than a view of them is made. */
const few = 128;

function copy(bytes: Uint8Array, from: number, to: number, out: Uint8Array, at: number): void {
  if (to - from > few) out.set(bytes.subarray(from, to), at);
  else for (let i = from, o = at; i < to; ) out[o++] = bytes[i++] as number;
}

/** Top-level fields by their names, found in stored documents without decoding them. */
export class Fields {
  /** The names by their first bytes, for most that are met begin as none of them. */
  readonly #names: (Buffer[] | undefined)[] = new Array(256).fill(undefined);

  constructor(names: Iterable<string>) {
    for (const name of new Set([...names].map(written))) {
      const bytes = Buffer.from(name, 'utf8');
      const first = bytes[0] ?? 0;
      this.#names[first] = [...(this.#names[first] ?? []), bytes];
    }
  }

  /** The document with these fields only, in the order that they have there. */
  only(bytes: Uint8Array): Uint8Array {
    return this.#filtered(bytes, true);
  }

  /** The document without these fields. */
  without(bytes: Uint8Array): Uint8Array {
    return this.#filtered(bytes, false);
  }

  #filtered(bytes: Uint8Array, kept: boolean): Uint8Array {
    const spans: number[] = [];
    let size = 5;
    const last = bytes.length - 1;
    for (let start = 4; start < last; ) {
      const name = start + 1;
      let end = name;
      while (bytes[end] !== 0) end += 1;
      const value = sizeOf(bytes, bytes[start] as number, end + 1);
      const next = end + 1 + value;
      if (value < 0 || next > last) return this.#slowly(bytes, kept);
      if (this.#has(bytes, name, end - name) === kept) {
        // What lies side by side is copied at once.
        if (spans.at(-1) === start) spans[spans.length - 1] = next;
        else spans.push(start, next);
        size += next - start;
      }
      start = next;
    }
    const out = Buffer.allocUnsafe(size);
    let at = 4;
    for (let i = 0; i < spans.length; i += 2) {
      const from = spans[i] as number;
      const to = spans[i + 1] as number;
      copy(bytes, from, to, out, at);
      at += to - from;
    }
    out[at] = 0;
    out.writeInt32LE(size, 0);
    return out;
  }

  /** The same for documents with types that are rare. */
  #slowly(bytes: Uint8Array, kept: boolean): Uint8Array {
    const out = Buffer.allocUnsafe(bytes.length);
    let end = 4;
    for (const [, name, length, offset, size] of onDemand.parseToElements(bytes)) {
      if (this.#has(bytes, name, length) !== kept) continue;
      out.set(bytes.subarray(name - 1, offset + size), end);
      end += offset + size - name + 1;
    }
    out[end++] = 0;
    out.writeInt32LE(end, 0);
    return out.subarray(0, end);
  }

  #has(bytes: Uint8Array, at: number, length: number): boolean {
    const names = this.#names[bytes[at] as number];
    if (!names) return false;
    for (const name of names) {
      if (name.length !== length) continue;
      let i = 0;
      while (i < length && name[i] === bytes[at + i]) i += 1;
      if (i === length) return true;
    }
    return false;
  }
}
