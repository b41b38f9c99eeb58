/** A queue with one lane per owner, served round robin, so that one owner's many items do not block the others. */
export class FairQueue<T> {
  readonly #waiting = new Map<string, T[]>();

  add(whose: string, item: T): void {
    const own = this.#waiting.get(whose);
    if (own) own.push(item);
    else this.#waiting.set(whose, [item]);
  }

  /** Removes and returns the next item; undefined if the queue is empty. */
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
