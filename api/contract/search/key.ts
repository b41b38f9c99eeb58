import { queryString } from '../endpoint.ts';
import { readSearch, type Search, searchParamsOf, searchQueryOf } from './query.ts';

/** The query of a search's address without the order, by which a search is followed; empty when it says nothing. */
export const searchKey = (search: Search): string => queryString({ ...searchParamsOf(search), sort: '' }).slice(1);

/** The search that a key stands for. */
export const searchOfKey = (key: string): Search => readSearch(searchQueryOf(new URLSearchParams(key))).search;
