import type { AuthUser } from '#contract/auth.ts';
import type { Cached } from '#src/cache/cached.ts';
import type { QueuedMutation } from '#src/outbox/mutation.ts';
import { type OptimisticView, overlay } from '#src/outbox/optimistic.ts';
import '#src/registry.mutations.ts';

type Entry = readonly [cached: unknown, key: string, value: unknown];

/** An entry of a cache. */
export const entry = <T, Key extends string>(cached: Cached<T, Key>, key: Key, value: T | null): Entry => [
  cached,
  key,
  value,
];

/** The optimistic view of a member's queue over a cache that holds `entries`. */
export const viewOf = (
  viewer: AuthUser,
  queued: readonly QueuedMutation[],
  ...entries: Entry[]
): Promise<OptimisticView> =>
  overlay(viewer.id, viewer, queued, async (cached, key) => {
    const found = entries.find((one) => one[0] === cached && one[1] === key);
    return (found?.[2] ?? null) as never;
  });
