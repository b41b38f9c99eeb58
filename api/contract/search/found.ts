import { type Faceted, type FacetName, facetNames, facetValues } from './facets.ts';
import { namesOf } from './names.ts';
import { brandSynonyms, valueSynonyms } from './synonyms.ts';
import { compoundTokens, isSentenceToken, joinedTokens, runEnds, tokensOf, umlautVariants } from './tokens.ts';

/** Fields of a bike that the search index is built from. Older bikes may lack some. */
export type Searched = Faceted & {
  model: string;
  nickname: string;
  owner: { username: string };
  tags?: readonly string[];
  disciplines?: readonly string[];
  frameMaterialNote?: string;
  handlebarType?: string | null;
  colorName?: string;
  builder?: string;
  shop?: string;
  components?: readonly { text: string; brand?: string }[];
  story?: string;
  weightG?: number | null;
  eBike?: { assistClass: string | null; motorBrand?: string; motorModel?: string } | null;
};

/** Index data of a bike, in three forms. */
export type Found = {
  /** Facets and words in one text that is fast to scan: see {@link readFacets}, and `match.ts` for the words. */
  find: string;
  /** All words, facets as `facet:value`, and names. */
  terms: string[];
  /** Words of the bike's name and kind, and its facets. The best matches are searched by these first. */
  keys: string[];
};

/** Increase it when the words or the format change: stored bikes are then indexed again. */
export const foundVersion = '4';

/** Weight of a word in each part of the text, the first part first. */
export const partWeights = [8, 5, 4, 2, 1] as const;

/** Number of parts whose words are keys: name and kind. */
const keyParts = 3;

/** Maximum different words of one part, more than any real bike has. */
const maxTokens = 250;

export const facetTerm = (name: FacetName, value: string): string => `${name}:${value}`;

/** Grams in one step of the weights that are index terms. */
export const weightStep = 1_000;
/** The index term of all weights in one step. */
export const weightTerm = (step: number): string => `weight:${step}`;

const tokens = (texts: readonly (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text ? [...tokensOf(text), ...runEnds(text)] : []));

const withCompounds = (texts: readonly (string | null | undefined)[]): string[] => [
  ...tokens(texts),
  ...texts.flatMap((text) => (text ? compoundTokens(text) : [])),
];

/** Words of a name, in the spellings that people may type. */
const named = (...texts: string[]): string[] => {
  const read = texts.flatMap(tokensOf);
  return [
    ...read,
    ...texts.flatMap(umlautVariants),
    ...joinedTokens(read),
    ...texts.flatMap(compoundTokens),
    ...texts.flatMap(runEnds),
  ];
};

/** Words of a member's name: bikes are found by them, but they are not counted in the word list. */
export const memberTokens = (username: string): string[] => named(username);

function partsOf(bike: Searched): string[][] {
  const { eBike } = bike;
  const called = (name: FacetName) => facetValues(name, bike).map((value) => valueSynonyms[name]?.[value]);
  const kind = (['category', 'drivetrain', 'rearGear', 'frameMaterial'] as const).flatMap((name) => [
    ...facetValues(name, bike),
    ...called(name),
  ]);
  const rest = (['wheelSize', 'suspension', 'brakeType', 'color', 'eBikeClass'] as const).flatMap((name) => [
    ...facetValues(name, bike),
    ...called(name),
  ]);
  const brand = tokensOf(bike.brand);
  return [
    [
      ...tokens([bike.year ? String(bike.year) : '']),
      ...named(`${bike.brand} ${bike.model}`),
      ...(brandSynonyms[brand.join(' ')] ?? '').split(' ').filter(Boolean),
    ],
    [bike.nickname, ...(bike.tags ?? [])].flatMap((name) => named(name)),
    withCompounds(kind),
    [
      ...memberTokens(bike.owner.username),
      ...withCompounds(rest),
      ...withCompounds(bike.disciplines ?? []),
      ...withCompounds([bike.handlebarType, bike.frameMaterialNote, bike.colorName, bike.builder, bike.shop]),
      ...withCompounds([eBike?.motorBrand, eBike?.motorModel]),
      ...withCompounds((bike.components ?? []).flatMap(({ text, brand: maker }) => [maker, text])),
    ],
    tokens([bike.story]).filter((one) => !isSentenceToken(one)),
  ];
}

/** Separators between facets, and between the values of one. No value contains them. */
const separators = { facets: '\t', values: '|' } as const;

const clean = (label: string) => label.replace(/[\t\n|]/g, ' ');

/** Writes the facets for {@link readFacets}: the values of each facet, the maker's name, the year, the weight in grams. */
const facetLine = (bike: Searched): string =>
  [
    ...facetNames.map((name) => facetValues(name, bike).map(clean).join(separators.values)),
    clean(bike.brand),
    bike.year ?? '',
    bike.weightG ?? '',
  ].join(separators.facets);

/** Builds the index data of a bike. */
export function foundBy(bike: Searched): Found {
  const known = new Set<string>();
  const parts = partsOf(bike).map((part, at) => {
    // The first part keeps its order and repetitions: adjacent words count there.
    const own = at === 0 ? part : [...new Set(part)].filter((one) => !known.has(one));
    const listed = own.slice(0, maxTokens);
    for (const one of listed) known.add(one);
    return listed;
  });
  const facets = [
    ...facetNames.flatMap((name) => facetValues(name, bike).map((value) => facetTerm(name, value))),
    ...(bike.weightG ? [weightTerm(Math.floor(bike.weightG / weightStep))] : []),
  ];
  return {
    find: [facetLine(bike), ...parts.map((part) => ` ${part.join(' ')} `)].join('\n'),
    terms: [...new Set([...known, ...facets, ...namesOf(bike).map(({ term }) => term)])],
    keys: [...new Set(parts.slice(0, keyParts).flat()), ...facets],
  };
}

/** Facets of a bike, read from its text. */
export type ReadFacets = {
  /** By the index of the facet. */
  values: string[][];
  brand: string;
  year: number | null;
  /** In grams. */
  weight: number | null;
};

/** Reads the facets from a bike's text. */
export function readFacets(indexText: string): ReadFacets {
  const end = indexText.indexOf('\n');
  const columns = indexText.slice(0, end < 0 ? undefined : end).split(separators.facets);
  const numberAt = (at: number) => (columns[at] ? Number(columns[at]) : null);
  return {
    values: facetNames.map((_, at) => {
      const column = columns[at];
      if (!column) return [];
      return column.includes(separators.values) ? column.split(separators.values) : [column];
    }),
    brand: columns[facetNames.length] ?? '',
    year: numberAt(facetNames.length + 1),
    weight: numberAt(facetNames.length + 2),
  };
}
