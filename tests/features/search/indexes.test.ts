/** @module-tag nightly */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MemoryIndex } from '#api/features/search/memory/memory-index.ts';
import { OpenSearchClient } from '#api/features/search/open-search/client.ts';
import { documentOf } from '#api/features/search/open-search/documents.ts';
import { OpenSearch } from '#api/features/search/open-search/open-search.ts';
import { OpenSearchIndex } from '#api/features/search/open-search/open-search-index.ts';
import { PositionStore } from '#api/features/search/open-search/positions.store.ts';
import { OpenSearchWriter } from '#api/features/search/open-search/writer.ts';
import { EmbeddedIndex, type SearchIndex } from '#api/features/search/search-index.ts';
import { Leases } from '#api/platform/leases.ts';
import { createLog } from '#api/platform/logs.ts';
import { SearchAddress } from '#api/platform/settings/search-address.ts';
import { pathOf } from '#contract/endpoint.ts';
import type { Envelope } from '#contract/envelope.ts';
import { type SearchAnswer, searchBikes } from '#contract/search/calls.ts';
import { facetNames } from '#contract/search/facets.ts';
import type { Candidate } from '#contract/search/filter-and-count.ts';
import { foundBy, readFacets } from '#contract/search/found.ts';
import { searchInMemory } from '#contract/search/in-memory.ts';
import type { SortPosition } from '#contract/search/order.ts';
import { chance, generatedBike } from '#tests/bench/search/generated-bikes.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { Line } from '#tests/kit/engines/line.ts';
import { SourceBikes } from '#tests/kit/open-search/bikes.ts';
import { missingOpenSearch, OpenSearchNode } from '#tests/kit/open-search/node.ts';
import { randomSearch, searchOf } from '#tests/kit/random-search.ts';
import { Site } from '#tests/kit/site.ts';
import { until } from '#tests/kit/until.ts';

const count = 400;
const now = () => new Date();
const goesOn = new AbortController().signal;

/** The n-th bike. Many share their rank, their points and their time. */
function bikeAt(n: number): Candidate {
  const { _id: id, find, points } = generatedBike(n, count);
  return { id, indexText: find, points, hotRank: n % 5, publishedAt: 1_000 * (n % 50) };
}

/** A bike with these words, behind all others. */
const bikeCalled = (id: string, more: Partial<ReturnType<typeof generatedBike>>): Candidate => ({
  ...{ id, points: -1, hotRank: -1, publishedAt: 0 },
  indexText: foundBy({ ...generatedBike(1, count), ...more }).find,
});

const unspaced = bikeCalled('unspaced', { model: '東京自転車', nickname: 'จักรยานสีแดง' });

type Kept = {
  index: SearchIndex;
  bikes: SourceBikes;
  /** Makes the index follow what was written. */
  sync(): Promise<void>;
};

async function filled(): Promise<SourceBikes> {
  const bikes = new SourceBikes();
  for (let n = 0; n < count; n += 1) bikes.put(bikeAt(n), { at: 1 + n });
  bikes.put(unspaced, { at: 1 });
  return bikes;
}

async function inMemory(): Promise<Kept> {
  const bikes = await filled();
  const memory = new MemoryIndex({ source: bikes, now });
  await memory.tend(goesOn);
  const reject = () => Promise.reject(new Error('The index in memory answers.'));
  const none = { find: reject, countsOf: reject };
  const index = new EmbeddedIndex(memory, none);
  return {
    index,
    bikes,
    sync() {
      memory.wrote(null);
      return Promise.resolve();
    },
  };
}

let node: OpenSearchNode;
let database: TestDatabase;
let sites = 0;

/** The search of a site of its own on the node. */
function openSearchOf(bikes: SourceBikes, origin = node.origin) {
  sites += 1;
  const alias = `site${sites}`;
  const address = new SearchAddress(origin, alias, undefined);
  const client = new OpenSearchClient(address, 20_000);
  const writer = () =>
    new OpenSearchWriter({
      client,
      source: bikes,
      positions: new PositionStore(database.db, alias),
      leases: new Leases(database.db, now),
      now,
      log: createLog({ level: 'silent' }),
      onChange: () => undefined,
    });
  return { alias, client, writer, search: new OpenSearch(client) };
}

