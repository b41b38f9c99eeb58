/** Numbers of one page, as a power of two. */
const pageBits = 16;
const pageSize = 2 ** pageBits;
const inPage = pageSize - 1;
/** Numbers of a list's first block, and of its largest; each is twice the one before, the last number leads to the next. */
const [firstBlock, largestBlock] = [4, 512];
/** Parts of a bike that a number has room for. */
const partBits = 3;
export const partsAtMost = 2 ** partBits;
const inPart = partsAtMost - 1;

const wider = (full: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
  const wide = new Uint32Array(2 * full.length);
  wide.set(full);
  return wide;
};

/**
 * Which bikes have each word, and in which part: a list of numbers for each word, all in pages of one size, so that
 * hundreds of thousands of short lists cost no more than their numbers.
 */
export class Postings {
  readonly #pages: Uint32Array[] = [];
  #used = 0;
  /** By list: where it begins, where its next number goes, where its last block ends, and how many it has. */
  #first = new Uint32Array(1024);
  #next = new Uint32Array(1024);
  #end = new Uint32Array(1024);
  #counts = new Uint32Array(1024);

  /** Bytes of all. */
  get bytes(): number {
    return 4 * (this.#pages.length * pageSize + 4 * this.#counts.length);
  }

  #count(list: number): number {
    return this.#counts[list] ?? 0;
  }

  add(list: number, slot: number, part: number): void {
    while (list >= this.#counts.length) {
      this.#first = wider(this.#first);
      this.#next = wider(this.#next);
      this.#end = wider(this.#end);
      this.#counts = wider(this.#counts);
    }
    const count = this.#count(list);
    if (count === 0) this.#begin(list);
    else if (this.#next[list] === this.#end[list]) this.#goOn(list);
    const at = this.#next[list] as number;
    (this.#pages[at >>> pageBits] as Uint32Array)[at & inPage] = (slot << partBits) | part;
    this.#next[list] = at + 1;
    this.#counts[list] = count + 1;
  }

  #begin(list: number): void {
    this.#first[list] = this.#block(list, firstBlock);
  }

  #goOn(list: number): void {
    const end = this.#end[list] as number;
    const page = this.#pages[end >>> pageBits] as Uint32Array;
    // Until there is a next block, its last number says how long a block is.
    const size = page[end & inPage] as number;
    page[end & inPage] = this.#block(list, Math.min(2 * size, largestBlock));
  }

  /** Room for a list's next numbers, in one page. */
  #block(list: number, size: number): number {
    if (this.#pages.length === 0 || (this.#used & inPage) + size > pageSize || (this.#used & inPage) === 0) {
      this.#used = this.#pages.length * pageSize;
      this.#pages.push(new Uint32Array(pageSize));
    }
    const at = this.#used;
    this.#used += size;
    const end = at + size - 1;
    (this.#pages[end >>> pageBits] as Uint32Array)[end & inPage] = size;
    this.#next[list] = at;
    this.#end[list] = end;
    return at;
  }

  /** Where the numbers of a list stand, block by block. */
  *#blocks(list: number): Generator<{ page: Uint32Array; from: number; to: number }> {
    let at = this.#first[list] as number;
    let size = firstBlock;
    for (let left = this.#count(list); left > 0; size = Math.min(2 * size, largestBlock)) {
      const page = this.#pages[at >>> pageBits] as Uint32Array;
      const from = at & inPage;
      const to = from + Math.min(left, size - 1);
      yield { page, from, to };
      left -= to - from;
      at = page[from + size - 1] as number;
    }
  }

  /** How many bikes of a list are alive. */
  living(list: number, alive: Uint8Array): number {
    let count = 0;
    for (const { page, from, to } of this.#blocks(list))
      for (let at = from; at < to; at += 1) count += alive[(page[at] as number) >>> partBits] as number;
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
    for (const { page, from, to } of this.#blocks(list))
      for (let at = from; at < to; at += 1) {
        const one = page[at] as number;
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
