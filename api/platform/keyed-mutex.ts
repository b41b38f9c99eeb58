type Lane = { running: number; waiting: (() => void)[] };

/** Runs at most `width` works of one key at once, in order, and those of different keys in parallel. */
export class KeyedMutex {
  readonly #lanes = new Map<string, Lane>();
  readonly #width: number;

  constructor(width = 1) {
    this.#width = width;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: [] };
    this.#lanes.set(key, lane);
    // A work that ends gives its place to the first that waits.
    if (lane.running >= this.#width) await new Promise<void>((resolve) => lane.waiting.push(resolve));
    else lane.running++;
    try {
      return await work();
    } finally {
      const next = lane.waiting.shift();
      if (next) next();
      else if (--lane.running === 0) this.#lanes.delete(key);
    }
  }
}
