import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { withEveryField } from '#contract/bike-defaults.ts';
import { queryString } from '#contract/endpoint.ts';
import { facetNames, facetOf, isFacetValue } from '#contract/search/facets.ts';
import { foundBy, readFacets, type Searched } from '#contract/search/found.ts';
import { searchInMemory } from '#contract/search/in-memory.ts';
import { matchOf } from '#contract/search/match.ts';
import { compareSortPositions, sortPositionOf } from '#contract/search/order.ts';
import { readSearch, type Search, SearchQuery, searchParamsOf, searchQueryOf } from '#contract/search/query.ts';
import { nearTokens, termsOf } from '#contract/search/terms.ts';
import { tokensOf } from '#contract/search/tokens.ts';

const searchOf = (address: string): Search => readSearch(searchQueryOf(new URLSearchParams(address))).search;

const bike = (more: Partial<Searched> = {}): Searched => ({
  ...withEveryField({}),
  ...{ brandId: 'surly', brand: 'Surly', model: 'Midnight Special', year: 2021, category: 'Gravel' },
  ...{ drivetrain: '1x', rearGear: '11-Speed', owner: { username: 'ana' } },
  ...more,
});
let made = 0;
const candidate = (more: Partial<Searched> = {}, rank = {}) => ({
  id: String(++made).padStart(4, '0'),
  indexText: foundBy(bike(more)).find,
  ...{ hotRank: 0, publishedAt: made, points: 0 },
  ...rank,
});
const namesIn = (bikes: { indexText: string }[]) => bikes.map(({ indexText }) => readFacets(indexText).brand);

describe('search terms', () => {
  test.each([
    ['Cervélo R5', ['cervelo', 'r5']],
    ['MOTOBÉCANE', ['motobecane']],
    ['Łapierre Ærø', ['lapierre', 'aero']],
    ["Guv'nor, C’dale", ['guvnor', 'cdale']],
    ['Riese & Müller', ['riese', 'muller']],
    ['R&M e-bike E-Bikes', ['rm', 'ebike', 'ebike']],
    ['29er 29" 27.5" 27,5 700C 650b', ['29', '29', '27.5', '27.5', '700c', '650b']],
    ['700x40c 29" x 2.25 26×2,1 1x12', ['700', '40c', '29', '2.25', '26', '2.1', '1x12']],
    ['1×12 2 x 10 1х11 1✕9', ['1x12', '2x10', '1x11', '1x9']],
    ['tyres aluminium carbon fibre', ['tire', 'aluminum', 'carbon', 'fiber']],
    ['fillet-brazed (1987)', ['fillet', 'brazed', '1987']],
    ['自転車 Велосипед 車', ['自転', '転車', 'велосипед', '車']],
    ['トレック5200 Cinelli号', ['トレ', 'レッ', 'ック', '5200', 'cinelli', '号']],
    ['จักรยาน', ['จก', 'กร', 'รย', 'ยา', 'าน']],
    ['STRAẞE İstanbul ığ', ['strasse', 'istanbul', 'ig']],
    ['constructor __proto__ toString', ['constructor', 'proto', 'tostring']],
    ['"\\$!%', []],
  ])('of %j', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });

  test('a query has at most ten terms, each once, without stop words, and only the last may be a prefix', () => {
    expect(termsOf('the bike of Ana ana').map(({ typed }) => typed)).toEqual(['ana']);
    expect(termsOf('the bike').map(({ typed }) => typed)).toEqual(['the', 'bike']);
    expect(termsOf('one two three four five six seven eight nine ten eleven')).toHaveLength(10);
    expect(termsOf('midnight spec').map(({ begins }) => begins)).toEqual([false, true]);
    // A following word shows that this one is complete.
    expect(termsOf('road bike').map(({ begins }) => begins)).toEqual([false]);
  });

  test('terms match with one edit from five letters, with two from nine, and never where there are digits', () => {
    const near = (typed: string, ...known: string[]) =>
      nearTokens(
        { typed },
        known.map((word) => ({ word, n: 1 })),
      ).map(({ word, quality }) => [word, quality]);
    expect(near('binchi', 'bianchi', 'binda', 'trek')).toEqual([['bianchi', 0.5]]);
    expect(near('spezializd', 'specialized')).toEqual([['specialized', 0.3]]);
    expect(near('tark', 'trek')).toEqual([]);
    expect(near('caad12', 'caad13')).toEqual([]);
    expect(nearTokens({ typed: 'surlyy' }, [{ word: 'surly', n: 0 }])).toEqual([]);
  });
});

