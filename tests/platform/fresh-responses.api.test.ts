import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBike } from '#contract/bike-whole.ts';
import { getRandomBike } from '#contract/bikes.ts';
import { apiBase, pathOf } from '#contract/endpoint.ts';
import { getSiteFigures } from '#contract/figures.ts';
import { callers } from '#tests/access/callers.ts';
import { rows } from '#tests/access/rows.ts';
import { type Row, Stage } from '#tests/access/stage.ts';
import { writePageFolder } from '#tests/kit/page-folder.ts';
import { runsAll } from '#tests/run/tiers.ts';

/** Renders a page of a bike from its own call and two lists, with the bike's counters as its title. */
const renderer = `
export const apiPathsOf = () => [];
export const isPublic = () => true;
export const isNowhere = () => false;
export const render = (address, { answers }) => {
  const bike = '${apiBase}/bikes/' + address.split('/')[2];
  const wanted = [bike, bike + '/comments', bike + '/beside', '${apiBase}/bikes/recent'].filter((path) => !answers[path]);
  const title = JSON.stringify(answers[bike]?.envelope.data?.counts ?? null);
  return { title, head: '', html: '', rules: '', wanted, used: Object.keys(answers), screen: '', nowhere: false, movedTo: '' };
};`;

let folder: string;
let stage: Stage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headbadge-fresh-'));
  await writePageFolder(folder, renderer);
  stage = await Stage.open({ page: folder });
  // Until all bikes are in memory, the database is searched, which counts less exactly.
  await stage.app.runJob('bikes in memory');
});
afterAll(async () => {
  await stage.app.close();
  await rm(folder, { recursive: true, force: true });
});

const writes = rows.filter(({ call }) => call.method !== 'GET');
const names = ['owner', 'member', 'operator'] as const;
const rounds = runsAll ? 6 * writes.length : 16;
const newest = runsAll ? 4 : 2;

/** Numbers in [0, 1) from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const idsIn = async (collection: string): Promise<string[]> => {
  const found = stage.app.db.collection<{ _id: string }>(collection).find({}, { projection: { _id: 1 } });
  return (await found.toArray()).slice(-newest).map(({ _id }) => _id);
};

/** Paths of the cached routes, for the newest bikes, comments, members and shared folders, and of pages of bikes. */
async function paths(): Promise<string[]> {
  const folders = await stage.app.db.collection('folders').find().toArray();
  const values: Record<string, string[]> = {
    bikeId: await idsIn('bikes'),
    commentId: await idsIn('comments'),
    userId: await idsIn('users'),
    shareId: folders.flatMap((row) => row.folders.map(({ shareId }: { shareId?: string }) => shareId ?? [])).flat(),
    file: (await idsIn('users')).map((id) => `${id}.xml`),
  };
  // The figures may be late, and a random bike is another one each time.
  const left = [getSiteFigures, getRandomBike].map(({ path }) => apiBase + path);
  const routes = Object.keys(stage.app.cacheDependencies).filter((route) => !left.includes(route));
  const ofRoutes = routes.flatMap((route) => {
    const [parameter = '', name = ''] = /:(\w+)(?:\{.*\})?/.exec(route) ?? [];
    const query = route.endsWith('/suggestions') ? '?q=o' : route.endsWith('/regions') ? '?country=DE' : '';
    return name ? (values[name] ?? []).map((value) => route.replace(parameter, value)) : [route + query];
  });
  return [...ofRoutes, ...(values.bikeId ?? []).map((id) => `/bike/${id}/x`)];
}

/** A page without the counters in its lists, which may be late; its bike's own are its title as well. */
const withoutCounters = (path: string, text: string) =>
  path.startsWith('/bike/') ? text.replaceAll(/"counts":\{[^}]*\}/g, '') : text;
/** Without what a write of views changes, which drops nothing. */
const withoutViews = (text: string) => text.replaceAll(/(\\?"views\\?":)\d+/g, '$1');

const read = (all: readonly string[]) =>
  Promise.all(
    all.map(async (path) => {
      const response = await stage.app.request(path, { headers: stage.network() });
      return [path, response.status, withoutViews(withoutCounters(path, await response.text()))] as const;
    }),
  );

type Reply = Awaited<ReturnType<typeof read>>[number];
/** Where a cached reply differs from a fresh one. */
function differencesOf([path, status, text]: Reply, [, freshStatus, freshText]: Reply): string[] {
  if (status === freshStatus && text === freshText) return [];
  const at = [...text].findIndex((letter, n) => letter !== freshText[n]);
  const around = (whole: string) => whole.slice(Math.max(at - 100, 0), at + 200);
  return [`${path}: ${status} ${around(text)} | ${freshStatus} ${around(freshText)}`];
}

/** A collection that no rule names. */
const clearCache = () => stage.app.db.collection('novelties').insertOne({});

/** All writes in random order, again and again. */
function* inRandomOrder(random: () => number): Generator<Row> {
  for (;;) {
    const left = [...writes];
    while (left.length > 0) yield left.splice(Math.floor(random() * left.length), 1)[0] as Row;
  }
}

test(`after each of ${rounds} random writes no cached response differs from a fresh one`, {
  timeout: runsAll ? 600_000 : 60_000,
}, async () => {
  const random = randomFrom(Number(process.env.FRESH_SEED ?? 36));
  const oneOf = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const rowsInOrder = inRandomOrder(random);
  let written = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { value: row } = rowsInOrder.next() as { value: Row };
    const name = oneOf(names.filter((one) => row.expected[one].startsWith('20')).concat('owner'));
    const thing = (await row.prepare?.(stage)) ?? '';
    const asked = await paths();
    await read(asked);
    const own = row.ownSession ? await callers[name].open(stage) : stage.callers[name].with(stage.app);
    const { status } = await row.by(own, thing, { headers: stage.network() }, stage, name);
    if (status < 300) written += 1;
    // Lists count likes a moment after their answer.
    await stage.app.idle();
    if (random() < 0.1) await stage.app.runJob(oneOf(stage.app.jobNames));
    const cached = await read(asked);
    await clearCache();
    const fresh = await read(asked);
    const differing = cached.flatMap((reply, n) => differencesOf(reply, fresh[n] as Reply));
    expect(differing, `after ${row.call.method} ${row.call.path}`).toEqual([]);
    if (row.ownSession) await stage.reopen();
  }
  expect(written).toBeGreaterThan(rounds / 3);
});

test('the paths that are compared are answered', async () => {
  const bikeId = await stage.bike();
  const answers = await read(await paths());
  expect(answers.filter(([, status]) => status === 200).length).toBeGreaterThan(15);
  for (const asked of [pathOf(getBike, { bikeId }), `/bike/${bikeId}/x`])
    expect(answers.find(([path]) => path === asked)?.[1]).toBe(200);
});
