import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBike, getOwnBike, putBike } from '#contract/bike-whole.ts';
import { type Body, pathOf } from '#contract/endpoint.ts';
import { downloadExport } from '#contract/export.ts';
import { listFeed } from '#contract/feed.ts';
import { followThing } from '#contract/follows.ts';
import { newestFirst } from '#contract/history.ts';
import { type Id, newId } from '#contract/ids.ts';
import { putUpdate } from '#contract/updates.ts';
import { TestApp, type TestBrowser } from '#tests/kit/app.ts';
import { publishBike } from '#tests/kit/bikes.ts';
import { enter, testKey } from '#tests/kit/direct-session.ts';
import { cameraPhoto } from '#tests/kit/photos.ts';
import { type Rng, rng } from '#tests/kit/random.ts';
import { unzipped } from '#tests/kit/zip.ts';

const day = 86_400_000;
const newsDays = 400;
const firstDay = Date.UTC(2024, 10, 1, 9);
/** Milliseconds, whole days. */
const ahead = 800 * day;
const slots = ['Saddle', 'Fork', 'Stem', 'Handlebar'] as const;
let app: TestApp;
let clock = 0;
let picture: Buffer;
beforeAll(async () => {
  app = await TestApp.open({ KEYS: testKey }, { now: () => new Date(clock), still: true });
  picture = await cameraPhoto({ width: 640, height: 480, orientation: 1 });
});
afterAll(() => app.close());

type Sent = Body<typeof putUpdate>;
/** An update as its author wrote it: the day of it, and the days after which it reaches the site. */
type Written = { id: Id; body: Sent; at: number; delay: number };
type Part = { id: Id; slot: (typeof slots)[number]; text: string };

/** Twelve updates over two years. Three were written without signal: one on the phone, two on the tablet. */
async function build(r: Rng, ana: TestBrowser, parts: readonly Part[], start: number): Promise<Written[]> {
  const written: Written[] = [];
  for (let n = 0; n < 12; n += 1) {
    const at = start + n * 61 * day + Math.floor(r.range(0, 20)) * day;
    const photos = Array.from({ length: Math.floor(r.range(0, 3)) }, () => ({ id: newId() }));
    for (const { id } of photos) await ana.sendPhoto(picture, { id });
    const part = parts[Math.floor(r.range(0, parts.length))];
    const changed = r.chance(0.8) && part;
    const text = r.chance(0.15) ? '' : `${part?.slot} of update ${n}`;
    const change = changed && { slot: part.slot, before: text ? '' : part.text, after: text, partId: part.id };
    written.push({
      id: newId(),
      at,
      // Those without signal arrive up to half a year later, after others.
      delay: [4, 5, 7].includes(n) ? Math.floor(r.range(30, 180)) : 0,
      body: {
        date: new Date(at - ahead).toISOString().slice(0, 10),
        title: `Update ${n}`,
        text: n % 2 ? 'With words.' : '',
        photos,
        componentChanges: change ? [change] : [],
      },
    });
  }
  return written;
}

/** What a careful reader would say of the bike after all of them. */
function modelOf(arrived: readonly Written[], parts: readonly Part[]) {
  const byDay = arrived.toSorted((a, b) => a.body.date.localeCompare(b.body.date));
  const texts = new Map(parts.map(({ id, text }) => [id, text]));
  for (const { body } of byDay)
    for (const { partId = '', after } of body.componentChanges ?? []) texts.set(partId, after ?? '');
  const latest = Math.max(...arrived.map(({ at, delay }) => at + delay * day));
  // Of those that arrive on one day, the feed names the last.
  const news = new Map(
    arrived
      .filter(({ at, delay }) => at + delay * day > latest - newsDays * day)
      .map(({ id, at, delay, body }) => {
        const time = new Date(at + delay * day).toISOString();
        const photos = (body.photos ?? []).map((photo) => photo.id);
        return [time, { updateId: id, title: body.title, at: time, photos }];
      }),
  );
  return {
    parts: [...texts].flatMap(([id, text]) => (text ? [`${id} ${text}`] : [])).sort(),
    timeline: byDay.toReversed().map(({ body }) => body.title),
    news: [...news.values()].reverse(),
  };
}

