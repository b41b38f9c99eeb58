import { type FacetName, facetLabel, facetNames } from '#contract/search/facets.ts';
import type { FacetCountsByValue } from '#contract/search/filter-and-count.ts';
import type { ReadFacets } from '#contract/search/found.ts';
import { owned } from './owned.ts';

/** The facet values behind a code; a bike may have several values of one facet. */
type Meaning = { place: number; values: string[]; brand: string };

/** Codes per bike: one for each facet. */
export const width = facetNames.length;

/** Facet codes of the bikes in memory, one row per slot. */
export class Codes {
  /** Indexed by slot, then by facet. */
  rows: Uint16Array;
  /** By code: bikes counted in the current search. Reused between searches. */
  counts = new Uint32Array(1024);
  /** By code: number of live bikes. */
  #totals = new Uint32Array(1024);
  readonly #known = facetNames.map(() => new Map<string, number>());
  readonly #meanings: Meaning[] = [];

  constructor(slots: number) {
    this.rows = new Uint16Array(slots * width);
  }

  grow(slots: number): void {
    const { rows } = this;
    this.rows = new Uint16Array(slots * width);
    this.rows.set(rows);
  }

  add(slot: number, { values, brand }: ReadFacets): void {
    for (let place = 0; place < width; place += 1) {
      const code = this.#codeOf(place, values[place] ?? [], brand);
      this.rows[slot * width + place] = code;
      this.#totals[code] = (this.#totals[code] as number) + 1;
    }
  }

  remove(slot: number): void {
    for (const code of this.rows.subarray(slot * width, (slot + 1) * width))
      this.#totals[code] = (this.#totals[code] as number) - 1;
  }

  #codeOf(place: number, values: readonly string[], brand: string): number {
    const text = values.join('|');
    const known = this.#known[place]?.get(text);
    if (known !== undefined) return known;
    const code = this.#meanings.length;
    this.#known[place]?.set(owned(text), code);
    this.#meanings.push({ place, values: values.map(owned), brand: owned(brand) });
    if (code >= this.counts.length) {
      const totals = this.#totals;
      this.counts = new Uint32Array(2 * code);
      this.#totals = new Uint32Array(2 * code);
      this.#totals.set(totals);
    }
    return code;
  }

  /** By code: 1 if it stands for any of the chosen values. */
  having(chosen: readonly string[]): Uint8Array {
    return Uint8Array.from(this.#meanings, ({ values }) => (values.some((value) => chosen.includes(value)) ? 1 : 0));
  }

  /** Number of live bikes by each value of a facet. */
  totalsOf(facet: FacetName): Map<string, number> {
    const totals = new Map<string, number>();
    for (const [code, { place, values }] of this.#meanings.entries()) {
      const count = this.#totals[code] as number;
      if (facetNames[place] !== facet || count === 0) continue;
      for (const value of values) totals.set(value, (totals.get(value) ?? 0) + count);
    }
    return totals;
  }

  begin(): void {
    this.counts.fill(0);
  }

  countAll(): void {
    this.counts.set(this.#totals);
  }

  count(slots: Uint32Array): void {
    const { rows, counts } = this;
    for (let at = 0; at < slots.length; at += 1) {
      const end = ((slots[at] as number) + 1) * width;
      for (let place = end - width; place < end; place += 1) {
        const code = rows[place] as number;
        counts[code] = (counts[code] as number) + 1;
      }
    }
  }

  /** The counts by facet. */
  tallies(): FacetCountsByValue[] {
    const tallies = facetNames.map((): FacetCountsByValue => new Map());
    for (const [code, { place, values, brand }] of this.#meanings.entries()) {
      const count = this.counts[code] as number;
      if (count === 0) continue;
      const counts = tallies[place];
      for (const value of values) {
        const known = counts?.get(value);
        if (known) known.count += count;
        else counts?.set(value, { count, label: facetLabel(facetNames[place], value, brand) });
      }
    }
    return tallies;
  }
}
