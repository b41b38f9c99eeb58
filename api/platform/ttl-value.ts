import type { Now } from './clock.ts';

/** What is made anew when it was asked for and is too old: once, whoever asks meanwhile. */
export class TtlValue<T> {
  readonly #make: () => Promise<T>;
  readonly #now: Now;
  readonly #longest: number;
  #made: { value: Promise<T>; at: number } | null = null;

  /** @param longest milliseconds */
  constructor(make: () => Promise<T>, { now, longest }: { now: Now; longest: number }) {
    this.#make = make;
    this.#now = now;
    this.#longest = longest;
  }

  get(): Promise<T> {
    const now = this.#now().getTime();
    if (this.#made && now - this.#made.at < this.#longest) return this.#made.value;
    const value = this.#make();
    const made = { value, at: now };
    this.#made = made;
    // What failed is not remembered.
    value.catch(() => {
      if (this.#made === made) this.#made = null;
    });
    return value;
  }
}
