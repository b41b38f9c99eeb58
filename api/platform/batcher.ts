type Asked<Item, Result> = { item: Item; resolve(result: Result): void; reject(error: unknown): void };

/** More make a command long enough to keep others waiting. */
const mostAtOnce = 100;

/**
 * Carries out with one command what many ask for in one turn of the event loop: a command costs far more than what it
 * is about. Nobody waits for what is under way already, and whoever asks is answered from after they asked.
 */
export class Batcher<Item, Result> {
  readonly #work: (items: Item[]) => Promise<Result[]>;
  #asked: Asked<Item, Result>[] = [];

  /** @param work what became of each, in their order; where it fails, it failed for all of them */
  constructor(work: (items: Item[]) => Promise<Result[]>) {
    this.#work = work;
  }

  do(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      if (this.#asked.push({ item, resolve, reject }) === 1) setImmediate(() => this.#begin());
    });
  }

  #begin(): void {
    const asked = this.#asked;
    this.#asked = [];
    for (let i = 0; i < asked.length; i += mostAtOnce) void this.#carryOut(asked.slice(i, i + mostAtOnce));
  }

  async #carryOut(asked: Asked<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#work(asked.map(({ item }) => item));
      for (const [i, { resolve }] of asked.entries()) resolve(results[i] as Result);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