describe('a search URL', () => {
  test('contains what a search asks for, and no empty or default value', () => {
    const address = 'keywords=steel&brand=surly&color=Red&color=Blue&yearFrom=1990&yearTo=1980&sort=Oldest';
    const search = searchOf(address);
    expect(search).toMatchObject({ keywords: 'steel', yearFrom: 1980, yearTo: 1990, sort: 'Oldest' });
    expect(search.facets).toMatchObject({ brand: ['surly'], color: ['Blue', 'Red'], category: [] });
    const again = queryString(searchParamsOf(search));
    expect(searchOf(again)).toEqual(search);
    expect(queryString(searchParamsOf(searchOf('')))).toBe('');
  });

  test('has weights in kilograms, and places by their codes', () => {
    const search = searchOf('weightFrom=9&weightTo=7,25&country=DE&region=DE-BW&region=FR-75C');
    expect(search).toMatchObject({ weightFrom: 7_250, weightTo: 9_000 });
    expect(search.facets).toMatchObject({ country: ['DE'], region: ['DE-BW', 'FR-75C'] });
    expect(queryString(searchParamsOf(search))).toBe(
      '?country=DE&region=DE-BW&region=FR-75C&weightFrom=7.25&weightTo=9',
    );
    const { ignored } = readSearch(
      searchQueryOf(new URLSearchParams('weightFrom=0.1&weightTo=light&country=DE-BW&region=DE')),
    );
    expect(ignored.map(({ name }) => name)).toEqual(['country', 'region', 'weightFrom', 'weightTo']);
  });

  test('with unknown values is answered without them, and the reply says so', () => {
    const asked = searchQueryOf(
      new URLSearchParams('category=Boat&category=Road&sort=Worst&yearFrom=soon&yearTo=3000&brand=../x&color= '),
    );
    const { search, ignored } = readSearch(v.parse(SearchQuery, asked));
    expect(search.facets.category).toEqual(['Road']);
    expect(search.sort).toBe('BestMatch');
    expect(ignored).toEqual([
      { name: 'category', value: 'Boat' },
      { name: 'brand', value: '../x' },
      { name: 'yearFrom', value: 'soon' },
      { name: 'yearTo', value: '3000' },
      { name: 'sort', value: 'Worst' },
    ]);
  });
});

