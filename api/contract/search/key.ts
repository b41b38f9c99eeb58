import { queryString } from '../endpoint.ts';
import { readSearch, type Search, searchParamsOf, searchQueryOf } from './query.ts';
import { tokensOf } from './tokens.ts';

/** The query of a search's address without the order, by which a search is followed; empty when it says nothing. */
export const searchKey = (search: Search): string => queryString({ ...searchParamsOf(search), sort: '' }).slice(1);

/** The search with its misspelt keywords replaced. What is followed finds the same bikes as its page. */
export function withCorrections(search: Search, corrected: readonly { typed: string; read: string }[]): Search {
  if (corrected.length === 0) return search;
  const readOf = new Map(corrected.map(({ typed, read }) => [typed, read]));
  const words = search.keywords.split(/\s+/).map((word) => readOf.get(tokensOf(word).join(' ')) ?? word);
  return { ...search, keywords: words.join(' ') };
}

/** Title of a followed search: its name, else its keywords. Empty if it has neither. */
export const searchTitle = (key: string, name: string): string =>
  name || (new URLSearchParams(key).get('keywords') ?? '');

/** The search that a key stands for. */
export const searchOfKey = (key: string): Search => readSearch(searchQueryOf(new URLSearchParams(key))).search;
