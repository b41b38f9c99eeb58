/** @module-tag nightly */
import { BSONRegExp, type Collection, type Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bounded, resetPatternBudget } from '../query/pattern/bounded.ts';
import { parsePattern } from '../query/pattern/parse.ts';
import { searchOf } from '../query/pattern/search.ts';
import { toRegExp } from '../query/regex.ts';
import { codeOf, type Numbered, startTestDatabase, type TestDatabase } from './kit.ts';
import { randomFrom } from './random.ts';

const matchLimit = 51156;
const slow = '^(a+)+$';
const pattern = new BSONRegExp(slow, '');
const trap = `${'a'.repeat(40)}!`;

let own: TestDatabase;
let rows: Collection<Numbered>;
beforeAll(async () => {
  own = await startTestDatabase();
  rows = await own.fresh([{ s: trap, list: [trap], docs: [{ s: trap }] }]);
});
afterAll(() => own.close());

const run = (command: Document): Promise<unknown> => own.db.command(command);
const everyPlace = (name: string): [place: string, command: Document][] => [
  ['find', { find: name, filter: { s: { $regex: slow } } }],
  ['a pattern that ignores case', { find: name, filter: { s: { $regex: slow, $options: 'i' } } }],
  ['a pattern as a value', { find: name, filter: { s: pattern } }],
  ['an array', { find: name, filter: { list: pattern } }],
  ['$in', { find: name, filter: { s: { $in: ['x', pattern] } } }],
  ['$nin', { find: name, filter: { s: { $nin: [pattern] } } }],
  ['$not', { find: name, filter: { s: { $not: pattern } } }],
  ['$all', { find: name, filter: { list: { $all: [pattern] } } }],
  ['$elemMatch', { find: name, filter: { docs: { $elemMatch: { s: pattern } } } }],
  ['a projection', { find: name, projection: { docs: { $elemMatch: { s: pattern } } } }],
  ['count', { count: name, query: { s: pattern } }],
  ['distinct', { distinct: name, key: 's', query: { s: pattern } }],
  ['$match', { aggregate: name, pipeline: [{ $match: { s: pattern } }], cursor: {} }],
  ['a later $match', { aggregate: name, pipeline: [{ $addFields: { x: 1 } }, { $match: { s: pattern } }], cursor: {} }],
  ['findAndModify', { findAndModify: name, query: { s: pattern }, update: { $set: { x: 1 } } }],
  ['explain', { explain: { find: name, filter: { s: pattern } } }],
  ['listCollections', { listCollections: 1, filter: { name: pattern } }],
];
const everyWrite = (name: string): [place: string, command: Document][] => [
  ['update', { update: name, updates: [{ q: { s: pattern }, u: { $set: { x: 1 } }, multi: true }] }],
  ['delete', { delete: name, deletes: [{ q: { s: pattern }, limit: 0 }] }],
  ['$pull', { update: name, updates: [{ q: {}, u: { $pull: { list: pattern } } }] }],
  ['$pull by condition', { update: name, updates: [{ q: {}, u: { $pull: { docs: { s: pattern } } } }] }],
  [
    'array filters',
    { update: name, updates: [{ q: {}, u: { $set: { 'list.$[x]': 1 } }, arrayFilters: [{ x: pattern }] }] },
  ],
];

describe('a pattern that tries for ever is given up, and the database goes on', () => {
  test.for(everyPlace('c0').filter(([place]) => place !== 'listCollections'))('in %s', async ([, command]) => {
    expect(await codeOf(run(command))).toBe(matchLimit);
  });

  test.for(everyWrite('c0'))('in %s', async ([, command]) => {
    expect(await run(command)).toMatchObject({ n: 0, writeErrors: [{ code: matchLimit }] });
    expect(await rows.findOne()).toEqual({ _id: 0, s: trap, list: [trap], docs: [{ s: trap }] });
  });

  test('in listCollections', async () => {
    const long = await own.db.createCollection(trap);
    expect(await codeOf(run({ listCollections: 1, filter: { name: pattern } }))).toBe(matchLimit);
    await long.drop();
  });

  test('in one document with many texts, of which each alone would do', async () => {
    const many = await own.fresh([{ list: Array.from({ length: 500 }, () => `${'a'.repeat(18)}!`) }]);
    expect(await many.countDocuments({ list: { $elemMatch: { $regex: '^(a+)+$' } } }).catch(({ code }) => code)).toBe(
      matchLimit,
    );
  });
});

