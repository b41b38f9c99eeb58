import { elementsOf, isNamedAs, sizeOf } from './elements.ts';
import { written } from './names.ts';

/** So few bytes are copied one by one, sooner than a view of them is made. */
const few = 128;

function copy(bytes: Uint8Array, from: number, to: number, out: Uint8Array, at: number): void {
  if (to - from > few) out.set(bytes.subarray(from, to), at);
  else for (let i = from, o = at; i < to; ) out[o++] = bytes[i++] as number;
}

/** A document that is put together from elements of others. */
class Growing {
  readonly #out: Buffer;
  #at = 4;

  /** @param most how many bytes it may get */
  constructor(most: number) {
    this.#out = Buffer.allocUnsafe(most);
  }

  add(bytes: Uint8Array, from: number, to: number): void {
    copy(bytes, from, to, this.#out, this.#at);
    this.#at += to - from;
  }

  end(): Uint8Array {
    this.#out[this.#at++] = 0;
    this.#out.writeInt32LE(this.#at, 0);
    return this.#out.subarray(0, this.#at);
  }
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

  /**
   * The document with these fields as `others` has them: each in its place, what is not there gone, and what is new at
   * the end. Of a name that is there several times, the first stands for the first.
   */
  replaced(bytes: Uint8Array, others: Uint8Array): Uint8Array {
    const rest = elementsOf(others);
    const out = new Growing(bytes.length + others.length);
    for (const one of elementsOf(bytes)) {
      if (!this.#has(bytes, one.from + 1, one.nameEnd - one.from - 1)) {
        out.add(bytes, one.from, one.to);
        continue;
      }
      const at = rest.findIndex((other) => isNamedAs(bytes, one, others, other));
      for (const { from, to } of at < 0 ? [] : rest.splice(at, 1)) out.add(others, from, to);
    }
    for (const { from, to } of rest) out.add(others, from, to);
    return out.end();
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
    const out = new Growing(bytes.length);
    for (const { from, nameEnd, to } of elementsOf(bytes))
      if (this.#has(bytes, from + 1, nameEnd - from - 1) === kept) out.add(bytes, from, to);
    return out.end();
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
