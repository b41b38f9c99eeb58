import { useState } from 'react';
import type { FlagCase } from '#contract/flag-queue.ts';
import type { Id } from '#contract/ids.ts';
import type { ApiFailure } from '#src/lib/failure.ts';
import { appendPage, restoreListLength, saveListLength } from '#src/queries/list-length.ts';
import { useRefreshed } from '#src/queries/use-refreshed.ts';
import { flagCases } from './moderation.actions.ts';

export interface Queue {
  /** Undefined until the server has answered. */
  cases: readonly FlagCase[] | undefined;
  /** Why the queue could not be loaded. */
  error: ApiFailure | null;
  refreshing: boolean;
  refresh: () => Promise<void>;
  /** Null at the end of the queue. */
  loadMore: (() => Promise<void>) | null;
}

/** Identifies cases by the flagged item. */
async function fetchQueue(userId: Id, state: 'open' | 'decided', cursor?: string) {
  const { items, next } = await flagCases(userId, state, cursor);
  return { items: items.map((one) => ({ ...one, id: one.targetId })), next };
}

/** Fetches the queue of flagged items; not cached on this device. */
export function useQueue(userId: Id | null, state: 'open' | 'decided'): Queue {
  const [page, setPage] = useState<Awaited<ReturnType<typeof fetchQueue>>>();
  const list = `${userId}:${state}`;
  const { error, refreshing, refresh } = useRefreshed(userId && list, async () => {
    if (!userId) return;
    setPage(await restoreListLength(list, (cursor) => fetchQueue(userId, state, cursor)));
  });
  const { items: cases, next } = page ?? {};
  const loadMore = async () => {
    if (!userId || !page?.next) return;
    const whole = appendPage(page, await fetchQueue(userId, state, page.next));
    saveListLength(list, whole.items.length);
    setPage(whole);
  };
  return { cases, error, refreshing, refresh, loadMore: next ? loadMore : null };
}
