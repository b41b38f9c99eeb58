import { listBlocks, mostBlocks } from '#contract/blocks.ts';
import type { Id } from '#contract/ids.ts';
import { blocksOf, saveBlocks } from '#src/offline/cache/blocks.ts';
import { renew } from '#src/offline/cache/turn.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import { overlayBlocks } from '#src/offline/writes/block-overlay.ts';
import { useLive } from '#src/reading/live.queries.ts';
import { useRefreshed } from '#src/reading/use-refreshed.ts';
import { tracked } from '#src/results/results.ts';
import { useSession } from '#src/session/use-session.ts';

/** Milliseconds for which nobody asks again: what is blocked here is known at once, and elsewhere it is seldom done. */
const freshFor = 300_000;
const none: ReadonlySet<Id> = new Set();

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

async function refreshBlocks(userId: Id): Promise<void> {
  const kept = await blocksOf(userId);
  if (kept && Math.abs(Date.now() - kept.savedAt) < freshFor) return;
  await renew(
    () => askBlocks(userId),
    (ids) => saveBlocks(userId, ids),
  );
}

/** Whom the viewer has blocked; nobody while that is read, and for visitors. */
export function useBlocked(): ReadonlySet<Id> {
  const { user } = useSession();
  const userId = user?.id ?? null;
  useRefreshed(userId, async () => userId && refreshBlocks(userId));
  const kept = useLive(
    'blocks',
    async () => (userId ? overlayBlocks((await blocksOf(userId))?.ids ?? [], await rowsOf(userId)) : none),
    [userId],
  );
  return kept ?? none;
}
