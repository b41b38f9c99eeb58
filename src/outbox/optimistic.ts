import type { Id } from '#contract/ids.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import type { OutboxRow } from '#src/offline/rows.ts';
import type { Cached, CacheView } from './cached.ts';
import type { Mutation } from './define-mutation.ts';

/** A change of one cached value, or of all of its kind; the types are those of the call that made it. */
type Change = { cached: unknown; key: string | null; to: ((value: unknown) => unknown) | null };

/** The cache with what is queued on top. */
export interface OptimisticView extends CacheView {
  /** The mutations that it shows, and those that the server has refused. */
  readonly queued: readonly OutboxRow[];
  /** A value, or what the queue makes of `fallback` (else of its `empty`) where the cache knows nothing. */
  read<T, Key extends string>(cached: Cached<T, Key>, key: Key, fallback?: T): Promise<T>;
}

type ReadCache = <T, Key extends string>(cached: Cached<T, Key>, key: Key) => Promise<T | null>;

/** Puts `queued` on top of what `readCache` gives, in the order in which they were queued. Refused ones change nothing. */
export async function overlay(
  userId: Id,
  definitions: Readonly<Record<string, Mutation>>,
  queued: readonly OutboxRow[],
  readCache: ReadCache = (cached, key) => cached.read(userId, key),
): Promise<OptimisticView> {
  const changes: Change[] = [];
  async function get<T, Key extends string>(cached: Cached<T, Key>, key: Key, fallback?: T): Promise<T | null> {
    let value: T | null = (await readCache(cached, key)) ?? fallback ?? null;
    for (const change of changes) {
      if (change.cached !== cached) continue;
      if (change.key === key) value = change.to ? (change.to(value ?? cached.empty(userId)) as T) : null;
      // A change of all values says nothing of one that is unknown.
      else if (change.key === null && change.to && value !== null) value = change.to(value) as T;
    }
    return value;
  }
  const add = async (cached: unknown, key: string | null, to: ((value: never) => unknown) | null): Promise<void> => {
    changes.push({ cached, key, to: to as Change['to'] });
  };
  const view: OptimisticView = {
    queued,
    get,
    update: (cached, key, to) => add(cached, key, to),
    updateAll: (cached, to) => add(cached, null, to),
    remove: (cached, key) => add(cached, key, null),
    read: async (cached, key, fallback) => (await get(cached, key, fallback)) ?? fallback ?? cached.empty(userId),
  };
  for (const mutation of queued) {
    if (mutation.state !== 'failed') await definitions[mutation.kind]?.apply?.(view, mutation, undefined);
  }
  return view;
}

/**
 * The cache with the queued mutations of one feature on top. The queue is read first: a mutation leaves it when its
 * change is cached, so what is done between the two reads is in both and never in neither.
 */
export const optimisticView = async (
  userId: Id,
  definitions: Readonly<Record<string, Mutation>>,
): Promise<OptimisticView> => overlay(userId, definitions, await rowsOf(userId));
