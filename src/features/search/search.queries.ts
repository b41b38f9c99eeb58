import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { type SearchAnswer, searchBikes } from '#contract/search/calls.ts';
import { type Ignored, readSearch, type Search, searchParamsOf, searchQueryOf } from '#contract/search/query.ts';
import { runAction } from '#src/action-state/run-action.ts';
import { searchKept } from '#src/cache/cached-search.ts';
import { type ApiFailure, failureFrom } from '#src/lib/failure.ts';
import { onReconnect } from '#src/lib/signal.ts';
import { asLongAsLeft, longer, noteLength } from '#src/queries/as-long-as-left.ts';
import { initialQuery, useInitialData } from '#src/queries/initial-data.ts';

/** What an address asks for. */
export type Asked = {
  search: Search;
  /** What of it there is no such thing as. */
  ignored: readonly Ignored[];
  /** Where in the list the page begins; at its first bike when it is empty. */
  cursor: string;
};

/** What the search page's address asks for. */
export function askedOf(params: URLSearchParams): Asked {
  const { cursor = '', ...query } = searchQueryOf(params);
  return { ...readSearch(query), cursor };
}

/**
 * `found`: the site's answer. `kept`: there is no signal, so it is from the `keptCount` bikes on this device. While an
 * answer is on its way there is the one before, if there was one.
 */
export type Results =
  | { state: 'loading'; before: SearchAnswer | null }
  | { state: 'found'; answer: SearchAnswer }
  | { state: 'kept'; answer: SearchAnswer; keptCount: number }
  | { state: 'failed'; error: ApiFailure };

/** Answers that Back returns to without asking again, as far as they were loaded; the last few. */
const recent = new Map<string, SearchAnswer>();
const remembered = 8;

function remember(key: string, answer: SearchAnswer): void {
  recent.delete(key);
  recent.set(key, answer);
  const [oldest] = recent.keys();
  if (recent.size > remembered && oldest !== undefined) recent.delete(oldest);
}

const queryOf = ({ search, cursor }: Pick<Asked, 'search' | 'cursor'>) => ({ ...searchParamsOf(search), cursor });

/** The kept bikes that match, as the site would answer. */
async function askDevice({ search }: Asked): Promise<Results> {
  const { cards, keptCount, ...rest } = await searchKept(search);
  return { state: 'kept', answer: { ...rest, items: cards, next: null, ignored: [] }, keptCount };
}

const askSite = (asked: Asked, cursor: string, signal?: AbortSignal) =>
  runAction('GetSearchResults', (call) =>
    call(searchBikes, { query: queryOf({ search: asked.search, cursor }), ...(signal && { signal }) }),
  );

async function ask(key: string, asked: Asked, signal: AbortSignal): Promise<Results> {
  try {
    const answer = await asLongAsLeft(key, (cursor = asked.cursor) => askSite(asked, cursor, signal));
    return { state: 'found', answer };
  } catch (cause) {
    const error = failureFrom(cause);
    return error.kind === 'network' ? askDevice(asked) : { state: 'failed', error };
  }
}

function useGivenResults(asked: Asked): Results | undefined {
  const found = (answer: SearchAnswer): Results => ({ state: 'found', answer });
  const came = useInitialData(initialQuery(searchBikes, { query: queryOf(asked) }, found));
  if (!came) return undefined;
  return 'data' in came ? came.data : { state: 'failed', error: came.failure };
}

/** What there is to show: while an answer is on its way, the one before. */
export const answerOf = (results: Results): SearchAnswer | null => {
  if (results.state === 'failed') return null;
  return results.state === 'loading' ? results.before : results.answer;
};

/** What the site finds, or without signal what this device has. */
export function useSearch(asked: Asked): { results: Results; loadMore: () => Promise<void>; retry: () => void } {
  const opened = useGivenResults(asked);
  const isReturn = useNavigationType() === NavigationType.Pop;
  const key = JSON.stringify(queryOf(asked));
  const [turn, setTurn] = useState({ key, count: 0 });
  const [answer, setAnswer] = useState<{ key: string; results: Results } | null>(null);
  const retry = useCallback(() => setTurn(({ count }) => ({ key, count: count + 1 })), [key]);
  const known = isReturn ? recent.get(key) : undefined;
  // An answer that Back returned to stays on the screen when the next navigation keeps the search.
  if (known && answer?.key !== key) setAnswer({ key, results: { state: 'found', answer: known } });

  const askNow = useEffectEvent((signal: AbortSignal) => ask(key, asked, signal));
  const isKnown = useEffectEvent(() => known !== undefined);
  useEffect(() => {
    const isAgain = turn.count > 0 && turn.key === key;
    if (isKnown() && !isAgain) return;
    const leaving = new AbortController();
    void askNow(leaving.signal).then((results) => {
      if (leaving.signal.aborted) return;
      if (results.state === 'found') remember(key, results.answer);
      setAnswer({ key, results });
    });
    return () => leaving.abort();
  }, [key, turn]);

  const before = answer && answerOf(answer.results);
  const arrived = answer?.key === key ? answer.results : known && { state: 'found' as const, answer: known };
  const results: Results = arrived ?? opened ?? { state: 'loading', before };
  const lacks = results.state === 'kept' || results.state === 'failed';
  useEffect(() => (lacks ? onReconnect(retry) : undefined), [lacks, retry]);

  const loadMore = async () => {
    if (results.state !== 'found' || !results.answer.next) return;
    const whole = longer(results.answer, await askSite(asked, results.answer.next));
    remember(key, whole);
    noteLength(key, whole.items.length);
    setAnswer((now) => (now?.key === key || !now ? { key, results: { state: 'found', answer: whole } } : now));
  };
  return { results, loadMore, retry };
}
