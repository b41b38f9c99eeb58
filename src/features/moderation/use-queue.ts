import { useState } from 'react';
import type { FlagCase } from '#contract/flag-queue.ts';
import type { Id } from '#contract/ids.ts';
import type { ApiFailure } from '#src/ground/failure.ts';
import { useRefreshed } from '#src/reading/use-refreshed.ts';
import { flagCases } from './moderation.actions.ts';

export interface Queue {
  /** Undefined until the site has answered. */
  cases: readonly FlagCase[] | undefined;
  /** Why the site could not be asked. */
  error: ApiFailure | null;
  refreshing: boolean;
  refresh: () => Promise<void>;
  /** Null at the end. */
  loadMore: (() => Promise<void>) | null;
}

/** Asks what was flagged; nothing of it is kept here. */
export function useQueue(userId: Id | null, state: 'open' | 'decided'): Queue {
  const [page, setPage] = useState<{ cases: FlagCase[]; next: string | null }>();
  const { error, refreshing, refresh } = useRefreshed(userId && `${userId}:${state}`, async () => {
    if (!userId) return;
    const { items, next } = await flagCases(userId, state);
    setPage({ cases: items, next });
  });
  const { cases, next } = page ?? {};
  const loadMore = async () => {
    if (!userId || !cases || !next) return;
    const more = await flagCases(userId, state, next);
    const known = new Set(cases.map(({ targetId }) => targetId));
    setPage({ cases: [...cases, ...more.items.filter(({ targetId }) => !known.has(targetId))], next: more.next });
  };
  return { cases, error, refreshing, refresh, loadMore: next ? loadMore : null };
}
