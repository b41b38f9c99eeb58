type Waiting<T> = { item: T; ends: number };

/** Owners whose shares are remembered while they have nothing in the queue. */
const maxIdle = 1000;

/**
 * Shares time among owners (self-clocked fair queueing): an item waits behind those that would end before it if all
 * owners were served at once, so many or slow items of one owner do not block the others, and none waits forever.
 */
export class FairQueue<T> {
  readonly #waiting = new Map<string, Waiting<T>[]>();
  /** When each owner's last item ends, on the queue's own clock: milliseconds of work of one owner. */
  readonly #ends = new Map<string, number>();
  /** The end of the item that was served last. */
  #now = 0;

  /** @param expectedMs how long the item's work will probably take */
  add(owner: string, item: T, expectedMs: number): void {
    const ends = Math.max(this.#now, this.#ends.get(owner) ?? 0) + expectedMs;
    this.#ends.set(owner, ends);
    const own = this.#waiting.get(owner);
    if (own) own.push({ item, ends });
    else this.#waiting.set(owner, [{ item, ends }]);
  }

  get size(): number {
    let size = 0;
    for (const own of this.#waiting.values()) size += own.length;
    return size;
  }

  /** Removes and returns the next item; undefined if the queue is empty. */
  next(): T | undefined {
    let first: { owner: string; ends: number } | undefined;
    for (const [owner, [head]] of this.#waiting)
      if (head && (!first || head.ends < first.ends)) first = { owner, ends: head.ends };
    const own = first && this.#waiting.get(first.owner);
    const head = own?.shift();
    if (!first || !head) return undefined;
    if (own?.length === 0) this.#waiting.delete(first.owner);
    this.#now = Math.max(this.#now, head.ends);
    return head.item;
  }

  /** Charges an owner for an item that took longer than expected; credits what it took less. */
  charge(owner: string, extraMs: number): void {
    const ends = this.#ends.get(owner);
    if (ends !== undefined) this.#ends.set(owner, ends + extraMs);
    for (const one of this.#waiting.get(owner) ?? []) one.ends += extraMs;
    if (this.#ends.size <= maxIdle) return;
    for (const [one, last] of this.#ends) if (last <= this.#now && !this.#waiting.has(one)) this.#ends.delete(one);
  }
}
