import { facetNames } from '#contract/search/facets.ts';
import type { Candidate } from '#contract/search/filter-and-count.ts';
import { partWeights, readFacets } from '#contract/search/found.ts';

const exact = { type: 'keyword', doc_values: false } as const;
const sorted = { type: 'double' } as const;

/** Fields with the words of each part of a bike's text; `all` has the words of all parts. */
export const partFields = partWeights.map((_, part) => `part${part}`);

/** Increase it when the mapping or the documents change: the index is built again. */
export const indexVersion = 2;

/** The site makes the words, so OpenSearch only compares them: there are no analyzers. */
export const indexSettings = {
  settings: {
    number_of_shards: 1,
    auto_expand_replicas: '0-1',
    // The writer refreshes.
    refresh_interval: '5s',
    // How long the version of a deleted document keeps an older one out.
    gc_deletes: '1h',
  },
  mappings: {
    dynamic: 'strict',
    // Nothing can be read from it but ids and the values it is sorted by.
    _source: { enabled: false },
    properties: {
      id: { type: 'keyword' },
      hotRank: sorted,
      publishedAt: sorted,
      points: sorted,
      year: { type: 'short' },
      weight: { type: 'integer' },
      ...Object.fromEntries(partFields.map((name) => [name, { ...exact, copy_to: 'all' }])),
      all: exact,
      /** Neighboring words of the title. */
      pairs: exact,
      facets: { properties: Object.fromEntries(facetNames.map((name) => [name, { type: 'keyword' }])) },
      /** The maker's id and name, for counts. */
      maker: { type: 'keyword' },
    },
  },
} as const;

/** A number that JSON can hold. */
const asNumber = (value: number): number => (Number.isFinite(value) ? value : -1e9);

export const makerSeparator = '\t';

/** The document of a bike. */
export function documentOf({ id, indexText, hotRank, publishedAt, points }: Candidate): object {
  const { values, brand, year, weight } = readFacets(indexText);
  const [, ...parts] = indexText.split('\n');
  const words = parts.map((part) => part.split(' ').filter(Boolean));
  const [title = []] = words;
  const brandIds = values[facetNames.indexOf('brand')] ?? [];
  return {
    id,
    hotRank: asNumber(hotRank),
    publishedAt,
    points,
    year: year ?? undefined,
    weight: weight ?? undefined,
    ...Object.fromEntries(partFields.map((name, part) => [name, [...new Set(words[part])]])),
    pairs: [...new Set(title.slice(1).map((word, at) => `${title[at]} ${word}`))],
    facets: Object.fromEntries(facetNames.map((name, place) => [name, values[place]])),
    maker: brandIds.map((brandId) => `${brandId}${makerSeparator}${brand}`),
  };
}
