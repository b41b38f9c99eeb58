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
type Entry = { answer: Made | Promise<Made>; until: number; hits: number; bytes: number };

/** Maximum of responses, of their bytes in total, of ways to them, and of characters of a way. */
const max = { answers: 500, bytes: 32 * 1024 * 1024, ways: 1000, way: 300 } as const;

/** Caches responses that are the same for everybody until a write may have changed them. */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  readonly #ways = new Map<string, string>();
  readonly #now: Now;
  readonly #maxAgeMs: number;
  #bytes = 0;

  /** @param maxAgeMs is limited because other processes may write too */
  constructor({ now, maxAgeMs }: { now: Now; maxAgeMs: number }) {
    this.#now = now;
    this.#maxAgeMs = maxAgeMs;
  }

  /**
   * Clears the cache after a write. A response that is being made may be older than the write, so it is not cached
   * either.
   */
  forget(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  /**
   * Returns the cached response, or makes and caches it. Concurrent callers share one `make`. Null and failures are not
   * cached.
   */
  get(key: string, make: () => Promise<Made>): Made | Promise<Made> {
    const now = this.#now().getTime();
    const known = this.#entries.get(key);
    if (known && known.until > now) {
      known.hits += 1;
      return known.answer;
    }
    if (known) this.#drop(key, known);
    const answer = make();
    const entry: Entry = { answer, until: now + this.#maxAgeMs, hits: 1, bytes: 0 };
    this.#entries.set(key, entry);
    this.#evict();
    void answer.then(
      (made) => this.#store(key, entry, made),
      () => this.#store(key, entry, null),
    );
    return answer;
  }

  /** Returns a cached response that is ready, by a way that leads to it, or null. */
  ready(way: string): CachedResponse | null {
    const key = this.#ways.get(way);
    const known = key === undefined ? undefined : this.#entries.get(key);
    if (!known || known.answer instanceof Promise || known.until <= this.#now().getTime()) return null;
    known.hits += 1;
    return known.answer;
  }

  /** Maps a way to a cache key. Ways outlive writes and are evicted for space only, oldest first. */
  lead(way: string, key: string): void {
    if (way.length > max.way || this.#ways.has(way)) return;
    this.#ways.set(way, key);
    const [oldest = way] = this.#ways.keys();
    if (this.#ways.size > max.ways) this.#ways.delete(oldest);
  }

  #store(key: string, entry: Entry, made: Made): void {
    if (this.#entries.get(key) !== entry) return;
    if (!made) {
      this.#drop(key, entry);
      return;
    }
    entry.answer = made;
    entry.bytes = made.body.byteLength;
    this.#bytes += entry.bytes;
    this.#evict();
  }

  /** Evicts the least requested responses, the oldest first, so that one-off requests displace nothing. */
  #evict(): void {
    while (this.#entries.size > max.answers || this.#bytes > max.bytes) {
      let leastUsed: [key: string, entry: Entry] | undefined;
      for (const one of this.#entries) if (!leastUsed || one[1].hits < leastUsed[1].hits) leastUsed = one;
      if (leastUsed) this.#drop(...leastUsed);
    }
  }

  #drop(key: string, entry: Entry): void {
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
  }
}
