import type { Now } from './clock.ts';

/** A response that is the same for everybody, ready to send. */
export type CachedResponse = {
  status: number;
  /** The ETag. */
  tag: string;
  /** Header names are lower case. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array<ArrayBuffer>;
  /** Hashes of the page's inline styles, for the content security policy. */
  styleHashes: readonly string[];
};

type Made = CachedResponse | null;
type Kept = { answer: Made | Promise<Made>; until: number; asked: number; bytes: number };

/** Maximum of responses, of their bytes in total, of ways to them, and of characters of a way. */
const max = { answers: 500, bytes: 32 * 1024 * 1024, ways: 1000, way: 300 } as const;

/** Caches responses that are the same for everybody until a write may have changed them. */
export class ResponseCache {
  readonly #kept = new Map<string, Kept>();
  readonly #ways = new Map<string, string>();
  readonly #now: Now;
  readonly #longest: number;
  #bytes = 0;

  /** @param longest maximum age in milliseconds: other processes may write too */
  constructor({ now, longest }: { now: Now; longest: number }) {
    this.#now = now;
    this.#longest = longest;
  }

  /**
   * Clears the cache after a write. A response that is being made may be older than the write, so it is not cached
   * either.
   */
  forget(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }

  /**
   * Returns the cached response, or makes and caches it. Concurrent callers share one `make`. Null and failures are not
   * cached.
   */
  get(key: string, make: () => Promise<Made>): Made | Promise<Made> {
    const now = this.#now().getTime();
    const known = this.#kept.get(key);
    if (known && known.until > now) {
      known.asked += 1;
      return known.answer;
    }
    if (known) this.#drop(key, known);
    const answer = make();
    const kept: Kept = { answer, until: now + this.#longest, asked: 1, bytes: 0 };
    this.#kept.set(key, kept);
    this.#evict();
    void answer.then(
      (made) => this.#store(key, kept, made),
      () => this.#store(key, kept, null),
    );
    return answer;
  }

  /** Returns a cached response that is ready, by a way that leads to it, or null. */
  ready(way: string): CachedResponse | null {
    const key = this.#ways.get(way);
    const known = key === undefined ? undefined : this.#kept.get(key);
    if (!known || known.answer instanceof Promise || known.until <= this.#now().getTime()) return null;
    known.asked += 1;
    return known.answer;
  }

  /** Maps a way to a cache key. Ways outlive writes and are evicted for space only, oldest first. */
  lead(way: string, key: string): void {
    if (way.length > max.way || this.#ways.has(way)) return;
    this.#ways.set(way, key);
    const [oldest = way] = this.#ways.keys();
    if (this.#ways.size > max.ways) this.#ways.delete(oldest);
  }

  #store(key: string, kept: Kept, made: Made): void {
    if (this.#kept.get(key) !== kept) return;
    if (!made) {
      this.#drop(key, kept);
      return;
    }
    kept.answer = made;
    kept.bytes = made.body.byteLength;
    this.#bytes += kept.bytes;
    this.#evict();
  }

  /** Evicts the least requested responses, the oldest first, so that one-off requests displace nothing. */
  #evict(): void {
    while (this.#kept.size > max.answers || this.#bytes > max.bytes) {
      let least: [key: string, kept: Kept] | undefined;
      for (const one of this.#kept) if (!least || one[1].asked < least[1].asked) least = one;
      if (least) this.#drop(...least);
    }
  }

  #drop(key: string, kept: Kept): void {
    this.#kept.delete(key);
    this.#bytes -= kept.bytes;
  }
}
