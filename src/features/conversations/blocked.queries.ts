import { listBlocks, mostBlocks } from '#contract/blocks.ts';
import type { Id } from '#contract/ids.ts';
import { blockedMembers } from '#src/offline/cache/member-lists.ts';
import { useMemberList } from '#src/reading/member-list.queries.ts';
import { tracked } from '#src/results/results.ts';

async function ask(userId: Id): Promise<Id[]> {
  const ids: Id[] = [];
  for (let cursor: string | undefined; ids.length < mostBlocks; ) {
    const page = await tracked('GetBlocks', (call) => call(listBlocks, { as: userId, query: { cursor } }));
    ids.push(...page.items.map(({ id }) => id));
    if (!page.next) break;
    cursor = page.next;
  }
  return ids;
}

/** Whom the viewer has blocked; nobody while that is read, and for visitors. */
export const useBlocked = (): ReadonlySet<Id> =>
  useMemberList({ name: 'blocks', list: blockedMembers, ask, kinds: { on: 'member.block', off: 'member.unblock' } });
