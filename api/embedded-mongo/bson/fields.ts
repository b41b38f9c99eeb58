import { elementsOf, isNamedAs, sizeOf } from './elements.ts';
import { written } from './names.ts';

/** Up to this many bytes, a loop copies faster than a view and `set` do. */
const few = 128;

function copy(bytes: Uint8Array, from: number, to: number, out: Uint8Array, at: number): void {
  if (to - from > few) out.set(bytes.subarray(from, to), at);
  else for (let i = from, o = at; i < to; ) out[o++] = bytes[i++] as number;
}

/** Builds a document from elements of others. */
class Growing {
  readonly #out: Buffer;
  #at = 4;

  /** @param max the maximum size in bytes */
  constructor(max: number) {
    this.#out = Buffer.allocUnsafe(max);
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

/** Finds top-level fields by name in stored documents without decoding them. */
export class Fields {
  /** The names by their first byte, which rules out most fields quickly. */
  readonly #names: (Buffer[] | undefined)[] = new Array(256).fill(undefined);

  constructor(names: Iterable<string>) {
    for (const name of new Set([...names].map(written))) {
      const bytes = Buffer.from(name, 'utf8');
      const first = bytes[0] ?? 0;
      this.#names[first] = [...(this.#names[first] ?? []), bytes];
    }
  }

  /** Returns the document with these fields only, in its own order. */
  only(bytes: Uint8Array): Uint8Array {
    return this.#filtered(bytes, true);
  }

  without(bytes: Uint8Array): Uint8Array {
    return this.#filtered(bytes, false);
  }

  /**
   * Returns the document with these fields taken from `others`: each stays in its place, missing ones are removed, and
   * new ones go to the end. Repeated names are matched first to first.
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

  #filtered(bytes: Uint8Array, wanted: boolean): Uint8Array {
    const spans: number[] = [];
    let size = 5;
    const last = bytes.length - 1;
    for (let start = 4; start < last; ) {
      const name = start + 1;
      let end = name;
      while (bytes[end] !== 0) end += 1;
      const value = sizeOf(bytes, bytes[start] as number, end + 1);
      const next = end + 1 + value;
      if (value < 0 || next > last) return this.#slowly(bytes, wanted);
      if (this.#has(bytes, name, end - name) === wanted) {
        // Adjacent fields are copied together.
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

  /** The same for documents with rare types. */
  #slowly(bytes: Uint8Array, wanted: boolean): Uint8Array {
    const out = new Growing(bytes.length);
    for (const { from, nameEnd, to } of elementsOf(bytes))
      if (this.#has(bytes, from + 1, nameEnd - from - 1) === wanted) out.add(bytes, from, to);
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