async function inOpenSearch(): Promise<Kept> {
  const bikes = await filled();
  const { writer, search } = openSearchOf(bikes);
  const own = writer();
  expect(await own.follow()).toBe('missing');
  await own.build();
  const reject = () => Promise.reject(new Error('OpenSearch answers.'));
  const none = { find: reject, countsOf: reject };
  return {
    index: new OpenSearchIndex({ openSearch: search, fallback: none, now, log: createLog({ level: 'silent' }) }),
    bikes,
    async sync() {
      while ((await own.follow()) === 'more');
    },
  };
}

const strange = [
  '東京',
  '自転',
  'จักรยาน',
  '"steel"',
  'steel AND NOT road',
  '*',
  'brand:trek',
  '+road -steel',
  '{"a":1}',
];

const missing = missingOpenSearch();
beforeAll(async () => {
  database = await TestDatabase.open();
  if (!missing) node = await OpenSearchNode.start();
});
afterAll(async () => {
  await node?.close();
  await database?.close();
});

function contract(open: () => Promise<Kept>): void {
  let kept: Kept;
  beforeAll(async () => {
    kept = await open();
  });

  const find = (address: string, after: SortPosition | null = null, limit = count + 1) =>
    kept.index.find(searchOf(address), { after, limit });
  const idsOf = async (address: string) => (await find(address)).ids;

  test('finds the same as a scan of every bike, in all orders, with all counts', async () => {
    const r = chance(7);
    let some = 0;
    for (let n = 0; n < 150; n += 1) {
      const address = randomSearch(r, count, strange);
      const { found, ...rest } = searchInMemory(kept.bikes.active, searchOf(address));
      const { out, ids } = await find(address);
      expect([address, ids]).toEqual([address, found.map(({ id }) => id)]);
      expect([address, out]).toEqual([address, rest]);
      if (found.length > 0) some += 1;
    }
    // Most of them have results, or this test would prove nothing.
    expect(some).toBeGreaterThan(75);
  });

  test('counts the values of a facet without a search', async () => {
    for (const name of ['country', 'region', 'color'] as const) {
      const at = facetNames.indexOf(name);
      const values = kept.bikes.active.flatMap(({ indexText }) => readFacets(indexText).values[at] ?? []);
      const counts = new Map<string, number>();
      for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
      expect(counts.size).toBeGreaterThan(3);
      expect(new Map([...(await kept.index.countsOf(name))].sort())).toEqual(new Map([...counts].sort()));
    }
  });

  test('its pages continue without a repetition or a gap', async () => {
    const r = chance(8);
    for (let n = 0; n < 20; n += 1) {
      const address = randomSearch(r, count, strange);
      const all = await idsOf(address);
      const paged: string[] = [];
      let after: SortPosition | null = null;
      do {
        const page = await find(address, after, 24);
        paged.push(...page.ids);
        after = page.next;
      } while (after);
      expect([address, paged]).toEqual([address, all]);
    }
  });

  test('finds scripts without spaces, other spellings and misspelt words', async () => {
    expect(await idsOf('?keywords=自転車')).toEqual(['unspaced']);
    expect(await idsOf('?keywords=จักรยาน')).toEqual(['unspaced']);
    expect(await idsOf('?keywords=aluminium')).toEqual(await idsOf('?keywords=aluminum'));
    const { out } = await find('?keywords=canondale');
    expect(out.corrected).toEqual([{ typed: 'canondale', read: 'cannondale' }]);
  });

  test('any cursor is a position', async () => {
    for (const number of [0, -1, 1e300, -1e300, 0.1, Number.MAX_SAFE_INTEGER])
      for (const address of ['?keywords=steel', '?sort=Newest', '?sort=Oldest', '?sort=Popular', '']) {
        const by = { '?keywords=steel': 5, '?sort=Popular': 2 }[address] ?? 1;
        const after = { by: Array.from({ length: by }, () => number), id: '"}{*' };
        expect(await find(address, after, 24)).toMatchObject({ ids: expect.any(Array) });
      }
  });

  test('shows written bikes, and hidden ones no more', async () => {
    const { bikes } = kept;
    bikes.put(bikeCalled('new', { model: 'Zyzzyva' }));
    await kept.sync();
    expect(await idsOf('?keywords=zyzzyva')).toEqual(['new']);
    bikes.put(bikeCalled('new', { model: 'Xylograph' }));
    await kept.sync();
    expect(await idsOf('?keywords=xylograph')).toEqual(['new']);
    expect(await idsOf('?keywords=zyzzyva')).toEqual([]);
    bikes.hide('new');
    await kept.sync();
    const { ids, out } = await find('?keywords=xylograph');
    expect([ids, out.total.count]).toEqual([[], 0]);
    bikes.put(bikeCalled('new', { model: 'Xylograph' }));
    await kept.sync();
    expect(await idsOf('?keywords=xylograph')).toEqual(['new']);
    kept.index.forget(['new']);
    const again = await find('?keywords=xylograph');
    expect([again.ids, again.out.total.count]).toEqual([[], 0]);
  });
}

