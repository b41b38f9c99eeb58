import type { AuthUser } from '#contract/auth.ts';
import type { Id } from '#contract/ids.ts';
import type { Cached, CacheReader, CacheView, Sources } from '#src/cache/cached.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { inLiveQuery } from '#src/storage/watch.ts';
import { isRefused, type MutationKind, type QueuedMutation } from './mutation.ts';
import { mutationsOf } from './outbox.ts';
import { definitionOf, triesToLoad } from './registry.ts';
import { latestMutation, type Waiting, waitingOf } from './waiting.ts';

type AnyCached = Cached<unknown>;

/** A change of one cached value or of all of its kind. The types are those of the call that made it. */
type Change = {
  cached: AnyCached;
  key: string | null;
  to: ((value: unknown, ...by: unknown[]) => unknown) | null;
  sources: Sources<readonly unknown[]>;
};
type Step = Change & { place: number };

/**
 * A value with its changes, each with its place among all changes. `step` and `value` hold how far it was computed
 * last.
 */
type Slot = { cached: AnyCached; key: string; steps: Step[]; cachedValue?: unknown; step: number; value: unknown };

/** The cache with the queued mutations applied. */
export interface OptimisticView extends CacheReader {
  /** All queued mutations of the member, refused ones too. */
  readonly queued: readonly QueuedMutation[];
  /** The status of the newest queued mutation of one of `kinds` that changes a thing; null if there is none. */
  waitingFor(
    targetId: Id,
    kinds: readonly MutationKind[],
    fits?: (mutation: QueuedMutation) => boolean,
  ): Waiting | null;
}

function grouped<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all)
    groups
      .set(keyOf(one), groups.get(keyOf(one)) ?? [])
      .get(keyOf(one))
      ?.push(one);
  return groups;
}

type ReadCache = <T, Key extends string>(cached: Cached<T, Key>, key: Key) => Promise<T | null>;

/**
 * The changes of a queued mutation. Refused ones and those that wait for a refused one change nothing, unless their
 * definition says so.
 */
async function changesOf(
  mutation: QueuedMutation,
  isRefused: boolean,
  viewer: AuthUser | null,
  now: number,
): Promise<Change[]> {
  const { apply, appliesWhenRefused } = definitionOf(mutation);
  if (isRefused && !appliesWhenRefused) return [];
  const changes: Change[] = [];
  const add = async (cached: unknown, key: string | null, to: unknown = null, sources: unknown = []) => {
    changes.push({ cached, key, to, sources } as Change);
  };
  const recorder: CacheView = {
    viewer,
    now,
    update: (cached, key, to) => add(cached, key, to),
    updateBy: (cached, key, sources, to) => add(cached, key, to, sources),
    updateAll: (cached, to) => add(cached, null, to),
    remove: (cached, key) => add(cached, key),
  };
  try {
    await apply?.(recorder, mutation, undefined);
    return changes;
  } catch {
    // Another build may have stored it in another shape. It is skipped, so that everything else is shown.
    return [];
  }
}

/** Applies `queued`, in order, to the values that `readCache` gives. Reads only values that are asked for. */
export async function overlay(
  userId: Id,
  viewer: AuthUser | null,
  queued: readonly QueuedMutation[],
  readCache: ReadCache = (cached, key) => cached.read(userId, key),
): Promise<OptimisticView> {
  const now = serverNow();
  // All at once: Dexie stops watching a live query that awaits a hundred times without reading.
  const refused = new Set(queued.filter(({ state }) => state === 'failed').map(({ id }) => id));
  const all = queued.map((mutation) => changesOf(mutation, isRefused(mutation, refused), viewer, now));
  const changes = (await Promise.all(all)).flat();
  const steps = grouped(
    changes.map((change, place) => ({ ...change, place })),
    ({ cached }) => cached,
  );
  const slots = new Map<AnyCached, Map<string, Slot>>();

  function slotOf(cached: AnyCached, key: string): Slot {
    const known = slots.get(cached)?.get(key);
    if (known) return known;
    const own = (steps.get(cached) ?? []).filter((step) => step.key === key || step.key === null);
    const slot: Slot = { cached, key, steps: own, step: 0, value: null };
    slots.set(cached, (slots.get(cached) ?? new Map()).set(key, slot));
    return slot;
  }

  /** The value before the change at `place`. */
  function valueAt(slot: Slot, place: number): unknown {
    const { cached, steps } = slot;
    const isAhead = (steps[slot.step - 1]?.place ?? 0) >= place;
    let at = isAhead ? 0 : slot.step;
    let value = at === 0 ? slot.cachedValue : slot.value;
    for (let step = steps[at]; step && step.place < place; step = steps[++at]) {
      const { to, key, sources, place: before } = step;
      // A change of all values does not apply to an unknown one.
      if (key === null && value === null) continue;
      const by = sources.map((source) => valueAt(slotOf(...source), before));
      value = to ? to(value ?? cached.empty(userId), ...by) : null;
    }
    slot.step = at;
    slot.value = value;
    return value;
  }

  async function get<T, Key extends string>(cached: Cached<T, Key>, key: Key, fallback?: T): Promise<T | null> {
    const asked = slotOf(cached as unknown as AnyCached, key);
    const needed = new Set([asked]);
    for (const slot of needed) {
      if (slot.cachedValue === undefined) slot.cachedValue = await readCache(slot.cached, slot.key);
      for (const source of slot.steps.flatMap(({ sources }) => sources)) needed.add(slotOf(...source));
    }
    if (fallback !== undefined && asked.cachedValue === null) {
      asked.cachedValue = fallback;
      asked.step = 0;
    }
    return valueAt(asked, changes.length) as T | null;
  }

  const byTarget = grouped(queued, ({ targetId }) => targetId);
  return {
    queued,
    get,
    read: async (cached, key, fallback) => (await get(cached, key, fallback)) ?? fallback ?? cached.empty(userId),
    waitingFor: (targetId, kinds, fits = () => true) => {
      const mutation = latestMutation((byTarget.get(targetId) ?? []).filter(fits), kinds, targetId);
      return mutation ? waitingOf(mutation, queued, definitionOf(mutation)) : null;
    },
  };
}

/**
 * The cache with a member's queued mutations applied. The queue is read first: a mutation leaves it only when its
 * change is cached, so a mutation that completes between the two reads is in both and never in neither. The definitions
 * are loaded only if something is queued; if that fails, the cache is returned without the queue.
 * @param viewer the member, for mutations that show their author
 */
export async function optimisticView(userId: Id, viewer: AuthUser | null = null): Promise<OptimisticView> {
  const queued = await mutationsOf(userId);
  if (queued.length === 0) return overlay(userId, viewer, queued);
  return overlay(userId, viewer, (await inLiveQuery(triesToLoad())) ? queued : []);
}
