import { listBlocks, mostBlocks } from '#contract/blocks.ts';
import type { Id } from '#contract/ids.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { blockedMembers } from '#src/cache/values/member-lists.ts';
import { letFailureGo } from '#src/lib/failure.ts';
import { onReconnect } from '#src/lib/signal.ts';
import { renewMemberList } from '#src/queries/renew-member-list.ts';

async function ask(userId: Id): Promise<Id[]> {
  const ids: Id[] = [];
  for (let cursor: string | undefined; ids.length < mostBlocks; ) {
    const page = await runAction('GetBlocks', (call) => call(listBlocks, { as: userId, query: { cursor } }));
    ids.push(...page.items.map(({ id }) => id));
    if (!page.next) break;
    cursor = page.next;
  }
  return ids;
}

/** Keeps whom a member has blocked as the site has it: now, when signal returns, and when the page is seen again. Returns how to stop. */
export function followBlocks(userId: Id): () => void {
  const look = () => void renewMemberList(userId, blockedMembers, ask).catch(letFailureGo);
  const seen = () => document.visibilityState === 'visible' && look();
  look();
  document.addEventListener('visibilitychange', seen);
  const stop = onReconnect(look);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    stop();
  };
}
