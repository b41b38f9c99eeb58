import { type Faceted, type FacetName, facetNames, facetValues } from './facets.ts';
import { namesOf } from './names.ts';
import { brandWords, valueWords } from './synonyms.ts';
import { isSentenceWord, joinedWords, runEnds, umlautWords, wordsOf } from './words.ts';

/** The part of a bike that it is found by. What an older bike lacks counts as nothing. */
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
  eBike?: { assistClass: string | null; motorBrand?: string; motorModel?: string } | null;
};

/** What a bike is found by, written for three uses. */
export type Found = {
  /** Facets and words in one text, which is quick to read: {@link readFacets}, and `match.ts` for the words. */
  find: string;
  /** All words, facets as `facet:value`, and names. */
  terms: string[];
  /** The words of what a bike is called and what it is, and its facets: by these the best are found first. */
  keys: string[];
};

/** To be raised when bikes are found by other words or in another writing: those that there are are then written anew. */
export const foundVersion = '2';

/** How much a word counts that stands in this part of the text, the first part first. */
export const partWeights = [8, 5, 4, 2, 1] as const;

/** The parts whose words are keys: what a bike is called, and what it is. */
const keyParts = 3;

/** Different words of one part; more is in no bike but a list of everything. */
const mostWords = 250;

export const facetTerm = (name: FacetName, value: string): string => `${name}:${value}`;

const words = (texts: readonly (string | null | undefined)[]): string[] =>
  texts.flatMap((text) => (text ? [...wordsOf(text), ...runEnds(text)] : []));

/** The names that one is called by: as they are read, and as they may be typed. */
const named = (...texts: string[]): string[] => {
  const read = texts.flatMap(wordsOf);
  return [...read, ...texts.flatMap(umlautWords), ...joinedWords(read), ...texts.flatMap(runEnds)];
};

/** The words of a member's name: by these bikes are found, but they stand nowhere else. */
export const memberWords = (username: string): string[] => named(username);

function partsOf(bike: Searched): string[][] {
  const { eBike } = bike;
  const called = (name: FacetName) => facetValues(name, bike).map((value) => valueWords[name]?.[value]);
  const kind = (['category', 'drivetrain', 'rearGear', 'frameMaterial'] as const).flatMap((name) => [
    ...facetValues(name, bike),
    ...called(name),
  ]);
  const rest = (['wheelSize', 'suspension', 'brakeType', 'color', 'eBikeClass'] as const).flatMap((name) => [
    ...facetValues(name, bike),
    ...called(name),
  ]);
  const brand = wordsOf(bike.brand);
  return [
    [
      ...words([bike.year ? String(bike.year) : '']),
      ...named(`${bike.brand} ${bike.model}`),
      ...(brandWords[brand.join(' ')] ?? '').split(' ').filter(Boolean),
    ],
    [...words([bike.nickname]), ...umlautWords(bike.nickname), ...(bike.tags ?? []).flatMap((tag) => named(tag))],
    words(kind),
    [
      ...memberWords(bike.owner.username),
      ...words(rest),
      ...words(bike.disciplines ?? []),
      ...words([bike.handlebarType, bike.frameMaterialNote, bike.colorName, bike.builder, bike.shop]),
      ...words([eBike?.motorBrand, eBike?.motorModel]),
      ...words((bike.components ?? []).flatMap(({ text, brand: maker }) => [maker, text])),
    ],
    words([bike.story]).filter((one) => !isSentenceWord(one)),
  ];
}

/** Separates facets, and the values of one. No value of any facet holds them. */
const between = { facets: '\t', values: '|' } as const;

const clean = (label: string) => label.replace(/[\t\n|]/g, ' ');

/** The facets as {@link readFacets} reads them: each facet's values, the maker's name, the year. */
const facetLine = (bike: Searched): string =>
  [
    ...facetNames.map((name) => facetValues(name, bike).map(clean).join(between.values)),
    clean(bike.brand),
    bike.year ?? '',
  ].join(between.facets);

/** Everything that a bike is found by. */
export function foundBy(bike: Searched): Found {
  const known = new Set<string>();
  const parts = partsOf(bike).map((part, at) => {
    // The first part keeps its order and its repetitions: words beside each other count there.
    const own = at === 0 ? part : [...new Set(part)].filter((one) => !known.has(one));
    const kept = own.slice(0, mostWords);
    for (const one of kept) known.add(one);
    return kept;
  });
  const facets = facetNames.flatMap((name) => facetValues(name, bike).map((value) => facetTerm(name, value)));
  return {
    find: [facetLine(bike), ...parts.map((part) => ` ${part.join(' ')} `)].join('\n'),
    terms: [...new Set([...known, ...facets, ...namesOf(bike).map(({ term }) => term)])],
    keys: [...new Set(parts.slice(0, keyParts).flat()), ...facets],
  };
}

/** A bike's facets as they stand in its text. */
export type ReadFacets = {
  /** By the place of the facet among all. */
  values: string[][];
  brand: string;
  year: number | null;
};

/** The facets of a bike from its text. */
export function readFacets(find: string): ReadFacets {
  const end = find.indexOf('\n');
  const columns = find.slice(0, end < 0 ? undefined : end).split(between.facets);
  const year = columns[facetNames.length + 1];
  return {
    values: facetNames.map((_, at) => {
      const column = columns[at];
      if (!column) return [];
      return column.includes(between.values) ? column.split(between.values) : [column];
    }),
    brand: columns[facetNames.length] ?? '',
    year: year ? Number(year) : null,
  };
}
