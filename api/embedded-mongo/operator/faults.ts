const shown = 20;

/** What is wrong with a database: the first sentences, and how many there are. */
export class Faults {
  readonly first: string[] = [];
  count = 0;

  /** One sentence may stand for several faults. */
  add(sentence: string, count = 1): void {
    this.count += count;
    if (this.first.length < shown) this.first.push(sentence);
  }

  /** What `read` answers; undefined, and a fault, where it throws: damaged pages do. */
  guard<T>(what: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      this.add(`${what} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }
}
