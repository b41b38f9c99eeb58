import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import type { Id } from '#contract/ids.ts';
import { type SearchAnswer, searchBikes } from '#contract/search/calls.ts';
import { searchKey } from '#contract/search/key.ts';
import { type Ignored, readSearch, type Search, searchParamsOf, searchQueryOf } from '#contract/search/query.ts';
import { runAction } from '#src/actions/run-action.ts';
import { keptSearchOf } from '#src/cache/values/kept-searches.ts';
import { type ApiFailure, failureFrom } from '#src/lib/failure.ts';
import { onReconnect } from '#src/lib/signal.ts';
import { initialQuery, useInitialData } from '#src/queries/initial-data.ts';
import { appendPage, restoreListLength, saveListLength } from '#src/queries/list-length.ts';
import { useSession } from '#src/session/use-session.ts';
import { searchCached } from './cached-search.ts';

/** Search requested by a URL. */
export type Asked = {
  search: Search;
  /** Parameters that were not understood. */
  ignored: readonly Ignored[];
  /** Cursor of the page; '' for the first one. */
  cursor: string;
};

/** Parses the search page's URL. */
export function askedOf(params: URLSearchParams): Asked {
  const { cursor = '', ...query } = searchQueryOf(params);
  return { ...readSearch(query), cursor };
}

/**
 * `found`: answer of the server. `kept`: offline, the first page of a followed search as it was. `cached`: offline,
 * searched in the `cachedCount` cached bikes. `loading` keeps the previous answer, if there is one.
 */
export type Results =
  | { state: 'loading'; before: SearchAnswer | null }
  | { state: 'found'; answer: SearchAnswer }
  | { state: 'kept'; answer: SearchAnswer; savedAt: number }
  | { state: 'cached'; answer: SearchAnswer; cachedCount: number }
  | { state: 'failed'; error: ApiFailure };

/** The latest answers with all loaded pages, so that Back needs no request. */
const recent = new Map<string, SearchAnswer>();
const maxRecent = 8;

function storeRecent(key: string, answer: SearchAnswer): void {
  recent.delete(key);
  recent.set(key, answer);
  const [oldest] = recent.keys();
  if (recent.size > maxRecent && oldest !== undefined) recent.delete(oldest);
}

const queryOf = ({ search, cursor }: Pick<Asked, 'search' | 'cursor'>) => ({ ...searchParamsOf(search), cursor });

/** Whether a page is the one that is kept of a followed search. */
export const isKeptPage = ({ search, cursor }: Pick<Asked, 'search' | 'cursor'>): boolean =>
  cursor === '' && search.sort === 'BestMatch';

/** Reads the kept page of a followed search, or searches the cached bikes. */
async function searchDevice(asked: Asked, userId: Id | undefined): Promise<Results> {
  const { search } = asked;
  const kept = userId && isKeptPage(asked) ? await keptSearchOf(userId, searchKey(search)) : undefined;
  if (kept) return { state: 'kept', answer: kept.answer, savedAt: kept.savedAt };
  const { cards, cachedCount, ...rest } = await searchCached(search);
  return { state: 'cached', answer: { ...rest, items: cards, next: null, ignored: [] }, cachedCount };
}

const fetchPage = (asked: Asked, cursor: string, signal?: AbortSignal) =>
  runAction(searchBikes, { query: queryOf({ search: asked.search, cursor }), ...(signal && { signal }) });

async function fetchResults(
  key: string,
  asked: Asked,
  { userId, signal }: { userId: Id | undefined; signal: AbortSignal },
): Promise<Results> {
  try {
    const answer = await restoreListLength(key, (cursor = asked.cursor) => fetchPage(asked, cursor, signal));
    return { state: 'found', answer };
  } catch (cause) {
    const error = failureFrom(cause);
    return error.kind === 'network' ? searchDevice(asked, userId) : { state: 'failed', error };
  }
}

const found = (answer: SearchAnswer): Results => ({ state: 'found', answer });
export const initialSearch = (asked: Asked) => initialQuery(searchBikes, { query: queryOf(asked) }, found);

function useInitialResults(asked: Asked): Results | undefined {
  const initial = useInitialData(initialSearch(asked));
  if (!initial) return undefined;
  return 'data' in initial ? initial.data : { state: 'failed', error: initial.failure };
}

/** Answer to display; the previous one while loading. */
export const answerOf = (results: Results): SearchAnswer | null => {
  if (results.state === 'failed') return null;
  return results.state === 'loading' ? results.before : results.answer;
};

/** Results from the server; offline, from the cached bikes. */
export function useSearch(asked: Asked): { results: Results; loadMore: () => Promise<void>; retry: () => void } {
  const userId = useSession().user?.id;
  const opened = useInitialResults(asked);
  const isReturn = useNavigationType() === NavigationType.Pop;
  const key = JSON.stringify(queryOf(asked));
  const [attempt, setAttempt] = useState({ key, count: 0 });
  const [answer, setAnswer] = useState<{ key: string; results: Results } | null>(null);
  const retry = useCallback(() => setAttempt(({ count }) => ({ key, count: count + 1 })), [key]);
  const known = isReturn ? recent.get(key) : undefined;
  // An answer restored by Back stays when the next navigation keeps the search.
  if (known && answer?.key !== key) setAnswer({ key, results: { state: 'found', answer: known } });

  const askNow = useEffectEvent((signal: AbortSignal) => fetchResults(key, asked, { userId, signal }));
  const isKnown = useEffectEvent(() => known !== undefined);
  useEffect(() => {
    const isAgain = attempt.count > 0 && attempt.key === key;
    if (isKnown() && !isAgain) return;
    const leaving = new AbortController();
    void askNow(leaving.signal).then((results) => {
      if (leaving.signal.aborted) return;
      if (results.state === 'found') storeRecent(key, results.answer);
      setAnswer({ key, results });
    });
    return () => leaving.abort();
  }, [key, attempt]);

  const before = answer && answerOf(answer.results);
  const arrived = answer?.key === key ? answer.results : known && { state: 'found' as const, answer: known };
  const results: Results = arrived ?? opened ?? { state: 'loading', before };
  const lacks = results.state === 'kept' || results.state === 'cached' || results.state === 'failed';
  useEffect(() => (lacks ? onReconnect(retry) : undefined), [lacks, retry]);

  const loadMore = async () => {
    if (results.state !== 'found' || !results.answer.next) return;
    const whole = appendPage(results.answer, await fetchPage(asked, results.answer.next));
    storeRecent(key, whole);
    saveListLength(key, whole.items.length);
    setAnswer((now) => (now?.key === key || !now ? { key, results: { state: 'found', answer: whole } } : now));
  };
  return { results, loadMore, retry };
}
