import { onDemand } from 'bson';
import { written } from './names.ts';

/** Top-level fields by their names, found in stored documents without decoding them. */
export class Fields {
  readonly #names: readonly Buffer[];

  constructor(names: Iterable<string>) {
    this.#names = [...new Set([...names].map(written))].map((name) => Buffer.from(name, 'utf8'));
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
    return this.#names.some((name) => name.length === length && name.every((byte, i) => bytes[at + i] === byte));
  }
}
