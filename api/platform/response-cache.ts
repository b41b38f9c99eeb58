import { AsyncLocalStorage } from 'node:async_hooks';
import type { Now } from './clock.ts';
import type { WriteEvent } from './mongo.ts';

/** A response that is the same for everybody, ready to send. */
export type CachedResponse = {
  status: number;
  /** The ETag. */
  tag: string;
  /** The pattern of its route. */
  route: string;
  /** Header names are lower case. */
  headers: Readonly<Record<string, string>>;
  body: Uint8Array<ArrayBuffer>;
  /** Hashes of the page's inline styles and scripts, for the content security policy. */
  inline: InlineHashes;
};

export type InlineHashes = { styles: readonly string[]; scripts: readonly string[] };

/**
 * Documents that a response depends on: a whole collection, or those with `value` in `field`, which must never change.
 * `mayBeStale`: the response may show a change some seconds late. `maxAgeMs`: a shorter maximum age, for what other
 * processes may write.
 */
type Dependency = { collection: string; field?: string; value?: string; mayBeStale?: true; maxAgeMs?: number };
/** The same for a route: the value is the path parameter `param`. */
type RouteDependency = Omit<Dependency, 'value'> & { param?: string };
/** Dependencies of the responses of each cached route, by the route's path. */
export type CacheDependencies = Readonly<Record<string, readonly RouteDependency[]>>;

type Made = CachedResponse | null;
type Entry = {
  key: string;
  answer: Made | Promise<Made>;
  until: number;
  hits: number;
  bytes: number;
  /** Number of writes before its making began. */
  writes: number;
  dependencies: Dependency[];
  /** Entries that are being made from this one while it is being made itself; null once it is made. */
  consumers: Set<Entry> | null;
  /** Whether the counters in its lists may be some seconds old. */
  allowsStaleCounters: boolean;
  /** Whether it is dropped once it is made. */
  isTransient: boolean;
};
/**
 * The entry that is being made in an asynchronous context; null once it is made. Connections and timers that a request
 * creates keep its context, and must not keep its response.
 */
type Making = { entry: Entry | null };
/** Entries by a field's value, each with whether it may be stale. */
type ByValue = Map<string, Map<Entry, boolean>>;

/** Maximum of responses, of their bytes in total, of ways to them, and of characters of a way. */
const max = { answers: 500, bytes: 32 * 1024 * 1024, ways: 1000, way: 300 } as const;
/** Maximum age in milliseconds of what may be stale. */
const maxStaleMs = 3_000;
/** Dependency on everything: any write may change the response. */
const everything: Dependency = { collection: '' };
const whole = '';
const idField = '_id';

interface Deps {
  now: Now;
  /** Limited because other processes may write too. */
  maxAgeMs: number;
  /** A route that is missing here depends on everything; a write to a collection that is missing here clears the cache. */
  dependencies?: CacheDependencies;
}