test('many documents with such a pattern end with maxTimeMS, soon', async () => {
  // Each of them costs a little less than the limit of a match.
  const many = await own.fresh(Array.from({ length: 20_000 }, () => ({ s: `${'a'.repeat(14)}!` })));
  const start = performance.now();
  expect(await codeOf(many.find({ s: pattern }, { maxTimeMS: 100 }).toArray())).toBe(50);
  expect(performance.now() - start).toBeLessThan(2000);
});

test('a projection has for each document what a filter has', async () => {
  const text = `${'ab'.repeat(45)}c!`;
  const many = await own.fresh(Array.from({ length: 5 }, () => ({ list: [text, 'abac'] })));
  const costly = new BSONRegExp('a.*b.*a.*c$', '');
  const projection = { list: { $elemMatch: { $regex: costly } } };
  const found = await many.find({ list: costly }, { projection }).toArray();
  expect(found.map(({ list }) => list)).toEqual(Array.from({ length: 5 }, () => ['abac']));
  const changed = await many.findOneAndUpdate({ list: costly }, { $set: { x: 1 } }, { projection });
  expect(changed?.list).toEqual(['abac']);
});

test.for<[pattern: string, options: string, text: string, matches: boolean]>([
  ['a.*b.*a.*c$', '', `${'ab'.repeat(45)}c!`, false],
  ['foo.*bar', '', 'foo '.repeat(3000), false],
  ['foo.*bar', '', `${'foo '.repeat(3000)}bar`, true],
  ['.*steel', '', 'a bike of aluminium '.repeat(20_000), false],
  ['.*STEEL.*lugs', 'i', `${'a bike of aluminium\n'.repeat(20_000)}steel, with lugs`, true],
  ['colou?r.*bike.*red', 'i', `${'a nice colour '.repeat(200)}Bike, red`, true],
  ['colou?r.*bike.*red', 'i', 'a nice colour '.repeat(200), false],
  ['(?<![^,])(\\w+), \\1(?!\\w)', '', `${'word, '.repeat(500)}same, same`, true],
  ['^(\\w+\\s?)*$', '', 'a sentence as people write them', true],
  ['([a-z]+)+\\d{2}$', 'i', 'Straße42', true],
])('/%s/%s is answered for a text of many words', async ([source, options, text, matches]) => {
  const one = await own.fresh([{ s: text }]);
  expect(await one.countDocuments({ s: { $regex: source, $options: options } })).toBe(Number(matches));
});

describe('a search by counted steps answers as JavaScript does', () => {
  const chars = [
    'a',
    'b',
    'é',
    'K',
    's',
    'ſ',
    '.',
    '\\d',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '[ab]',
    '[^a]',
    '\\u{e9}',
    '\\x61',
  ];
  const counts = ['*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?', '??', '{0,2}?'];
  const letters = ['a', 'b', 'A', 'B', 'é', 'É', 'K', '\u212a', 's', '\n', '-', '1', ' '];

  test.for(Array.from({ length: 20 }, (_, seed) => seed))('seed %i', (seed) => {
    const random = randomFrom(seed);
    const below = (n: number): number => Math.floor(random() * n);
    const pick = (list: readonly string[]): string => list[below(list.length)] as string;
    const part = (depth: number): string => {
      const kind = below(depth ? 12 : 4);
      if (kind < 2) return pick(chars);
      if (kind === 2) return pick(['^', '$', '\\b', '\\B']);
      if (kind === 3) return pick(['a', 'b']);
      if (kind === 4) return `(${part(depth - 1)})`;
      if (kind === 5) return `(?:${part(depth - 1)})${pick(counts)}`;
      if (kind === 6) return `(${part(depth - 1)})${pick(counts)}`;
      if (kind === 7) return `(?:${part(depth - 1)}|${part(depth - 1)})`;
      if (kind === 8) return `(?${pick(['=', '!', '<=', '<!'])}${part(depth - 1)})`;
      if (kind === 9) return pick(['a', 'b', '.']) + pick(counts);
      return part(depth - 1) + part(depth - 1);
    };
    for (let i = 0; i < 500; i++) {
      const plain = pick(['', '.*', '.+']) + part(3) + pick(['', 'ab', '.*b']) + part(2);
      const source = below(6) ? plain : `(${part(1)})${plain}\\1`;
      const expression = toRegExp(source, pick(['', 'i', 'm', 's', 'im']));
      const text = Array.from({ length: below(8) }, () => pick(letters)).join('');
      resetPatternBudget();
      const wanted = expression.test(text);
      const counted = searchOf(parsePattern(expression.source), expression.flags, () => undefined);
      expect([String(expression), text, counted(text), bounded(expression)(text)]).toEqual([
        String(expression),
        text,
        wanted,
        wanted,
      ]);
    }
  });
});
