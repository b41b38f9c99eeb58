import type { Now } from './clock.ts';

/** Caches a value for a maximum age. Concurrent callers share one refresh. */
export class TtlValue<T> {
  readonly #make: () => Promise<T>;
  readonly #now: Now;
  readonly #maxAgeMs: number;
  #cached: { value: Promise<T>; at: number } | null = null;

  constructor(make: () => Promise<T>, { now, maxAgeMs }: { now: Now; maxAgeMs: number }) {
    this.#make = make;
    this.#now = now;
    this.#maxAgeMs = maxAgeMs;
  }

  get(): Promise<T> {
    const now = this.#now().getTime();
    if (this.#cached && now - this.#cached.at < this.#maxAgeMs) return this.#cached.value;
    const value = this.#make();
    const cached = { value, at: now };
    this.#cached = cached;
    // Failures are not cached.
    value.catch(() => {
      if (this.#cached === cached) this.#cached = null;
    });
    return value;
  }
}
