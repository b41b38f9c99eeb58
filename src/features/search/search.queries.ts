import { useCallback, useEffect, useState } from 'react';
import type { BikeCard } from '#contract/bikes.ts';
import type { Page } from '#contract/paging.ts';
import { searchBikes } from '#contract/search/calls.ts';
import { readSearch, type SearchQuery, searchQueryOf } from '#contract/search/query.ts';
import { type ApiFailure, failureFrom } from '#src/ground/failure.ts';
import { onRegained } from '#src/ground/signal.ts';
import { searchKept } from '#src/offline/kept-search.ts';
import { opening, useGiven } from '#src/reading/given.ts';
import { tracked } from '#src/results/results.ts';

/** What the address asks for, as it stands there. */
export type Asked = Omit<SearchQuery, 'limit'>;

/** The words and facets of an address, and where in the list it begins. */
export const askedOf = (params: URLSearchParams): Asked => searchQueryOf(params);

/**
 * `found`: the site's answer. `kept`: there is no signal, so these are from the `keptCount` bikes on this device.
 */
export type Results =
  | { state: 'loading' }
  | { state: 'found'; cards: BikeCard[]; next: string | null }
  | { state: 'kept'; cards: BikeCard[]; keptCount: number }
  | { state: 'failed'; error: ApiFailure };

/** Answers that Back returns to without asking again; the last few. */
const recent = new Map<string, Page<BikeCard>>();
const remembered = 8;

function remember(key: string, page: Page<BikeCard>): void {
  recent.delete(key);
  recent.set(key, page);
  const [oldest] = recent.keys();
  if (recent.size > remembered && oldest !== undefined) recent.delete(oldest);
}

async function ask(search: Asked, signal: AbortSignal): Promise<Results> {
  try {
    const page = await tracked('GetSearchResults', (call) => call(searchBikes, { query: search, signal }));
    return { state: 'found', cards: page.items, next: page.next };
  } catch (cause) {
    const error = failureFrom(cause);
    if (error.kind !== 'network') return { state: 'failed', error };
    const { cards, keptCount } = await searchKept(readSearch(search).search);
    return { state: 'kept', cards, keptCount };
  }
}

function useGivenResults(search: Asked): Results | undefined {
  const found = ({ items, next }: Page<BikeCard>): Results => ({ state: 'found', cards: items, next });
  const came = useGiven(opening(searchBikes, { query: search }, found));
  if (!came) return undefined;
  return 'data' in came ? came.data : { state: 'failed', error: came.failure };
}

/** What the site finds, or without signal what this device has. */
export function useSearch(search: Asked): { results: Results; loadMore: () => Promise<void>; retry: () => void } {
  const opened = useGivenResults(search);
  const key = JSON.stringify(search);
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<{ key: string; results: Results } | null>(null);
  const retry = useCallback(() => setTurn((count) => count + 1), []);

  useEffect(() => {
    const known = turn === 0 ? recent.get(key) : undefined;
    if (known) {
      setAnswer({ key, results: { state: 'found', cards: known.items, next: known.next } });
      return;
    }
    const leaving = new AbortController();
    void ask(JSON.parse(key) as Asked, leaving.signal).then((results) => {
      if (leaving.signal.aborted) return;
      if (results.state === 'found') remember(key, { items: results.cards, next: results.next });
      setAnswer({ key, results });
    });
    return () => leaving.abort();
  }, [key, turn]);
  useEffect(() => onRegained(retry), [retry]);

  const results: Results = answer?.key === key ? answer.results : (opened ?? { state: 'loading' });
  const loadMore = async () => {
    if (results.state !== 'found' || !results.next) return;
    const query = { ...search, cursor: results.next };
    const page = await tracked('GetSearchResults', (call) => call(searchBikes, { query }));
    const known = new Set(results.cards.map((card) => card.id));
    const cards = [...results.cards, ...page.items.filter((card) => !known.has(card.id))];
    remember(key, { items: cards, next: page.next });
    setAnswer((now) => (now?.key === key ? { key, results: { state: 'found', cards, next: page.next } } : now));
  };
  return { results, loadMore, retry };
}
