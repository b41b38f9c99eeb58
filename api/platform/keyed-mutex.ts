/** Runs the work of one key in sequence, and that of different keys in parallel. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const run = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const settled = run.catch(() => undefined);
    this.#last.set(key, settled);
    try {
      return await run;
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key);
    }
  }
}
