import type { Id } from '#contract/ids.ts';
import type { Cached } from '#src/cache/cached.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { writeCache } from '#src/storage/cache-quota.ts';
import { viewerStateKey } from './viewer-state.ts';

/** Stored in the `marks` table, so that it is deleted with the member's viewer state. */
type CachedMemberList = { key: string; userId: Id; bikeId: ''; ids: Id[]; savedAt: number };

const table = cacheTable<CachedMemberList>('marks', 'key');

/** A member's list of other members. */
export interface MemberList {
  of(userId: Id): Promise<CachedMemberList | undefined>;
  /** Caches the list as the server sent it. */
  save(userId: Id, ids: Id[], now?: number): Promise<void>;
  /** The ids as a cached value for mutations. */
  ids: Cached<Id[], 'all'>;
}

/** @param name takes the place of the bike id in the key */
function memberList(name: 'blocks' | 'flagged'): MemberList {
  const of = (userId: Id) => table.get(viewerStateKey(userId, name));
  const save = (userId: Id, ids: Id[], now = serverNow()) =>
    writeCache(() => table.put({ key: viewerStateKey(userId, name), userId, bikeId: '', ids, savedAt: now }));
  const ids: MemberList['ids'] = {
    read: async (userId) => (await of(userId))?.ids ?? null,
    empty: () => [],
    change: async (userId, _, to) => {
      const cached = await of(userId);
      // A local change is no answer of the server, so `savedAt` stays.
      await save(userId, to(cached?.ids ?? []), cached?.savedAt ?? 0);
    },
  };
  return { of, save, ids };
}

export const blockedMembers = memberList('blocks');
export const flaggedMembers = memberList('flagged');

/** Moves or adds a member to the top of a list. */
export const withMember = (ids: readonly Id[], id: Id): Id[] => [id, ...ids.filter((one) => one !== id)];
export const withoutMember = (ids: readonly Id[], id: Id): Id[] => ids.filter((one) => one !== id);
