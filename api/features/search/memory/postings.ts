/** Bytes of one page, as a power of two. */
const pageBits = 18;
const pageSize = 2 ** pageBits;
const inPage = pageSize - 1;
/** Bytes of a list's first block, and of its largest; each is twice the one before, its link leads to the next. */
const [firstBlock, largestBlock] = [8, 512];
const linkSize = 4;
/** Parts of a bike that a number has room for. */
const partBits = 3;
export const partsAtMost = 2 ** partBits;
const inPart = partsAtMost - 1;
/** Bits of a number in one byte; the bit above says that the number goes on in the next. */
const byteBits = 7;
const goesOn = 2 ** byteBits;
const inByte = goesOn - 1;

/** The same memory by bytes, and by the links of blocks. */
type Page = { bytes: Uint8Array; links: Uint32Array };

const wider = (full: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
  const wide = new Uint32Array(2 * full.length);
  wide.set(full);
  return wide;
};

/**
 * Which bikes have each word, and in which part: a list for each word, all in pages of one size, so that hundreds of
 * thousands of short lists cost no more than what is in them. Of a bike is noted how far it is from the one before: most
 * bikes have words that many have, where that is one byte.
 */
export class Postings {
  readonly #pages: Page[] = [];
  #used = 0;
  /** By list: where it begins, where its next byte goes (0: it has none), its last block's link, and its last bike. */
  #first = new Uint32Array(1024);
  #next = new Uint32Array(1024);
  #end = new Uint32Array(1024);
  #last = new Uint32Array(1024);
  /** What one block says: a bike for each byte at most. */
  readonly #said = new Uint32Array(largestBlock);
  /** How far a list is read: the last bike, and a number that goes on in the next block. */
  #slot = 0;
  #begun = 0;

  /** Bytes of all. */
  get bytes(): number {
    return this.#pages.length * pageSize + 4 * 4 * this.#next.length;
  }

  /** @param slot above those that the list has */
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
    // Until there is a next block, the link says how long this one is.
    links[link] = this.#block(list, Math.min(2 * (links[link] as number), largestBlock));
  }

  /** Room for a list's next bytes, in one page. */
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

  /** The bikes of a list, block by block: the slot and, in its last bits, the part. Each holds until the next. */
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

  /** Reads the bytes of a block. @returns how many bikes they say */
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

  /** How many bikes of a list are alive. */
  living(list: number, alive: Uint8Array): number {
    let count = 0;
    for (const numbers of this.#numbers(list))
      for (let at = 0; at < numbers.length; at += 1) count += alive[(numbers[at] as number) >>> partBits] as number;
    return count;
  }

  /**
   * Raises what is noted of each bike of a list.
   * @param levels what it is raised to, by the part that has the word
   * @param noted the bikes of which something is noted, and how many they are
   * @returns how many they are now
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
