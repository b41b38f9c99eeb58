import { useEffect, useEffectEvent } from 'react';
import type { Followed } from '#contract/follows.ts';
import type { Id } from '#contract/ids.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { searchOfKey } from '#contract/search/key.ts';
import { searchParamsOf } from '#contract/search/query.ts';
import { runAction } from '#src/actions/run-action.ts';
import { keptSearchOf, maxKeptSearches, saveKeptSearch } from '#src/cache/values/kept-searches.ts';
import { ignoreApiFailure } from '#src/lib/failure.ts';
import { idle } from '#src/lib/idle.ts';
import { serverNow } from '#src/lib/server-time.ts';
import { savesData } from '#src/ui/display-preferences.ts';

/** Milliseconds for which a kept page is not fetched again, unless its search has found new bikes. */
const freshForMs = 86_400_000;

/** Fetches the first pages of followed searches that are not kept yet or have changed, one after the other. */
async function keepSearches(searches: readonly Followed[], userId: Id, leaving: AbortSignal): Promise<void> {
  for (const { key, newCount = 0 } of searches.slice(0, maxKeptSearches)) {
    await idle();
    if (leaving.aborted) return;
    const kept = await keptSearchOf(userId, key);
    if (kept && newCount === 0 && serverNow() - kept.savedAt < freshForMs) continue;
    const query = searchParamsOf(searchOfKey(key));
    await saveKeptSearch(userId, key, await runAction(searchBikes, { query, signal: leaving }), serverNow());
  }
}

/** Keeps the followed searches on the device while their list is shown, unless data is saved. */
export function useKeptSearches(followed: readonly Followed[] | null, userId: Id | undefined): void {
  const searches = (followed ?? []).filter(({ kind }) => kind === 'search');
  const all = searches.map(({ key }) => key).join('\n');
  const keep = useEffectEvent((leaving: AbortSignal) => {
    if (!userId || savesData()) return;
    // Without signal the pages stay as they are.
    keepSearches(searches, userId, leaving).catch(ignoreApiFailure);
  });
  useEffect(() => {
    if (!all) return;
    const leaving = new AbortController();
    keep(leaving.signal);
    return () => leaving.abort();
  }, [all]);
}
