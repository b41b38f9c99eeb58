import type { Followed } from '#contract/follows.ts';
import type { Id } from '#contract/ids.ts';
import type { Cached } from '#src/cache/cached.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';
import { viewerStateKey } from './viewer-state.ts';

/** Stored in the `marks` table, so that it is deleted with the member's viewer state. */
type CachedFollowing = { key: string; userId: Id; bikeId: ''; items: Followed[]; savedAt: number };

const table = cacheTable<CachedFollowing>('marks', 'key');
const keyOf = (userId: Id) => viewerStateKey(userId, 'following');

export const followingOf = (userId: Id): Promise<CachedFollowing | undefined> => table.get(keyOf(userId));

/** Caches what a member follows as the server sent it. */
export const saveFollowing = (userId: Id, items: Followed[], now = serverNow()): Promise<void> =>
  writeCache(() => table.put({ key: keyOf(userId), userId, bikeId: '', items, savedAt: now }));

/** What the member follows, the latest first. */
export const following: Cached<Followed[], 'all'> = {
  read: async (userId) => (await followingOf(userId))?.items ?? null,
  empty: () => [],
  change: async (userId, _, to) => {
    const cached = await followingOf(userId);
    // A local change is no answer of the server, so `savedAt` stays.
    await saveFollowing(userId, to(cached?.items ?? []), cached?.savedAt ?? 0);
  },
};

type Thing = Pick<Followed, 'kind' | 'key'>;

export const isSame = (one: Thing, other: Thing): boolean => one.kind === other.kind && one.key === other.key;

export const withoutFollowed = (items: readonly Followed[], thing: Thing): Followed[] =>
  items.filter((one) => !isSame(one, thing));

/** Adds something at the top; what is followed already stays where it is, with its new name and choice. */
export const withFollowed = (items: readonly Followed[], thing: Followed): Followed[] =>
  items.some((one) => isSame(one, thing))
    ? items.map((one) =>
        isSame(one, thing) ? { ...one, name: thing.name, ...(thing.tells && { tells: thing.tells }) } : one,
      )
    : [thing, ...items];

/** Notes when a followed search was opened. */
export const withLook = (items: readonly Followed[], key: string, at: string): Followed[] =>
  items.map((one) => (isSame(one, { kind: 'search', key }) ? { ...one, lookedAt: at, newCount: 0 } : one));

/** Without a member and their bikes. */
export const withoutOwner = (items: readonly Followed[], memberId: Id): Followed[] =>
  withoutFollowed(items, { kind: 'member', key: memberId }).filter(({ bike }) => bike?.owner.id !== memberId);