/** Caches responses that are the same for everybody until a write changes something that they depend on. */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  /** Entries by collection, field (empty for the whole collection) and value. */
  readonly #dependents = new Map<string, Map<string, ByValue>>();
  readonly #ways = new Map<string, string>();
  readonly #making = new AsyncLocalStorage<Making>();
  readonly #now: Now;
  readonly #maxAgeMs: number;
  readonly #dependencies: CacheDependencies;
  #bytes = 0;
  #writes = 0;
  #hits = 0;
  #misses = 0;

  constructor({ now, maxAgeMs, dependencies = {} }: Deps) {
    this.#now = now;
    this.#maxAgeMs = maxAgeMs;
    this.#dependencies = dependencies;
  }

  /**
   * Drops responses that a write may have changed. A response that is being made may be older than the write, so it is
   * not cached either.
   */
  invalidate({ collection, valuesOf, changesCountersOnly }: WriteEvent): void {
    this.#writes += 1;
    if (!Object.values(this.#dependencies).some((all) => all.some((one) => one.collection === collection))) {
      this.clear();
      return;
    }
    const staleUntil = this.#now().getTime() + maxStaleMs;
    const expire = (entry: Entry, mayBeStale: boolean) => {
      if (mayBeStale) entry.until = Math.min(entry.until, staleUntil);
      else this.#drop(entry);
    };
    for (const [field, byValue] of this.#dependents.get(collection) ?? []) {
      const values = (field === whole ? [whole] : valuesOf(field)) ?? [...byValue.keys()];
      for (const value of values) {
        for (const [entry, mayBeStale] of byValue.get(value) ?? [])
          expire(entry, mayBeStale || (changesCountersOnly && entry.allowsStaleCounters && field !== idField));
      }
    }
    for (const [entry] of this.#dependents.get(everything.collection)?.get(whole)?.get(whole) ?? []) this.#drop(entry);
  }

  /**
   * Requests that found a response and that did not, and what is cached now. What a response is made from does not
   * count.
   */
  get stats(): { hits: number; misses: number; entries: number; bytes: number } {
    return { hits: this.#hits, misses: this.#misses, entries: this.#entries.size, bytes: this.#bytes };
  }

  /** Clears the cache. */
  clear(): void {
    for (const entry of [...this.#entries.values()]) this.#drop(entry);
  }

  /** Adds the dependencies of a route to the response that is being made; call it before reading them. */
  dependsOnRoute(route: string, params: Readonly<Record<string, string>>): void {
    const entry = this.#beingMade();
    const dependencies = this.#dependencies[route];
    if (!dependencies) this.dependsOnEverything();
    if (!entry || !dependencies) return;
    for (const { param, ...one } of dependencies)
      this.#add(entry, param ? { ...one, value: params[param] ?? '' } : one);
  }

  /** Makes the response that is being made depend on everything; it may have been read already. */
  dependsOnEverything(): void {
    const entry = this.#beingMade();
    if (!entry) return;
    if (entry.writes === this.#writes) this.#add(entry, everything);
    else this.#exclude(entry);
  }

  /**
   * Returns the cached response, or makes and caches it. Concurrent callers share one `make`. Null and failures are not
   * cached. A response that is made from other cached ones has their dependencies, and expires with them.
   * @param options `isTransient`: shared while it is being made, and not cached unless somebody else asks meanwhile
   */
  get(
    key: string,
    make: () => Promise<Made>,
    { allowsStaleCounters = false, isTransient = false } = {},
  ): Made | Promise<Made> {
    const consumer = this.#beingMade();
    const now = this.#now().getTime();
    const known = this.#entries.get(key);
    if (known && known.until > now) {
      known.hits += 1;
      if (!consumer) this.#hits += 1;
      known.isTransient &&= isTransient;
      if (consumer) this.#use(consumer, known);
      return known.answer;
    }
    if (!consumer) this.#misses += 1;
    if (known) this.#drop(known);
    const until = now + this.#maxAgeMs;
    const entry: Entry = {
      key,
      answer: null,
      until,
      hits: 1,
      bytes: 0,
      writes: this.#writes,
      dependencies: [],
      consumers: new Set(),
      allowsStaleCounters,
      isTransient,
    };
    if (consumer) this.#use(consumer, entry);
    this.#entries.set(key, entry);
    const making: Making = { entry };
    const answer = this.#making.run(making, make);
    entry.answer = answer;
    this.#evict();
    const store = (made: Made) => {
      making.entry = null;
      this.#store(entry, made);
    };
    void answer.then(store, () => store(null));
    return answer;
  }

  /** Returns a cached response that is ready, by a way that leads to it, or null. */
  ready(way: string): CachedResponse | null {
    const key = this.#ways.get(way);
    const known = key === undefined ? undefined : this.#entries.get(key);
    if (!known || known.answer instanceof Promise || known.until <= this.#now().getTime()) return null;
    known.hits += 1;
    this.#hits += 1;
    return known.answer;
  }

  /** Maps a way to a cache key. Ways outlive writes and are evicted for space only, oldest first. */
  lead(way: string, key: string): void {
    if (way.length > max.way || this.#ways.has(way)) return;
    this.#ways.set(way, key);
    const [oldest = way] = this.#ways.keys();
    if (this.#ways.size > max.ways) this.#ways.delete(oldest);
  }

  #beingMade(): Entry | undefined {
    return this.#making.getStore()?.entry ?? undefined;
  }

  #isCached = (entry: Entry): boolean => this.#entries.get(entry.key) === entry;

  #use(consumer: Entry, used: Entry): void {
    consumer.until = Math.min(consumer.until, used.until);
    for (const one of used.dependencies) this.#add(consumer, one);
    used.consumers?.add(consumer);
  }

  #add(entry: Entry, dependency: Dependency): void {
    const { collection, field = whole, value = whole, mayBeStale = false, maxAgeMs } = dependency;
    if (maxAgeMs !== undefined) entry.until = Math.min(entry.until, this.#now().getTime() + maxAgeMs);
    entry.dependencies.push(dependency);
    if (this.#isCached(entry)) {
      const byField = getOrAdd(this.#dependents, collection, () => new Map<string, ByValue>());
      const byValue = getOrAdd(byField, field, (): ByValue => new Map());
      const entries = getOrAdd(byValue, value, () => new Map<Entry, boolean>());
      entries.set(entry, mayBeStale && (entries.get(entry) ?? true));
    }
    for (const consumer of entry.consumers ?? []) this.#add(consumer, dependency);
  }

  /** Keeps a response that is being made, and what is made from it, out of the cache. */
  #exclude(entry: Entry): void {
    if (this.#isCached(entry)) this.#drop(entry);
    for (const consumer of entry.consumers ?? []) this.#exclude(consumer);
  }

  #store(entry: Entry, made: Made): void {
    entry.consumers = null;
    if (!this.#isCached(entry)) return;
    if (!made || entry.isTransient) {
      this.#drop(entry);
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
      let leastUsed: Entry | undefined;
      for (const one of this.#entries.values()) if (!leastUsed || one.hits < leastUsed.hits) leastUsed = one;
      if (leastUsed) this.#drop(leastUsed);
    }
  }

  #drop(entry: Entry): void {
    this.#entries.delete(entry.key);
    this.#bytes -= entry.bytes;
    for (const { collection, field = whole, value = whole } of entry.dependencies) {
      const byValue = this.#dependents.get(collection)?.get(field);
      const entries = byValue?.get(value);
      entries?.delete(entry);
      if (entries?.size === 0) byValue?.delete(value);
    }
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
