import { listBlocks, mostBlocks } from '#contract/blocks.ts';
import type { Id } from '#contract/ids.ts';
import { letFailureGo } from '#src/ground/failure.ts';
import { onRegained } from '#src/ground/signal.ts';
import { saveBlocks } from '#src/offline/cache/block-changes.ts';
import { blocksOf } from '#src/offline/cache/blocks.ts';
import { renew } from '#src/offline/cache/turn.ts';
import { tracked } from '#src/results/results.ts';

/** Milliseconds for which nobody asks again: what is blocked here is known at once, and elsewhere it is seldom done. */
const freshFor = 300_000;

async function askBlocks(userId: Id): Promise<Id[]> {
  const ids: Id[] = [];
  for (let cursor: string | undefined; ids.length < mostBlocks; ) {
    const page = await tracked('GetBlocks', (call) => call(listBlocks, { as: userId, query: { cursor } }));
    ids.push(...page.items.map(({ id }) => id));
    if (!page.next) break;
    cursor = page.next;
  }
  return ids;
}

/** Asks whom a member has blocked, where that was not asked lately. @throws ApiFailure */
async function renewBlocks(userId: Id): Promise<void> {
  const kept = await blocksOf(userId);
  if (kept && Math.abs(Date.now() - kept.savedAt) < freshFor) return;
  await renew(
    () => askBlocks(userId),
    (ids) => saveBlocks(userId, ids),
  );
}

/** Keeps whom a member has blocked as the site has it: now, when signal returns, and when the page is seen again. Returns how to stop. */
export function followBlocks(userId: Id): () => void {
  const look = () => void renewBlocks(userId).catch(letFailureGo);
  const seen = () => document.visibilityState === 'visible' && look();
  look();
  document.addEventListener('visibilitychange', seen);
  const stop = onRegained(look);
  return () => {
    document.removeEventListener('visibilitychange', seen);
    stop();
  };
}
