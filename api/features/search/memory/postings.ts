/** Page size in bytes, as a power of two. */
const pageBits = 18;
const pageSize = 2 ** pageBits;
const inPage = pageSize - 1;
/**
 * Bytes of a list's first and largest block. Each block is twice the size of the one before and ends with a link to the
 * next.
 */
const [firstBlock, largestBlock] = [8, 512];
const linkSize = 4;
/** Bits for the part of a bike that has the word. */
const partBits = 3;
export const maxParts = 2 ** partBits;
const inPart = maxParts - 1;
/** Varint encoding: 7 bits per byte; the high bit says that the number continues in the next byte. */
const byteBits = 7;
const goesOn = 2 ** byteBits;
const inByte = goesOn - 1;

/** Two views on the same memory: as bytes, and as links between blocks. */
type Page = { bytes: Uint8Array; links: Uint32Array };

const wider = (full: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
  const wide = new Uint32Array(2 * full.length);
  wide.set(full);
  return wide;
};

/**
 * Posting lists: for each word the bikes that have it, and in which part. All lists share pages of one size, so that
 * hundreds of thousands of short lists have no overhead each. Slots are delta-encoded; for common words, which are most
 * of what bikes have, a delta takes one byte.
 */
export class Postings {
  readonly #pages: Page[] = [];
  #used = 0;
  /**
   * By list: its first block, where its next byte goes (0: the list is empty), the link of its last block, and its last
   * slot.
   */
  #first = new Uint32Array(1024);
  #next = new Uint32Array(1024);
  #end = new Uint32Array(1024);
  #last = new Uint32Array(1024);
  /** Decoded entries of one block: at most one for each byte. */
  readonly #said = new Uint32Array(largestBlock);
  /** Decoder state across blocks: the last slot, and a number that continues in the next block. */
  #slot = 0;
  #begun = 0;

  /** Bytes used by all lists. */
  get bytes(): number {
    return this.#pages.length * pageSize + 4 * 4 * this.#next.length;
  }

  /** @param slot must be greater than the slots already in the list */
  add(list: number, slot: number, part: number): void {
    while (list >= this.#next.length) {
      this.#first = wider(this.#first);
      this.#next = wider(this.#next);
      this.#end = wider(this.#end);
      this.#last = wider(this.#last);
    }
    if (this.#next[list] === 0) this.#first[list] = this.#block(list, firstBlock);
    const number = ((slot - (this.#last[list] as number)) << partBits) | part;
    let below = 0;
    while (number >>> below >= goesOn) below += byteBits;
    for (; below > 0; below -= byteBits) this.#push(list, goesOn | ((number >>> below) & inByte));
    this.#push(list, number & inByte);
    this.#last[list] = slot;
  }

  #push(list: number, byte: number): void {
    if (this.#next[list] === this.#end[list]) this.#goOn(list);
    const at = this.#next[list] as number;
    this.#page(at).bytes[at & inPage] = byte;
    this.#next[list] = at + 1;
  }

  #page(at: number): Page {
    return this.#pages[at >>> pageBits] as Page;
  }

  #goOn(list: number): void {
    const end = this.#end[list] as number;
    const { links } = this.#page(end);
    const link = (end & inPage) / linkSize;
    // While there is no next block, the link holds this block's size.
    links[link] = this.#block(list, Math.min(2 * (links[link] as number), largestBlock));
  }

  /** Allocates a block within one page. */
  #block(list: number, size: number): number {
    if ((this.#used & inPage) + size > pageSize || this.#used === this.#pages.length * pageSize) {
      this.#used = this.#pages.length * pageSize;
      const buffer = new ArrayBuffer(pageSize);
      this.#pages.push({ bytes: new Uint8Array(buffer), links: new Uint32Array(buffer) });
    }
    const at = this.#used;
    this.#used += size;
    const end = at + size - linkSize;
    this.#page(end).links[(end & inPage) / linkSize] = size;
    this.#next[list] = at;
    this.#end[list] = end;
    return at;
  }

  /**
   * Yields the entries of a list block by block: the slot, with the part in the lowest bits. The array is reused for
   * each block.
   */
  *#numbers(list: number): Generator<Uint32Array> {
    const next = this.#next[list] ?? 0;
    if (next === 0) return;
    let [at, size] = [this.#first[list] as number, firstBlock];
    this.#slot = 0;
    this.#begun = 0;
    for (let isLast = false; !isLast; size = Math.min(2 * size, largestBlock)) {
      const end = at + size - linkSize;
      isLast = end === this.#end[list];
      const { bytes, links } = this.#page(at);
      const from = at & inPage;
      yield this.#said.subarray(0, this.#read(bytes, from, from + (isLast ? next : end) - at));
      at = links[(end & inPage) / linkSize] as number;
    }
  }

  /** Decodes the bytes of a block into `#said`. Returns the number of entries. */
  #read(bytes: Uint8Array, from: number, to: number): number {
    const said = this.#said;
    let slot = this.#slot;
    let number = this.#begun;
    let count = 0;
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] as number;
      number = (number << byteBits) | (byte & inByte);
      if (byte >= goesOn) continue;
      slot += number >>> partBits;
      said[count] = (slot << partBits) | (number & inPart);
      count += 1;
      number = 0;
    }
    this.#slot = slot;
    this.#begun = number;
    return count;
  }

  /** Number of live bikes in a list. */
  living(list: number, alive: Uint8Array): number {
    let count = 0;
    for (const numbers of this.#numbers(list))
      for (let at = 0; at < numbers.length; at += 1) count += alive[(numbers[at] as number) >>> partBits] as number;
    return count;
  }

  /**
   * Raises the level of each bike in a list to that of its part.
   * @param levels level by part
   * @param noted number of marked slots so far; `best` has the level by slot, `slots` the marked slots
   * @returns number of slots now
   */
  mark(
    list: number,
    levels: Uint8Array,
    { best, slots }: { best: Uint8Array; slots: Uint32Array },
    noted: number,
  ): number {
    let count = noted;
    for (const numbers of this.#numbers(list))
      for (let at = 0; at < numbers.length; at += 1) {
        const one = numbers[at] as number;
        const level = levels[one & inPart] as number;
        const slot = one >>> partBits;
        const known = best[slot] as number;
        if (known >= level) continue;
        best[slot] = level;
        if (known > 0) continue;
        slots[count] = slot;
        count += 1;
      }
    return count;
  }
}
