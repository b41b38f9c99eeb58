import type { AuthUser } from '#contract/auth.ts';
import type { Id } from '#contract/ids.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import { isRefused, type OutboxRow } from '#src/offline/rows.ts';
import { latestRow, type Waiting, waitingOf } from '#src/offline/waiting.ts';
import type { Cached, CacheView } from './cached.ts';
import { definitionOf, loadMutations, type MutationKind } from './registry.ts';

/** A change of one cached value, or of all of its kind; the types are those of the call that made it. */
type Change = { cached: unknown; key: string | null; to: ((value: unknown) => unknown) | null };

/** The cache with what is queued on top. */
export interface OptimisticView extends CacheView {
  /** All queued mutations of the member, refused ones too. */
  readonly queued: readonly OutboxRow[];
  /** A value, or what the queue makes of `fallback` (else of its `empty`) where the cache knows nothing. */
  read<T, Key extends string>(cached: Cached<T, Key>, key: Key, fallback?: T): Promise<T>;
  /** The status of the newest queued mutation of one of `kinds` that changes a thing; null if there is none. */
  waitingFor(targetId: Id, kinds: readonly MutationKind[]): Waiting | null;
}

type ReadCache = <T, Key extends string>(cached: Cached<T, Key>, key: Key) => Promise<T | null>;

/**
 * Puts `queued` on top of what `readCache` gives, in the order in which it was queued. Refused mutations, and those
 * that wait for one, change nothing, unless their definition says so.
 */
export async function overlay(
  userId: Id,
  viewer: AuthUser | null,
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
    viewer,
    now: Date.now(),
    queued,
    get,
    update: (cached, key, to) => add(cached, key, to),
    updateAll: (cached, to) => add(cached, null, to),
    remove: (cached, key) => add(cached, key, null),
    read: async (cached, key, fallback) => (await get(cached, key, fallback)) ?? fallback ?? cached.empty(userId),
    waitingFor: (targetId, kinds) => {
      const mutation = latestRow(queued, kinds, targetId);
      return mutation ? waitingOf(mutation, queued, definitionOf(mutation)) : null;
    },
  };
  for (const mutation of queued) {
    const { apply, appliesWhenRefused } = definitionOf(mutation);
    if (appliesWhenRefused || !isRefused(mutation, queued)) await apply(view, mutation, undefined);
  }
  return view;
}

/**
 * The cache with a member's queued mutations on top. The queue is read first: a mutation leaves it when its change is
 * cached, so what is done between the two reads is in both and never in neither. The definitions are loaded only if
 * something is queued.
 * @param viewer the member, where a mutation shows its author
 */
export async function optimisticView(userId: Id, viewer: AuthUser | null = null): Promise<OptimisticView> {
  const queued = await rowsOf(userId);
  if (queued.length > 0) await loadMutations();
  return overlay(userId, viewer, queued);
}
