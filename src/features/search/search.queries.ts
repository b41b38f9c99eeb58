import { useCallback, useEffect, useState } from 'react';
import type { FacetName } from '#contract/bike-fields.ts';
import { type BikeCard, cardOf } from '#contract/bikes.ts';
import type { Page } from '#contract/paging.ts';
import { keywordsOf, type SearchQuery, searchBikes, searchFacets, termsOf } from '#contract/search.ts';
import { type ApiFailure, failureFrom } from '#src/ground/failure.ts';
import { onRegained } from '#src/ground/signal.ts';
import { keptBikes } from '#src/offline/cache/bikes.ts';
import { rowsOf } from '#src/offline/outbox.ts';
import { memberHere } from '#src/offline/vault.ts';
import { moved, type ShownBike } from '#src/offline/writes/bike-overlay.ts';
import { opening, useGiven } from '#src/reading/given.ts';
import { tracked } from '#src/results/results.ts';

/** What the address asks for. */
export type Search = Pick<SearchQuery, 'keywords' | FacetName> & {
  /** Where in the list the page begins; at the newest when it is empty. */
  cursor: string;
};

/** The words and facets of an address, and where in the list it begins. */
export const searchOf = (params: URLSearchParams): Search => {
  const names = ['keywords', ...searchFacets, 'cursor'] as const;
  return Object.fromEntries(names.map((name) => [name, params.get(name)?.trim() ?? ''])) as Search;
};

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

/** The kept bikes that match, newest first: every keyword is a word of the bike, the last one perhaps its beginning. */
async function searchKept(search: Search): Promise<Results> {
  const me = await memberHere();
  const rows = me ? await rowsOf(me.id) : [];
  const kept = (await keptBikes()).map(({ bike }) => moved<ShownBike>({ ...bike, waiting: null }, rows));
  // What its owner is about to take away is found by nobody here.
  const bikes = kept.filter(({ status }) => status === 'Active');
  const keywords = keywordsOf(search);
  const begun = keywords.pop();
  const facets = searchFacets.flatMap((facet) => (search[facet] ? [`${facet}:${search[facet]}`] : []));
  const found = bikes.filter((bike) => {
    const terms = termsOf(bike);
    const matches = [...keywords, ...facets].every((term) => terms.includes(term));
    return matches && (begun === undefined || terms.some((term) => term.startsWith(begun)));
  });
  const newestFirst = found.sort((a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? ''));
  return { state: 'kept', cards: newestFirst.map(cardOf), keptCount: bikes.length };
}

async function ask(search: Search, signal: AbortSignal): Promise<Results> {
  try {
    const page = await tracked('GetSearchResults', (call) => call(searchBikes, { query: search, signal }));
    return { state: 'found', cards: page.items, next: page.next };
  } catch (cause) {
    const error = failureFrom(cause);
    return error.kind === 'network' ? searchKept(search) : { state: 'failed', error };
  }
}

function useGivenResults(search: Search): Results | undefined {
  const found = ({ items, next }: Page<BikeCard>): Results => ({ state: 'found', cards: items, next });
  const came = useGiven(opening(searchBikes, { query: search }, found));
  if (!came) return undefined;
  return 'data' in came ? came.data : { state: 'failed', error: came.failure };
}

/** What the site finds, or without signal what this device has. */
export function useSearch(search: Search): { results: Results; loadMore: () => Promise<void>; retry: () => void } {
  const { keywords, category, drivetrain, rearGear, cursor } = search;
  const opened = useGivenResults(search);
  const key = JSON.stringify([keywords, category, drivetrain, rearGear, cursor]);
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
    void ask({ keywords, category, drivetrain, rearGear, cursor }, leaving.signal).then((results) => {
      if (leaving.signal.aborted) return;
      if (results.state === 'found') remember(key, { items: results.cards, next: results.next });
      setAnswer({ key, results });
    });
    return () => leaving.abort();
  }, [key, keywords, category, drivetrain, rearGear, cursor, turn]);
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