describe('a bike is found by', () => {
  test('its words, its facets and its names', () => {
    const { terms, keys } = foundBy(
      bike({
        ...{
          tags: ['fillet-brazed'],
          nickname: 'Dusk',
          frameMaterial: 'Steel',
          wheelSize: '27.5" / 650B',
          colors: ['Blue'],
        },
        ...{ drivetrain: 'Fixed Gear', rearGear: 'Single-Speed', frameSize: { kind: 'cm', value: 53.6 } },
        components: [{ text: 'Rohloff Speedhub' }],
        story: 'It went through the mud of Flanders.',
      }),
    );
    const named = [
      '2021',
      'surly',
      'midnight',
      'special',
      'surlymidnight',
      'dusk',
      'fillet',
      'filletbrazed',
      'fixie',
      'ss',
    ];
    const facets = ['brand:surly', 'category:Gravel', 'frameSize:54 cm', 'color:Blue', 'ownership:Current'];
    expect(terms).toEqual(expect.arrayContaining([...named, ...facets, '27.5', '650b', 'ana', 'rohloff', 'flanders']));
    expect(terms).toEqual(expect.arrayContaining(['model:brand:surly/midnight special']));
    expect(terms).not.toContain('through');
    expect(keys).toEqual(expect.arrayContaining([...named, ...facets]));
    expect(keys).not.toContain('rohloff');
    expect(new Set(terms).size).toBe(terms.length);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('both spellings of an umlaut, joined or separate words, and other names of makers', () => {
    const has = (fields: Partial<Searched>, ...terms: string[]) =>
      expect(foundBy(bike(fields)).terms).toEqual(expect.arrayContaining(terms));
    has({ brand: 'Riese & Müller', brandId: 'riese-muller' }, 'muller', 'mueller', 'rm');
    has({ model: 'Tarmac SL 7' }, 'sl7', 'sl', '7');
    has({ model: 'CAAD10' }, 'caad', '10', 'caad10');
    has({ model: 'XT 1×12' }, '1x12');
    has({ nickname: 'R2-D2' }, 'r2d2', 'r2', 'd2');
    has({ nickname: 'R2D2' }, 'r2', 'd2');
    has({ nickname: 'C-3PO', tags: ['bb-8'] }, 'c3po', 'bb8');
    has({ components: [{ text: 'Brooks B-17, S-Works Turbo 1 × 12' }] }, 'b17', 'sworks', '1x12');
    has({ rearGear: 'Single-Speed' }, 'singlespeed');
    has({ brand: 'Velo Orange', brandId: 'velo-orange' }, 'vo');
  });

  test('no more terms than a bounded number, however long its text', () => {
    const story = Array.from({ length: 5000 }, (_, n) => `w${n.toString(36)}x`).join(' ');
    expect(foundBy(bike({ story, components: [{ text: story }] })).terms.length).toBeLessThan(600);
  });

  test('its text when the text repeats its facets, whatever the maker is called', () => {
    const { find } = foundBy(bike({ brand: 'A\tB|C', colors: ['Red', 'Blue'], year: null }));
    const { values, brand, year } = readFacets(find);
    expect(brand).toBe('A B C');
    expect(year).toBe(null);
    expect(values[facetNames.indexOf('color')]).toEqual(['Red', 'Blue']);
    for (const [at, name] of facetNames.entries())
      for (const value of values[at] ?? []) expect([name, isFacetValue(name, value)]).toEqual([name, true]);
    for (const name of facetNames)
      for (const option of facetOf(name).options ?? []) expect(option).not.toMatch(/[\t\n|]/);
  });
});

describe('the best match', () => {
  const match = (more: Partial<Searched>, keywords: string) => matchOf(foundBy(bike(more)).find, termsOf(keywords));

  test('depends on the field that matches and on how it matches', () => {
    expect(match({}, 'surly').score).toBe(8);
    expect(match({ model: 'Quaxel 1×12 XT M8100' }, 'quaxel 1x12').terms).toBe(2);
    expect(match({ nickname: 'R2-D2' }, 'r2d2').score).toBe(5);
    expect(match({}, 'surl').score).toBeCloseTo(6.4);
    expect(match({ nickname: 'Dusk' }, 'dusk').score).toBe(5);
    expect(match({ frameMaterial: 'Steel' }, 'steel').score).toBe(4);
    expect(match({ components: [{ text: 'Rohloff' }] }, 'rohloff').score).toBe(2);
    expect(match({}, 'ana').score).toBe(2);
    expect(match({ story: 'Mud of Flanders' }, 'flanders').score).toBe(1);
    expect(match({}, 'surly flanders')).toEqual({ terms: 1, score: 8, adjacent: 0 });
    // A word in several fields counts in the one with the highest weight.
    expect(match({ nickname: 'Surly', story: 'Surly' }, 'surly').score).toBe(8);
  });

  test('counts words that are adjacent in the name', () => {
    expect(match({}, 'midnight special').adjacent).toBe(1);
    expect(match({}, 'surly midnight spec').adjacent).toBe(2);
    expect(match({}, 'special midnight').adjacent).toBe(0);
  });

  test('is ordered by words, weight, adjacent words, rank, day and id', () => {
    const position = (
      terms: number,
      score: number,
      adjacent: number,
      hotRank: number,
      publishedAt: number,
      id: string,
    ) => sortPositionOf('BestMatch', { id, hotRank, publishedAt, points: 0 }, { terms, score, adjacent });
    const inOrder = [
      position(2, 1, 0, 0, 0, 'a'),
      position(1, 9, 0, 0, 0, 'a'),
      position(1, 8, 1, 0, 0, 'a'),
      position(1, 8, 0, 5, 0, 'a'),
      position(1, 8, 0, 4, 9, 'a'),
      position(1, 8, 0, 4, 8, 'b'),
      position(1, 8, 0, 4, 8, 'a'),
    ];
    const mixed = [...inOrder].reverse().sort((a, b) => compareSortPositions('BestMatch', a, b));
    expect(mixed).toEqual(inOrder);
  });
});

describe('a search in a list of bikes', () => {
  test('sorts by the requested order', () => {
    const bikes = [1, 2, 3].map((n) => candidate({ brand: `B${n}` }, { points: [5, 9, 9][n - 1], hotRank: 3 - n }));
    const order = (sort: string) => namesIn(searchInMemory(bikes, searchOf(`sort=${sort}`)).found);
    expect(order('BestMatch')).toEqual(['B1', 'B2', 'B3']);
    expect(order('Newest')).toEqual(['B3', 'B2', 'B1']);
    expect(order('Oldest')).toEqual(['B1', 'B2', 'B3']);
    expect(order('Popular')).toEqual(['B3', 'B2', 'B1']);
  });

  test('finds Vietnamese, Polish and Turkish words with and without diacritics', () => {
    for (const [model, ...typed] of [
      ['Đường Phố', 'duong pho', 'Đường', 'đuong', 'phố'],
      ['Żółć Łódź', 'zolc', 'lodz', 'łódź', 'Łódz', 'ZOLC LODZ'],
      ['Işıltı Rüzgâr', 'isilti', 'ışıltı', 'IŞILTI', 'ruzgar', 'Rüzgar'],
      ['Ægir Œuvre Þór', 'aegir', 'ægir', 'oeuvre', 'thor'],
    ] as const) {
      const bikes = [candidate({ model }), candidate({ brand: 'Trek', brandId: 'trek', model: 'Marlin' })];
      for (const keywords of typed)
        expect([keywords, searchInMemory(bikes, searchOf(queryString({ keywords }))).found]).toEqual([
          keywords,
          [bikes[0]],
        ]);
    }
  });

  test('finds a word inside a text that has no spaces', () => {
    const bikes = [
      candidate({ model: '街乗り自転車', story: '春の川沿いを走る、東京の自転車店で組んだ一台。' }),
      candidate({ model: '山地自行车', components: [{ text: '禧玛诺变速器' }] }),
      candidate({ model: 'Marlin', story: 'Nothing of it is Japanese.' }),
    ];
    const found = (keywords: string) =>
      searchInMemory(bikes, searchOf(queryString({ keywords }))).found.map((one) => bikes.indexOf(one));
    for (const keywords of ['自転車', '転車', '車', '乗り', '東京', '自転車店', '川沿い'])
      expect([keywords, found(keywords)]).toEqual([keywords, [0]]);
    for (const keywords of ['自行车', '行车', '变速器', '玛诺'])
      expect([keywords, found(keywords)]).toEqual([keywords, [1]]);
    expect(found('青森')).toEqual([]);
    // Words typed together are never dropped in part.
    const half = searchInMemory(
      [...bikes, candidate({ model: '自転' }), candidate({ model: '自転' })],
      searchOf('keywords=自転車'),
    );
    expect([half.found.length, half.dropped]).toEqual([1, null]);
  });

  test('requires all words, and drops the least important one where too few bikes match all', () => {
    const rohloff = (brand: string) =>
      candidate({ brand, brandId: brand.toLowerCase(), model: 'M', components: [{ text: 'Rohloff Speedhub' }] });
    const bikes = [
      candidate({ brand: 'Brompton', brandId: 'brompton' }),
      ...['Koga', 'Surly', 'Trek', 'Giant'].map(rohloff),
    ];
    const { found, dropped } = searchInMemory(bikes, searchOf('keywords=brompton+rohloff'));
    expect([namesIn(found), dropped]).toEqual([['Brompton'], 'rohloff']);
    // A color has less weight than a name.
    const red = [
      candidate({ brand: 'Bianchi', brandId: 'bianchi', model: 'Pista', colors: ['Blue'] }),
      ...['Super', 'Cross', 'Via'].map((model) =>
        candidate({ brand: 'Bianchi', brandId: 'bianchi', model, colors: ['Red'] }),
      ),
    ];
    const pista = searchInMemory(red, searchOf('keywords=red+bianchi+pista'));
    expect([pista.found, pista.dropped]).toEqual([[red[0]], 'red']);
  });

  test('drops the rarer of two equally important words', () => {
    const bikes = [candidate(), candidate(), candidate(), candidate({ model: 'Ogre' })];
    const all = searchInMemory(bikes, searchOf('keywords=surly+midnight'));
    expect([all.found.length, all.dropped]).toEqual([3, null]);
    const few = searchInMemory(bikes, searchOf('keywords=surly+ogre'));
    expect([few.found.length, few.dropped]).toEqual([4, 'ogre']);
    // The bike with both words is first.
    expect(few.found[0]).toBe(bikes[3]);
    const none = searchInMemory(bikes, searchOf('keywords=qqqqq+zzzzz'));
    expect([none.found.length, none.dropped]).toEqual([0, null]);
  });

  test('corrects a misspelled word and says so', () => {
    const bikes = [candidate(), candidate({ brand: 'Bianchi', brandId: 'bianchi' })];
    const { found, corrected } = searchInMemory(bikes, searchOf('keywords=bianci'));
    expect(namesIn(found)).toEqual(['Bianchi']);
    expect(corrected).toEqual([{ typed: 'bianci', read: 'bianchi' }]);
  });

  test('counts each facet as if nothing of it were selected', () => {
    const bikes = [
      candidate({ category: 'Road', colors: ['Red', 'Blue'] }),
      candidate({ category: 'Road', colors: ['Red'], year: 1990 }),
      candidate({ category: 'Track', colors: ['Red'] }),
      candidate({ category: 'City', colors: ['Green'] }),
    ];
    const { total, facets, years } = searchInMemory(bikes, searchOf('category=Road&color=Red&color=Green'));
    expect(total).toEqual({ count: 2, atLeast: false });
    const counts = Object.fromEntries(
      facets.map(({ name, values }) => [name, values.map(({ value, count }) => [value, count])]),
    );
    expect(counts.category).toEqual([
      ['City', 1],
      ['Road', 2],
      ['Track', 1],
    ]);
    expect(counts.color).toEqual([
      ['Red', 2],
      ['Green', 0],
      ['Blue', 1],
    ]);
    expect(years).toEqual({ from: 1990, to: 2021 });
    expect(searchInMemory(bikes, searchOf('yearFrom=2000')).years).toEqual({ from: 1990, to: 2021 });
  });

  test('finds no bike that fails one condition, or several', () => {
    const bikes = [
      candidate({ category: 'Road' }),
      candidate({ category: 'Road', colors: ['Red'], frameMaterial: 'Steel' }),
    ];
    const found = (address: string) => searchInMemory(bikes, searchOf(address)).found.length;
    expect(found('category=Track')).toBe(0);
    expect(found('category=Track&color=Blue')).toBe(0);
    expect(found('category=Track&color=Blue&yearTo=1900')).toBe(0);
    expect(found('category=Road&color=Red&yearFrom=2021')).toBe(1);
  });

  test('without results says how many there would be without a word, a value or the years', () => {
    const bikes = [candidate({ category: 'Road' }), candidate({ category: 'Track', year: 1990 })];
    const { found, waysOut } = searchInMemory(bikes, searchOf('keywords=surly&category=Track&yearFrom=2000'));
    expect(found).toEqual([]);
    expect(waysOut).toEqual([
      { name: 'category', value: 'Track', count: 1, atLeast: false },
      { name: 'year', value: '2000–', count: 1, atLeast: false },
    ]);
  });
});
