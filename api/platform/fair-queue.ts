/** A queue that serves owners round robin, so that one owner's many items do not block the others. */
export class FairQueue<T> {
  readonly #waiting = new Map<string, T[]>();

  add(owner: string, item: T): void {
    const own = this.#waiting.get(owner);
    if (own) own.push(item);
    else this.#waiting.set(owner, [item]);
  }

  get size(): number {
    let size = 0;
    for (const own of this.#waiting.values()) size += own.length;
    return size;
  }

  /** Removes and returns the next item; undefined if the queue is empty. */
  next(): T | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [owner, own] = first;
    const item = own.shift();
    this.#waiting.delete(owner);
    if (own.length > 0) this.#waiting.set(owner, own);
    return item;
  }
}