test.each([1, 2, 3, 4])(
  'a build over two years in twelve updates, three of them without signal on two devices: page, feed, history and export agree with a model (%i)',
  { timeout: 120_000 },
  async (seed) => {
    const r = rng(`updates ${seed}`);
    // Sessions go by the clock of this machine, so the site's is ahead of the days that are told of.
    const start = firstDay + ahead;
    clock = start - 3 * day;
    const { user } = await app.member(`ana${seed}`);
    await app.member(`ben${seed}`);
    /** The member with a session of that day. */
    const now = (name: 'ana' | 'ben') => enter(app, `${name}${seed}`, undefined, new Date(clock));
    clock = start - 2 * day;
    const [first, ben] = [await now('ana'), await now('ben')];
    const parts: Part[] = slots.map((slot) => ({ id: newId(), slot, text: `First ${slot}` }));
    const bikeId = await publishBike(first, { components: parts });
    await ben.call(followThing, { params: { kind: 'bike', key: bikeId }, body: { name: '' } });
    const arrived = (await build(r, first, parts, start)).toSorted(
      (a, b) => a.at + a.delay * day - (b.at + b.delay * day),
    );
    // The tablet opened the form before anything was posted, and saves it in the middle.
    const form = (await first.call(getOwnBike, { params: { bikeId } })).answer.data ?? expect.fail();
    for (const [n, { id, at, delay, body }] of arrived.entries()) {
      clock = at + delay * day;
      const ana = await now('ana');
      await app.db.collection('limits').deleteMany({});
      const key = newId();
      const params = { bikeId, updateId: id };
      expect((await ana.call(putUpdate, { params, body, key })).answer.error).toBeFalsy();
      // Its answer was lost, so it is sent again; after a week the site has forgotten the key.
      if (r.chance(0.5)) expect((await ana.call(putUpdate, { params, body, key })).status).toBe(200);
      if (r.chance(0.3)) expect((await ana.call(putUpdate, { params, body })).status).toBe(200);
      if (n !== 6) continue;
      clock += 1000;
      const saved = { ...form, nickname: 'Mud Lark', status: 'Active' } as never;
      expect((await ana.call(putBike, { params: { bikeId }, body: saved })).answer.error).toBeFalsy();
    }
    const model = modelOf(arrived, parts);

    const [ana, reader] = [await now('ana'), await now('ben')];
    const page = (await reader.call(getBike, { params: { bikeId } })).answer.data ?? expect.fail();
    expect(page.nickname).toBe('Mud Lark');
    expect(page.components.map(({ id, text }) => `${id} ${text}`).sort()).toEqual(model.parts);
    expect(newestFirst(page.history).map(({ title }) => title)).toEqual(model.timeline);
    expect(page.history.flatMap(({ photos = [] }) => photos.map((photo) => photo.id)).sort()).toEqual(
      arrived.flatMap(({ body }) => (body.photos ?? []).map((photo) => photo.id)).sort(),
    );

    const feed = (await reader.call(listFeed, { query: { limit: 50 } })).answer.data?.items ?? [];
    expect(
      feed.map(({ updateId, title, at, photos = [] }) => ({ updateId, title, at, photos: photos.map(({ id }) => id) })),
    ).toEqual(model.news);

    const response = await app.request(pathOf(downloadExport, {}, { as: user.id }), {
      headers: { Cookie: [...ana.cookies].map((cookie) => cookie.join('=')).join('; ') },
    });
    const files = unzipped(Buffer.from(await response.arrayBuffer()));
    const [own] = JSON.parse(files.get('bikes.json')?.toString() ?? '[]');
    expect(own.history).toEqual(page.history);
    expect(own.components).toEqual(page.components);
    const named = page.history.flatMap(({ photos = [] }) => photos.map(({ id }) => `photos/${id}.webp`));
    expect(named.filter((name) => !files.has(name))).toEqual([]);
  },
);
