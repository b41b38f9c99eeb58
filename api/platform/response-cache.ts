import { AsyncLocalStorage } from 'node:async_hooks';
import type { Now } from './clock.ts';
import type { WriteEvent } from './mongo.ts';

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

/**
 * Documents that a response shows: a whole collection, or those with `value` in `field`, which must never change.
 * `isLate`: the response may show a change some seconds late.
 */
type Shown = { collection: string; field?: string; value?: string; isLate?: true };
/** The same for a route: the value is the path parameter `param`. */
type ShownByRoute = Omit<Shown, 'value'> & { param?: string };
/** What the response of each cached route shows, by the route's path. */
export type ShownRules = Readonly<Record<string, readonly ShownByRoute[]>>;

type Made = CachedResponse | null;
type Entry = {
  key: string;
  answer: Made | Promise<Made>;
  until: number;
  hits: number;
  bytes: number;
  /** The number of writes before it was begun. */
  writes: number;
  shows: Shown[];
  /** Entries that are made from this one while it is being made itself; null once it is made. */
  users: Set<Entry> | null;
  /** Whether the counters of its lists may be late. */
  hasLateCounters: boolean;
};
/** Entries by a field's value, each with whether it may be late. */
type ByValue = Map<string, Map<Entry, boolean>>;

/** Maximum of responses, of their bytes in total, of ways to them, and of characters of a way. */
const max = { answers: 500, bytes: 32 * 1024 * 1024, ways: 1000, way: 300 } as const;
/** Milliseconds that a response may be late where that is allowed. */
const lateMs = 3_000;
/** Stands for documents that no rule names: any write may change them. */
const anything: Shown = { collection: '' };
const whole = '';
const idField = '_id';

interface Deps {
  now: Now;
  /** Limited because other processes may write too. */
  maxAgeMs: number;
  /** A route without a rule, and a write to a collection that no rule names, concern everything. */
  rules?: ShownRules;
}

/** Caches responses that are the same for everybody until a write changes something that they show. */
export class ResponseCache {
  readonly #entries = new Map<string, Entry>();
  /** Entries by collection, field (empty for the whole collection) and value. */
  readonly #showing = new Map<string, Map<string, ByValue>>();
  readonly #ways = new Map<string, string>();
  readonly #making = new AsyncLocalStorage<Entry>();
  readonly #now: Now;
  readonly #maxAgeMs: number;
  readonly #rules: ShownRules;
  readonly #collections: ReadonlySet<string>;
  #bytes = 0;
  #writes = 0;

  constructor({ now, maxAgeMs, rules = {} }: Deps) {
    this.#now = now;
    this.#maxAgeMs = maxAgeMs;
    this.#rules = rules;
    this.#collections = new Set(
      Object.values(rules)
        .flat()
        .map(({ collection }) => collection),
    );
  }

  /**
   * Drops what a write may have changed. A response that is being made may be older than the write, so it is not cached
   * either.
   */
  wrote({ collection, named, isOfCounters }: WriteEvent): void {
    this.#writes += 1;
    if (!this.#collections.has(collection)) {
      this.forget();
      return;
    }
    const late = this.#now().getTime() + lateMs;
    const change = (entry: Entry, mayBeLate: boolean) => {
      if (mayBeLate) entry.until = Math.min(entry.until, late);
      else this.#drop(entry);
    };
    for (const [field, byValue] of this.#showing.get(collection) ?? []) {
      const values = (field === whole ? [whole] : named(field)) ?? [...byValue.keys()];
      for (const value of values) {
        for (const [entry, isLate] of byValue.get(value) ?? [])
          change(entry, isLate || (isOfCounters && entry.hasLateCounters && field !== idField));
      }
    }
    for (const [entry] of this.#showing.get(anything.collection)?.get(whole)?.get(whole) ?? []) this.#drop(entry);
  }

  /** Clears the cache. */
  forget(): void {
    for (const entry of [...this.#entries.values()]) this.#drop(entry);
  }

  /** Notes what the response that is being made shows, by its route's rule; call it before reading that. */
  showsByRule(route: string, params: Readonly<Record<string, string>>): void {
    const entry = this.#beingMade();
    const rule = this.#rules[route];
    if (!rule) this.showsAnything();
    if (!entry || !rule) return;
    for (const { param, ...one } of rule) this.#show(entry, param ? { ...one, value: params[param] ?? '' } : one);
  }

  /** Notes that the response that is being made shows something that no rule names; it may have been read already. */
  showsAnything(): void {
    const entry = this.#beingMade();
    if (!entry) return;
    if (entry.writes === this.#writes) this.#show(entry, anything);
    else this.#spoil(entry);
  }

  /**
   * Returns the cached response, or makes and caches it. Concurrent callers share one `make`. Null and failures are not
   * cached. A response that is made from other cached ones shows what they show, and is no newer than they are.
   */
  get(key: string, make: () => Promise<Made>, { hasLateCounters = false } = {}): Made | Promise<Made> {
    const user = this.#beingMade();
    const now = this.#now().getTime();
    const known = this.#entries.get(key);
    if (known && known.until > now) {
      known.hits += 1;
      if (user) this.#use(user, known);
      return known.answer;
    }
    if (known) this.#drop(known);
    const until = now + this.#maxAgeMs;
    const entry: Entry = {
      key,
      answer: null,
      until,
      hits: 1,
      bytes: 0,
      writes: this.#writes,
      shows: [],
      users: new Set(),
      hasLateCounters,
    };
    if (user) this.#use(user, entry);
    this.#entries.set(key, entry);
    const answer = this.#making.run(entry, make);
    entry.answer = answer;
    this.#evict();
    void answer.then(
      (made) => this.#store(entry, made),
      () => this.#store(entry, null),
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

  #beingMade(): Entry | undefined {
    const entry = this.#making.getStore();
    return entry?.users ? entry : undefined;
  }

  #isCached = (entry: Entry): boolean => this.#entries.get(entry.key) === entry;

  #use(user: Entry, used: Entry): void {
    user.until = Math.min(user.until, used.until);
    for (const one of used.shows) this.#show(user, one);
    used.users?.add(user);
  }

  #show(entry: Entry, shown: Shown): void {
    const { collection, field = whole, value = whole, isLate = false } = shown;
    entry.shows.push(shown);
    if (this.#isCached(entry)) {
      const byField = getOrAdd(this.#showing, collection, () => new Map<string, ByValue>());
      const byValue = getOrAdd(byField, field, (): ByValue => new Map());
      const entries = getOrAdd(byValue, value, () => new Map<Entry, boolean>());
      entries.set(entry, isLate && (entries.get(entry) ?? true));
    }
    for (const user of entry.users ?? []) this.#show(user, shown);
  }

  /** Keeps a response that is being made, and what is made from it, out of the cache. */
  #spoil(entry: Entry): void {
    if (this.#isCached(entry)) this.#drop(entry);
    for (const user of entry.users ?? []) this.#spoil(user);
  }

  #store(entry: Entry, made: Made): void {
    entry.users = null;
    if (!this.#isCached(entry)) return;
    if (!made) {
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
    for (const { collection, field = whole, value = whole } of entry.shows) {
      const byValue = this.#showing.get(collection)?.get(field);
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
