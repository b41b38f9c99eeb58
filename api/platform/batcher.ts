type Pending<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void };

/** A larger batch would make others wait for its command. */
const maxBatchSize = 100;

/**
 * Batches calls made in the same tick into one database command, which costs far more than its items. A call never
 * joins a batch that has started, so its result is read after the call.
 */
export class Batcher<Item, Result> {
  readonly #work: (items: Item[]) => Promise<Result[]>;
  #pending: Pending<Item, Result>[] = [];

  /** @param work returns a result for each item, in their order. If it throws, every call of the batch rejects. */
  constructor(work: (items: Item[]) => Promise<Result[]>) {
    this.#work = work;
  }

  do(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#pending.push({ item, resolve, reject }) === 1) setImmediate(() => this.#start());
    });
  }

  #start(): void {
    const batch = this.#pending;
    this.#pending = [];
    for (let i = 0; i < batch.length; i += maxBatchSize) void this.#runBatch(batch.slice(i, i + maxBatchSize));
  }

  async #runBatch(batch: Pending<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(batch.map(({ item }) => item));
      for (const [i, { resolve }] of batch.entries()) resolve(results[i] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
