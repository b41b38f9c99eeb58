import type { Candidate } from '#contract/search/filter-and-count.ts';
import { readFacets } from '#contract/search/found.ts';
import { Codes } from './codes.ts';
import { Postings } from './postings.ts';
import { Vocabulary } from './vocabulary.ts';

/** FNV-1a hash of a bike's search text, used to notice changes. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}

const grown = <A extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(full: A, size: number): A => {
  const wide = new (full.constructor as new (size: number) => A)(size);
  wide.set(full);
  return wide;
};

/** Adds 10% of headroom. */
const roomFor = (count: number): number => Math.ceil(1.1 * count);

/**
 * Column store of the data that search needs of all public bikes; each bike has a slot. A changed bike gets a new slot,
 * so that posting lists only ever grow; its old slot is dead.
 */
export class BikesInMemory {
  readonly vocabulary = new Vocabulary();
  readonly postings = new Postings();
  readonly codes: Codes;
  /** By slot; dead slots keep theirs. */
  readonly ids: string[] = [];
  readonly #slots = new Map<string, number>();
  /** `size` counts the slots ever used, `live` the bikes. */
  size = 0;
  live = 0;
  /** The columns are indexed by slot. */
  alive: Uint8Array;
  hotRank: Float64Array;
  publishedAt: Float64Array;
  points: Float64Array;
  /** 0 if unknown; the weight in grams. */
  year: Uint16Array;
  weight: Uint32Array;
  #hash: Uint32Array;
  /**
   * `#titles` holds the words of all titles in order. A title begins at `#titleAt[slot]` and ends where the next one
   * begins.
   */
  #titleAt: Uint32Array;
  #titles: Uint32Array;

  /** @param expected number of bikes to allocate for; growing later fragments the process's memory */
  constructor(expected = 0) {
    const size = Math.max(1024, roomFor(expected));
    this.codes = new Codes(size);
    this.alive = new Uint8Array(size);
    this.hotRank = new Float64Array(size);
    this.publishedAt = new Float64Array(size);
    this.points = new Float64Array(size);
    this.year = new Uint16Array(size);
    this.weight = new Uint32Array(size);
    this.#hash = new Uint32Array(size);
    this.#titleAt = new Uint32Array(size + 1);
    this.#titles = new Uint32Array(8 * size);
  }

  get dead(): number {
    return this.size - this.live;
  }

  has(id: string): boolean {
    return this.#slots.has(id);
  }

  #grow(): void {
    const size = roomFor(this.size);
    this.alive = grown(this.alive, size);
    this.hotRank = grown(this.hotRank, size);
    this.publishedAt = grown(this.publishedAt, size);
    this.points = grown(this.points, size);
    this.year = grown(this.year, size);
    this.weight = grown(this.weight, size);
    this.#hash = grown(this.#hash, size);
    this.#titleAt = grown(this.#titleAt, size + 1);
    this.codes.grow(size);
  }

  /** Inserts or updates a bike. */
  put(bike: Candidate): void {
    const hash = hashOf(bike.indexText);
    const known = this.#slots.get(bike.id);
    if (known !== undefined && this.#hash[known] === hash) {
      this.#setRank(known, bike);
      return;
    }
    this.remove(bike.id);
    if (this.size === this.alive.length) this.#grow();
    const slot = this.size;
    this.size += 1;
    this.live += 1;
    this.ids.push(bike.id);
    this.#slots.set(bike.id, slot);
    this.alive[slot] = 1;
    this.#hash[slot] = hash;
    this.#setRank(slot, bike);
    const facets = readFacets(bike.indexText);
    this.year[slot] = facets.year ?? 0;
    this.weight[slot] = facets.weight ?? 0;
    this.codes.add(slot, facets);
    this.#indexTokens(slot, bike.indexText);
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#slots.delete(id);
    this.alive[slot] = 0;
    this.codes.remove(slot);
    this.live -= 1;
  }

  #setRank(slot: number, { hotRank, publishedAt, points }: Candidate): void {
    this.hotRank[slot] = hotRank;
    this.publishedAt[slot] = publishedAt;
    this.points[slot] = points;
  }

  /**
   * Indexes the search text. Part 0 is the title, whose word order is kept. A word counts in the first part that has
   * it.
   */
  #indexTokens(slot: number, indexText: string): void {
    const [, ...parts] = indexText.split('\n');
    const met = new Set<number>();
    let end = this.#titleAt[slot] as number;
    for (const [part, text] of parts.entries()) {
      for (const word of text.split(' ')) {
        if (!word) continue;
        const number = this.vocabulary.add(word);
        if (part === 0) {
          if (end === this.#titles.length) this.#titles = grown(this.#titles, roomFor(end));
          this.#titles[end] = number;
          end += 1;
        }
        if (met.has(number)) continue;
        met.add(number);
        this.postings.add(number, slot, part);
      }
    }
    this.#titleAt[slot + 1] = end;
  }

  /** Whether the title has `first` directly followed by a word that `second` accepts. */
  isCalled(slot: number, first: number, second: (word: number) => boolean): boolean {
    const end = (this.#titleAt[slot + 1] as number) - 1;
    for (let at = this.#titleAt[slot] as number; at < end; at += 1)
      if (this.#titles[at] === first && second(this.#titles[at + 1] as number)) return true;
    return false;
  }
}
