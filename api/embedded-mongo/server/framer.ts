const headerBytes = 16;

/** Splits a stream of bytes into messages. */
export class Framer {
  #chunks: Buffer[] = [];
  #size = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the messages that this chunk completes. Throws an Error for an invalid stream. */
  *push(chunk: Buffer): Generator<Buffer> {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    while (this.#size >= 4) {
      const length = this.#first(4).readInt32LE(0);
      if (length < headerBytes || length > this.#maxBytes) throw new Error(`invalid message length ${length}`);
      if (this.#size < length) return;
      const all = this.#first(length);
      const rest = all.length > length ? [all.subarray(length)] : [];
      this.#chunks = [...rest, ...this.#chunks.slice(1)];
      this.#size -= length;
      yield all.subarray(0, length);
    }
  }

  /** Joins chunks until the first holds at least this many bytes. */
  #first(bytes: number): Buffer {
    const [first] = this.#chunks;
    if (first && first.length >= bytes) return first;
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }
}
