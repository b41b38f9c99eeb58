import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OpenSearchClient } from '#api/features/search/open-search/client.ts';
import { documentOf } from '#api/features/search/open-search/documents.ts';
import { OpenSearch } from '#api/features/search/open-search/open-search.ts';
import { OpenSearchIndex } from '#api/features/search/open-search/open-search-index.ts';
import { matchFrom, scoreOf } from '#api/features/search/open-search/score.ts';
import { createLog } from '#api/platform/logs.ts';
import { readSearchUrl, SearchAddress } from '#api/platform/settings/search-address.ts';
import { foundBy } from '#contract/search/found.ts';
import type { FoundPage } from '#contract/search/in-memory.ts';
import { readSearch } from '#contract/search/query.ts';
import { generatedBike } from '#tests/bench/search/generated-bikes.ts';

type Asked = { url: string; body: string; headers: IncomingHttpHeaders };
type Reply = { status: number; body?: string; location?: string } | null;

let asked: Asked[];
/** The reply to each request; null for none. */
let reply: (one: Asked) => Reply;
let server: Server;
let clock: number;
let index: OpenSearchIndex;
let log: string[];

beforeEach(async () => {
  asked = [];
  log = [];
  clock = 0;
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const one = { url: request.url ?? '', body: Buffer.concat(chunks).toString(), headers: request.headers };
      asked.push(one);
      const answer = reply(one);
      if (!answer) return;
      response.writeHead(answer.status, answer.location ? { location: answer.location } : {});
      response.end(answer.body ?? '');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const address = readSearchUrl(`http://rider:s%2Fecret@127.0.0.1:${port}/bikes`) ?? expect.fail('no address');
  const silent = createLog({ level: 'silent' });
  silent.warn = ((fields: object) => void log.push(inspect(fields, { depth: 9 }))) as typeof silent.warn;
  silent.error = silent.warn;
  index = new OpenSearchIndex({
    openSearch: new OpenSearch(new OpenSearchClient(address, 300)),
    fallback: {
      find: () => Promise.resolve({ ids: ['of the database'], next: null } as unknown as FoundPage),
      countsOf: () => Promise.resolve(new Map()),
    },
    now: () => new Date(clock),
    log: silent,
  });
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const idsOf = async (keywords = '') =>
  (await index.find(readSearch({ keywords }).search, { after: null, limit: 3 })).ids;
const foundOne = JSON.stringify({
  hits: { total: { value: 1 }, hits: [{ sort: [0, 'a'] }] },
  aggregations: { all: { doc_count: 1 } },
});

test.each<[string, Reply]>([
  ['refuses the password', { status: 401, body: '{}' }],
  ['has no index', { status: 404, body: '{"error":{"type":"index_not_found_exception","reason":"no such index"}}' }],
  ['is too busy', { status: 429, body: '' }],
  ['is broken', { status: 503, body: '<html>' }],
  ['sends no JSON', { status: 200, body: '<html>' }],
  ['sends something else', { status: 200, body: '{"hits":{}}' }],
  ['sends too much', { status: 200, body: ' '.repeat(17 * 1024 * 1024) }],
  ['redirects', { status: 302, location: 'http://127.0.0.1:1/' }],
  ['does not answer', null],
])('the database answers if OpenSearch %s, and the log has no password', async (_, one) => {
  reply = () => one;
  expect(await idsOf()).toEqual(['of the database']);
  expect(log).toHaveLength(1);
  expect(log.join()).not.toMatch(/s\/ecret|s%2Fecret|Basic|cmlkZXI/);
  // For five seconds no search waits for it.
  const requests = asked.length;
  expect(await idsOf()).toEqual(['of the database']);
  expect(asked.length).toBe(requests);
  clock += 5_000;
  reply = () => ({ status: 200, body: foundOne });
  expect(await idsOf()).toEqual(['a']);
});

test('a refused search is answered by the database, and the next one asks OpenSearch', async () => {
  reply = () => ({ status: 400, body: '{"error":{"type":"parsing_exception","reason":"no"}}' });
  expect(await idsOf()).toEqual(['of the database']);
  reply = () => ({ status: 200, body: foundOne });
  expect(await idsOf()).toEqual(['a']);
});

test('what people type is only a value of term queries', async () => {
  reply = ({ url, body }) => {
    const total = { hits: { total: { value: 60 } } };
    const responses = body.split('\n').flatMap((line) => (line.includes('"query"') ? [total] : []));
    return { status: 200, body: url.includes('_msearch') ? JSON.stringify({ responses }) : foundOne };
  };
  await idsOf('"}} steel* AND (id:a OR _exists_:id) {"match_all":{}} /.*/');
  const kinds = asked.flatMap(({ body }) => [...body.matchAll(/"(\w+)":\{/g)].map(([, name]) => name));
  for (const kind of ['query_string', 'simple_query_string', 'regexp', 'wildcard', 'script', 'match_all'])
    expect(kinds).not.toContain(kind);
  expect(new Set(asked.map(({ url }) => url.split('?')[0]))).toEqual(new Set(['/bikes/_msearch', '/bikes/_search']));
  expect(asked[0]?.headers.authorization).toBe(`Basic ${Buffer.from('rider:s/ecret').toString('base64')}`);
});

test('a score holds a match, within the digits of OpenSearch', () => {
  for (const match of [
    { terms: 0, score: 0, adjacent: 0 },
    { terms: 1, score: 0.3, adjacent: 0 },
    { terms: 3, score: 14.9, adjacent: 2 },
    { terms: 10, score: 80, adjacent: 9 },
  ])
    expect(matchFrom(scoreOf(match))).toEqual(match);
  const highest = scoreOf({ terms: 10, score: 80, adjacent: 9 });
  expect(Math.fround(highest)).toBe(highest);
  expect(scoreOf({ terms: 2, score: 0.6, adjacent: 0 })).toBeGreaterThan(scoreOf({ terms: 1, score: 8, adjacent: 0 }));
});

test('a document has the words, facets and sort values of a bike, and nothing else', () => {
  const { _id: id, ...bike } = generatedBike(3, 10);
  const indexText = foundBy(bike).find;
  const document = documentOf({ id, indexText, hotRank: Number.NEGATIVE_INFINITY, publishedAt: 5, points: 2 });
  expect(Object.keys(document).sort()).toEqual([
    ...['facets', 'hotRank', 'id', 'maker', 'pairs', 'part0', 'part1', 'part2', 'part3', 'part4', 'points'],
    ...['publishedAt', 'weight', 'year'],
  ]);
  expect(document).toMatchObject({ id, hotRank: -1e9, maker: [`${bike.brandId}\t${bike.brand}`] });
});

test.each([
  ['https://search.example', { origin: 'https://search.example', alias: 'headbadge' }],
  ['https://a:b@search.example:9200/bikes-2/', { origin: 'https://search.example:9200', alias: 'bikes-2' }],
])('reads the address %s', (text, address) => expect(readSearchUrl(text)).toMatchObject(address));

test.each([
  'search.example',
  'ftp://search.example',
  'https://search.example/Bikes',
  'https://search.example/a/b',
  'https://search.example/_all',
  'https://search.example/bikes?x=1',
  'https://a:%zz@search.example/bikes',
])('refuses the address %s', (text) => expect(readSearchUrl(text)).toBe(null));

test('an address prints no password', () => {
  const address = readSearchUrl('https://rider:secret@search.example/bikes');
  expect(address).toBeInstanceOf(SearchAddress);
  expect(inspect(address) + JSON.stringify(address)).not.toContain('secret');
});