describe('the index in memory', () => contract(inMemory));

const title = missing ? `OpenSearch is missing: ${missing}` : 'OpenSearch';
describe.skipIf(missing !== null)(title, () => {
  contract(inOpenSearch);

  const few = (n: number) => Array.from({ length: n }, (_, at) => bikeAt(at));
  const found = async (search: OpenSearch, address = '') =>
    (await search.find(searchOf(address), { after: null, limit: 1_000 })).ids.length;
  const indexesOf = async (alias: string) =>
    ((await (await fetch(`${node.origin}/_cat/indices/${alias}-*?format=json`)).json()) as unknown[]).length;

  test('a rebuild has no gap, loses nothing that is written meanwhile and leaves one index', async () => {
    const bikes = new SourceBikes();
    for (const bike of few(350)) bikes.put(bike, { at: 1 });
    const { alias, writer, search } = openSearchOf(bikes);
    const own = writer();
    await own.build();
    const gone = few(1)[0]?.id ?? '';
    let batches = 0;
    bikes.meanwhile = async () => {
      batches += 1;
      expect(await found(search)).toBe(350);
      if (batches === 2) {
        bikes.hide(gone);
        bikes.put(bikeCalled('meanwhile', { model: 'Zyzzyva' }));
      }
    };
    // As the command does, beside a running site.
    await writer().build();
    expect(batches).toBeGreaterThan(3);
    expect(await own.follow()).toBe('done');
    expect(await found(search)).toBe(350);
    expect(await found(search, '?keywords=zyzzyva')).toBe(1);
    expect(await indexesOf(alias)).toBe(1);
  });

  test('an interrupted build changes nothing, and the next one is complete', async () => {
    const bikes = new SourceBikes();
    for (const bike of few(250)) bikes.put(bike, { at: 1 });
    const { writer, search } = openSearchOf(bikes);
    let batches = 0;
    bikes.meanwhile = () => {
      batches += 1;
      if (batches === 2) throw new Error('The process is killed.');
    };
    await expect(writer().build()).rejects.toThrow('killed');
    expect(await writer().follow()).toBe('missing');
    expect(await writer().build()).toBe(250);
    expect(await found(search)).toBe(250);
  });

  test('another process continues where the last one was ended', async () => {
    const bikes = new SourceBikes();
    for (const bike of few(20)) bikes.put(bike, { at: 1 });
    const { writer, search } = openSearchOf(bikes);
    await writer().build();
    bikes.put(bikeCalled('later', { model: 'Zyzzyva' }));
    expect(await writer().follow()).toBe('done');
    expect(await found(search, '?keywords=zyzzyva')).toBe(1);
  });

  test('a process that was paused overwrites nothing newer', async () => {
    const bikes = new SourceBikes();
    bikes.put(bikeCalled('a', { model: 'Ogre' }));
    const { client, writer, search } = openSearchOf(bikes);
    await writer().build();
    bikes.put(bikeCalled('a', { model: 'Pugsley' }));
    await writer().follow();
    const old = documentOf(bikeCalled('a', { model: 'Ogre' }));
    expect(await client.bulk(client.alias, 1, [{ id: 'a', body: old }])).toEqual(['a']);
    await client.request('POST', `${client.alias}/_refresh`);
    expect(await found(search, '?keywords=pugsley')).toBe(1);
    expect(await found(search, '?keywords=ogre')).toBe(0);
  });

  test('nothing but ids and sort values can be read from the index', async () => {
    const bikes = new SourceBikes();
    bikes.put(bikeCalled('a', { model: 'Ogre' }));
    bikes.put(bikeCalled('b', { model: 'Ogre' }), { isActive: false });
    const { alias, writer } = openSearchOf(bikes);
    await writer().build();
    const reply = await (await fetch(`${node.origin}/${alias}/_search`)).json();
    expect(reply).toMatchObject({ hits: { total: { value: 1 }, hits: [{ _id: 'a' }] } });
    expect(JSON.stringify(reply)).not.toContain('_source');
  });

  test('while it is away the database answers, and afterwards nothing is missing', async () => {
    const line = await Line.open();
    line.aimAt(Number(new URL(node.origin).port));
    const bikes = new SourceBikes();
    for (const bike of few(20)) bikes.put(bike, { at: 1 });
    const { writer, search } = openSearchOf(bikes, line.origin);
    const own = writer();
    await own.build();
    const fallback = {
      find: () => Promise.resolve({ ids: ['of the database'], next: null, out: null as never }),
      countsOf: () => Promise.resolve(new Map([['DE', 1]])),
    };
    let clock = Date.now();
    const log = createLog({ level: 'silent' });
    const index = new OpenSearchIndex({ openSearch: search, fallback, now: () => new Date(clock), log });
    const ids = async () => (await index.find(searchOf('?keywords=zyzzyva'), { after: null, limit: 5 })).ids;
    expect(await ids()).toEqual([]);
    line.cut();
    bikes.put(bikeCalled('written', { model: 'Zyzzyva' }));
    await expect(own.follow()).rejects.toThrow('does not answer');
    expect(await ids()).toEqual(['of the database']);
    line.join();
    clock += 10_000;
    expect(await own.follow()).toBe('done');
    expect(await ids()).toEqual(['written']);
    await line.close();
  });

  test('a site fills it, and answers while it is away; its index is rebuilt beside it', async () => {
    const line = await Line.open();
    line.aimAt(Number(new URL(node.origin).port));
    const settings = { SEARCH_URL: `${line.origin}/demo` };
    const site = await Site.start({ demo: true, env: settings });
    try {
      const bikes = (await site.db()).collection<{ _id: string; status: string }>('bikes');
      const active = () => bikes.countDocuments({ status: 'Active' });
      const indexed = async () => {
        const { count: all } = (await (await fetch(`${node.origin}/demo/_count`)).json()) as { count: number };
        return all;
      };
      const inSync = () => until(async () => expect(await indexed()).toBe(await active()));
      const total = async (limit: number) => {
        const answer = await fetch(site.origin + pathOf(searchBikes, {}, { keywords: 'steel', limit }));
        expect(answer.status).toBe(200);
        return ((await answer.json()) as Envelope<SearchAnswer>).data?.total;
      };
      await inSync();
      const before = await total(7);
      const steel = await bikes.findOne({ status: 'Active', frameMaterial: 'Steel' } as never);
      const set = (status: string) =>
        bikes.updateOne({ _id: steel?._id ?? '' }, { $set: { status, changedAt: new Date() } as never });
      line.cut();
      await set('Removed');
      expect(await total(8)).toMatchObject({ count: (before?.count ?? 0) - 1 });
      expect(site.log).toContain('search.away');
      line.join();
      await inSync();
      const env = { ...process.env, DATA_DIR: site.folder, ...settings };
      const { stdout } = await promisify(execFile)(process.execPath, ['api/cli/reindex.ts'], { env });
      expect(stdout).toContain(`The new index in OpenSearch has ${await active()} bikes.`);
      await set('Active');
      await inSync();
      expect(await indexesOf('demo')).toBe(1);
      expect(await total(9)).toEqual(before);
    } finally {
      await site.close();
      await line.close();
    }
  });
});
