/** What waits, by whose it is: everybody's next one comes in turn, so that many of one keep nobody else waiting. */
export class FairQueue<T> {
  readonly #waiting = new Map<string, T[]>();

  add(whose: string, item: T): void {
    const own = this.#waiting.get(whose);
    if (own) own.push(item);
    else this.#waiting.set(whose, [item]);
  }

  /** Takes out what is next; undefined when nothing waits. */
  next(): T | undefined {
    const [first] = this.#waiting;
    if (!first) return undefined;
    const [whose, own] = first;
    const item = own.shift();
    this.#waiting.delete(whose);
    if (own.length > 0) this.#waiting.set(whose, own);
    return item;
  }
}
