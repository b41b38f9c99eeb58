import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BikeRing } from '#api/features/bikes/bikes.random.store.ts';
import { RandomBikes } from '#api/features/bikes/bikes.random.ts';
import { type BikeCard, getRandomBike, listPopularBikes, listRecentBikes } from '#contract/bikes.ts';
import { getSiteFigures } from '#contract/figures.ts';
import { maxSeen } from '#contract/list-sizes.ts';
import { type PhotoFolder, photoPath } from '#contract/photo-paths.ts';
import { TestApp, TestBrowser } from '#tests/kit/app.ts';
import { Ballot, idNamed } from '#tests/kit/ballot.ts';
import { publishBike } from '#tests/kit/bikes.ts';

vi.setConfig({ testTimeout: 60_000 });
const week = '2026-W09';
const stranger = () => new TestBrowser(app);
let app: TestApp;
let ballot: Ballot;
let clock = Date.now();
beforeAll(async () => {
  app = await TestApp.open({}, { still: true, now: () => new Date(clock) });
  ballot = new Ballot(app.db, week);
});
beforeEach(async () => {
  clock += 60_000;
  await ballot.clear();
});
afterAll(() => app.close());

/** Inserts `each` bikes of each owner in a row; the first is the newest with the highest rank. */
async function rows(owners: string[], each: number): Promise<void> {
  for (const [place, owner] of owners.entries()) {
    for (let i = 0; i < each; i++) {
      const rank = 1000 - place * each - i;
      await ballot.bike(`${owner}${i}`, owner, {
        ...{ publishedAt: new Date(ballot.begin.getTime() + rank * 1000), hotRank: rank, random: rank / 1000 },
      });
    }
  }
}
const models = (page: { items: { model: string }[] } | null | undefined) => page?.items.map(({ model }) => model);

test.each([
  ['recent', listRecentBikes, 3],
  ['popular', listPopularBikes, 2],
] as const)(
  'the %s bikes on home are limited for each owner, and the list has no further page',
  async (_, call, cap) => {
    await rows(['ana', 'ben', 'cleo', 'dag'], 30);
    const { answer } = await stranger().call(call, { query: { limit: 12, perOwner: cap } });
    const expected = ['ana', 'ben', 'cleo', 'dag'].flatMap((owner) =>
      Array.from({ length: cap }, (_n, i) => owner + i),
    );
    expect(models(answer.data)).toEqual(expected);
    expect(answer.data?.next).toBeNull();
  },
);

test('one member with many bikes does not fill the selection, and the paged list has all of them', async () => {
  await rows(['ana'], 60);
  await rows(['ben'], 1);
  await ballot.bike('ben0', 'ben', { publishedAt: ballot.begin });
  const { answer } = await stranger().call(listRecentBikes, { query: { limit: 12, perOwner: 3 } });
  expect(models(answer.data)).toEqual(['ana0', 'ana1', 'ana2', 'ben0']);
  const { answer: all } = await stranger().call(listRecentBikes, { query: { limit: 12 } });
  expect(models(all.data)).toHaveLength(12);
  expect(all.data?.next).not.toBeNull();
});

