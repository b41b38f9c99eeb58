import { listBlocks, maxBlocks } from '#contract/blocks.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/actions/run-action.ts';
import { blockedMembers } from '#src/cache/values/member-lists.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { onReconnect } from '#src/lib/signal.ts';
import { refreshMemberList } from '#src/queries/refresh-member-list.ts';

async function fetchBlocked(userId: Id): Promise<Id[]> {
  const ids: Id[] = [];
  for (let cursor: string | undefined; ids.length < maxBlocks; ) {
    const page = await runAction(listBlocks, { as: userId, query: { cursor } });
    ids.push(...page.items.map(({ id }) => id));
    if (!page.next) break;
    cursor = page.next;
  }
  return ids;
}

/** Refreshes the list of blocked members now, on reconnect and when the page becomes visible. Returns how to stop. */
export function followBlocks(userId: Id): () => void {
  const look = () => void refreshMemberList(userId, blockedMembers, fetchBlocked).catch(ignoreApiFailure);
  const seen = () => document.visibilityState === 'visible' && look();
  look();
  document.addEventListener('visibilitychange', seen);
  const stop = onReconnect(look);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    stop();
  };
}
