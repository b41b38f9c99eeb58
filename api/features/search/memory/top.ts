import type { SortPosition } from '#contract/search/order.ts';
import type { SearchSort } from '#contract/search/query.ts';

/** Keeps the top slots in the order of a search. */
export class Top {
  readonly slots: number[] = [];
  readonly #columns: readonly Float64Array[];
  readonly #ids: readonly string[];
  readonly #limit: number;
  readonly #after: SortPosition | null;
  /** Oldest first is newest first with the sign reversed. */
  readonly #sign: 1 | -1;

  /**
   * @param columns the sort keys of this order, indexed by slot
   * @param after keeps only slots that rank after this position
   */
  constructor(
    sort: SearchSort,
    { columns, ids }: { columns: readonly Float64Array[]; ids: readonly string[] },
    { limit, after }: { limit: number; after: SortPosition | null },
  ) {
    this.#columns = columns;
    this.#ids = ids;
    this.#limit = limit;
    this.#sign = sort === 'Oldest' ? -1 : 1;
    this.#after = after && { id: after.id, by: after.by.map((number) => number * this.#sign) };
  }

  /** The last slot that still makes the page; undefined while there is room. */
  get last(): number | undefined {
    return this.slots.length < this.#limit ? undefined : this.slots[this.#limit - 1];
  }

  /** Negative if `a` ranks before `b`. */
  #compare(a: number, b: number): number {
    for (const column of this.#columns) {
      const [one, other] = [column[a] as number, column[b] as number];
      if (one !== other) return this.#sign * (other - one);
    }
    return (this.#ids[a] as string) > (this.#ids[b] as string) ? -this.#sign : this.#sign;
  }

  #isBehind(slot: number, { by, id }: SortPosition): boolean {
    for (const [at, column] of this.#columns.entries()) {
      const [one, other] = [column[slot] as number, by[at] as number];
      if (one !== other) return this.#sign * (other - one) > 0;
    }
    const own = this.#ids[slot] as string;
    return own !== id && own < id === (this.#sign === 1);
  }

  add(slot: number): void {
    const { last } = this;
    if (last !== undefined) {
      const [first] = this.#columns;
      // The first column alone rejects most slots.
      if (first && this.#sign * ((first[last] as number) - (first[slot] as number)) > 0) return;
      if (this.#compare(slot, last) > 0) return;
    }
    if (this.#after && !this.#isBehind(slot, this.#after)) return;
    let [from, to] = [0, this.slots.length];
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (this.#compare(slot, this.slots[middle] as number) > 0) from = middle + 1;
      else to = middle;
    }
    this.slots.splice(from, 0, slot);
    if (this.slots.length > this.#limit) this.slots.pop();
  }
}
