import type { Id } from '#contract/ids.ts';
import { cacheShelf } from './db.ts';
import { type KeptList, type ListName, listedMembers } from './listed-members.ts';
import { marksKey } from './marks.ts';
import { keep } from './room.ts';

const shelf = cacheShelf<KeptList>('marks', 'key');

/** One list of members, each member's own. */
export interface MemberList {
  of(userId: Id): Promise<KeptList | undefined>;
  /** Keeps it as the site told it. */
  save(userId: Id, ids: Id[], now?: number): Promise<void>;
  /** Puts somebody on it, or takes them off. */
  change(userId: Id, otherId: Id, on: boolean): Promise<void>;
}

function memberList(name: ListName): MemberList {
  const of = (userId: Id) => listedMembers(userId, name);
  const save = (userId: Id, ids: Id[], now = Date.now()) =>
    keep(() => shelf.put({ key: marksKey(userId, name), userId, bikeId: '', ids, savedAt: now }));
  const change = (userId: Id, otherId: Id, on: boolean) =>
    keep(async () => {
      const kept = await of(userId);
      const others = kept?.ids.filter((id) => id !== otherId) ?? [];
      // When the site was asked for all of them does not change by that.
      await save(userId, on ? [otherId, ...others] : others, kept?.savedAt ?? 0);
    });
  return { of, save, change };
}

export const blockedMembers = memberList('blocks');
export const flaggedMembers = memberList('flagged');
