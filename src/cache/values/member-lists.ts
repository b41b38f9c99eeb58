import type { Id } from '#contract/ids.ts';
import type { Cached } from '#src/outbox/cached.ts';
import { cacheTable } from '#src/storage/cache-db.ts';
import { keep } from '#src/storage/cache-quota.ts';
import { type KeptList, type ListName, listedMembers } from './listed-members.ts';
import { marksKey } from './marks.ts';

const shelf = cacheTable<KeptList>('marks', 'key');

/** One list of members, each member's own. */
export interface MemberList {
  of(userId: Id): Promise<KeptList | undefined>;
  /** Keeps it as the site told it. */
  save(userId: Id, ids: Id[], now?: number): Promise<void>;
  /** The same as mutations change it. */
  ids: Cached<Id[], 'all'>;
}

function memberList(name: ListName): MemberList {
  const of = (userId: Id) => listedMembers(userId, name);
  const save = (userId: Id, ids: Id[], now = Date.now()) =>
    keep(() => shelf.put({ key: marksKey(userId, name), userId, bikeId: '', ids, savedAt: now }));
  const ids: MemberList['ids'] = {
    read: async (userId) => (await of(userId))?.ids ?? null,
    empty: () => [],
    change: async (userId, _, to) => {
      const kept = await of(userId);
      // A change here is no answer of the server's, so the list does not look newer.
      await save(userId, to(kept?.ids ?? []), kept?.savedAt ?? 0);
    },
  };
  return { of, save, ids };
}

export const blockedMembers = memberList('blocks');
export const flaggedMembers = memberList('flagged');

/** With somebody on a list, at its top. */
export const withMember = (ids: readonly Id[], id: Id): Id[] => [id, ...ids.filter((one) => one !== id)];
/** Without somebody. */
export const withoutMember = (ids: readonly Id[], id: Id): Id[] => ids.filter((one) => one !== id);