describe('a random bike', () => {
  const randomCard = async (seen: string[] = []) =>
    (await stranger().call(getRandomBike, { query: { seen: seen.join() } })).answer.data;

  test('is Active, and null where there is none', async () => {
    expect(await randomCard()).toBeNull();
    await ballot.bike('gone', 'ana', { status: 'Deleted', random: 0.5 });
    await ballot.bike('flagged', 'ana', { status: 'Flagged', random: 0.6 });
    expect(await randomCard()).toBeNull();
    await ballot.bike('here', 'ana', { random: 0.7 });
    clock += 60_000;
    expect((await randomCard())?.model).toBe('here');
  });

  test('is none of the last seen, or the one seen longest ago where there is no other', async () => {
    await rows(['ana'], 4);
    for (let i = 0; i < 20; i++) {
      const seen = ['ana0', 'ana1', 'ana3'].map(idNamed);
      expect((await randomCard(seen))?.model).toBe('ana2');
      const all = ['ana0', 'ana1', 'ana2', 'ana3'].map(idNamed);
      expect((await randomCard(all))?.model).not.toBe('ana3');
    }
  });

  test('accepts up to twenty seen ids, and nothing else', async () => {
    const ids = Array.from({ length: maxSeen }, (_, i) => idNamed(`x${i}`));
    expect((await stranger().call(getRandomBike, { query: { seen: ids.join() } })).status).toBe(200);
    expect((await stranger().call(getRandomBike, { query: { seen: [...ids, ...ids].join() } })).status).toBe(422);
    expect((await stranger().call(getRandomBike, { query: { seen: 'nothing' } })).status).toBe(422);
  });

  test('stored without a random position gets one from the job', async () => {
    await ballot.bike('old', 'ana');
    expect(await randomCard()).toBeNull();
    await app.runJob('places of bikes');
    expect((await randomCard())?.model).toBe('old');
  });

  test('is equally likely as any other, whatever the gaps between their positions', async () => {
    const random = seeded(7);
    const places = Array.from({ length: 302 }, random);
    const ids = places.map((_, i) => `b${i}`);
    const within = (from: number, until: number) =>
      ids.filter((_, i) => (places[i] ?? 0) >= from && (places[i] ?? 0) < until);
    const ring = {
      between: async (from: number, until: number) => [...within(from, until), ...within(0, until - 1)],
      card: async (model: string) => ({ model }) as BikeCard,
    } as unknown as BikeRing;
    const draws = new RandomBikes({ ring, count: async () => places.length, blockedBy: async () => [], random });
    const seen = ['b3', 'b110'];
    const times = new Map<string, number>();
    const rounds = 12_000;
    for (let i = 0; i < rounds; i++) {
      const { model = '' } = (await draws.pick(seen)) ?? {};
      times.set(model, (times.get(model) ?? 0) + 1);
    }
    expect(times.has('b3') || times.has('b110')).toBe(false);
    const expected = rounds / 300;
    const names = ids.filter((name) => !seen.includes(name));
    const chi = names.reduce((sum, name) => sum + ((times.get(name) ?? 0) - expected) ** 2 / expected, 0);
    // 299 degrees of freedom: more by chance once in 100,000 runs. Picking the next bike after a random point gives
    // 12,000.
    expect(chi).toBeLessThan(410);
  });

  test('is found where the ring of positions closes', async () => {
    for (const [name, random] of [
      ['first', 0.01],
      ['last', 0.99],
    ] as const)
      await ballot.bike(name, 'ana', { random });
    const ring = new BikeRing(app.db);
    expect(await ring.between(0.98, 1.02, 9)).toEqual([idNamed('last'), idNamed('first')]);
    expect(await ring.between(0.98, 1.02, 1)).toEqual([idNamed('last')]);
  });
});

/** Pseudo-random numbers from 0 to 1 from a seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

test("the site's totals, by category with the newest cover, are at most ten seconds old", async () => {
  const figures = async () => (await stranger().call(getSiteFigures)).answer.data;
  expect(await figures()).toMatchObject({ bikes: 0, members: 0, likes: 0 });
  const terms = ['category:Gravel', 'rearGear:Single-Speed'];
  await ballot.bike('old', 'ana', { terms, publishedAt: new Date(ballot.begin.getTime() - 40 * 86_400_000) });
  await ballot.bike('new', 'ana', { terms });
  await ballot.bike('gone', 'ana', { terms, status: 'Removed' });
  for (const name of ['ana', 'ben']) await ballot.member(name);
  await ballot.member('cleo', { status: 'Unconfirmed' });
  await ballot.likes('old', ['ben']);
  clock += 60_001;
  const totals = await figures();
  expect(totals).toMatchObject({ bikes: 2, members: 2, likes: 1 });
  const of = (label: string) => totals?.categories.find((one) => one.label === label);
  expect(of('Gravel')).toMatchObject({ bikes: 2, cover: { id: idNamed('pnew') } });
  expect(of('Singlespeed')?.bikes).toBe(2);
  expect(of('Road')).toEqual({ label: 'Road', bikes: 0, cover: null });
});

test('the banner folder serves only the pictures of winning bikes', async () => {
  const ana = await app.join('ana');
  const bikes = app.db.collection<{ _id: string; photos: { id: string }[] }>('bikes');
  const photos: string[] = [];
  for (const won of [{ won: { week, votes: 3, at: ballot.close } }, { nickname: '' }]) {
    const row = await bikes.findOneAndUpdate({ _id: await publishBike(ana) }, { $set: won });
    photos.push(row?.photos[0]?.id ?? '');
  }
  const status = async (folder: PhotoFolder, id = '') => (await app.request(photoPath(id, 320, folder))).status;
  const [winner, other] = photos;
  expect([await status('homeBanner', winner), await status('bikes', winner)]).toEqual([200, 200]);
  expect([await status('homeBanner', other), await status('bikes', other)]).toEqual([404, 200]);
  expect((await app.request(photoPath(winner ?? '', 320).replace('bikes', 'pages'))).status).toBe(404);
});
