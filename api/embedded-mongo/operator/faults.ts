const shown = 20;

/** Collects the faults of a database: the first sentences, and the total count. */
export class Faults {
  readonly first: string[] = [];
  count = 0;

  /** Adds a sentence, which may stand for several faults. */
  add(sentence: string, count = 1): void {
    this.count += count;
    if (this.first.length < shown) this.first.push(sentence);
  }

  /** Returns the result of `read`. If it throws, as for damaged pages, adds a fault and returns undefined. */
  guard<T>(what: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      this.add(`${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }
}
