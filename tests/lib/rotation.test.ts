import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { graceMs, rotateAfterMs } from '#api/platform/sessions/sessions.ts';
import { refreshTokens } from '#contract/auth.ts';
import { apiBase } from '#contract/endpoint.ts';
import { TestApp } from '#tests/kit/app.ts';
import { Device, type Fate } from '#tests/kit/device/device.ts';
import { createSession, testKey } from '#tests/kit/direct-session.ts';
import { type Rng, rng } from '#tests/kit/random.ts';
import { runsAll } from '#tests/run/tiers.ts';

const minute = 60_000;
const hour = 60 * minute;
/** `ROTATION_RUNS=400` for all runs, `ROTATION_SEED` to repeat a printed one. */
const runs = Number(process.env.ROTATION_RUNS ?? (runsAll ? 100 : 20));
const seed = process.env.ROTATION_SEED ?? String(Date.now());
const steps = 10;

type Page = Awaited<ReturnType<Device['tab']>>;
let app: TestApp;
beforeAll(async () => {
  app = await TestApp.open({ KEYS: testKey }, { still: true });
  await app.join('rider');
});
afterAll(() => app.close());
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

/** A device with a log-in, and the replies that its pages get. */
async function loggedIn(hasLocks = true, tabs = 3) {
  const device = new Device(app, hasLocks);
  const { refresh, access, accessExpires } = await createSession(app.db, 'rider');
  const headers = new Headers();
  headers.append('Set-Cookie', `session=${refresh}; Max-Age=${60 * 24 * 3600}`);
  headers.append('Set-Cookie', `access=${access}; Max-Age=600`);
  headers.append('Set-Cookie', `auth-check=${accessExpires.toISOString()}; Max-Age=${60 * 24 * 3600}`);
  device.jar.keep(new Response(null, { headers }));
  const names = Array.from({ length: tabs }, (_, n) => `tab ${n}`);
  const pages = await Promise.all([...names.map((name) => device.tab(name)), device.worker()]);
  const results = pages.map((): string[] => []);
  for (const [n, page] of pages.entries()) page.onSessionNews((news) => results[n]?.push(news));
  return { device, pages, results };
}

/** The result of a page's auth check. */
const ask = (page: Page | undefined): Promise<string> =>
  page
    ? page.call(page.getAuthUser).then(
        ({ username }) => username,
        ({ kind, code }: { kind: string; code: string | null }) => code ?? kind,
      )
    : Promise.resolve('no page');

const losses: [Fate, number][] = [
  ['unanswered', 0.3],
  ['lost', 0.1],
  ['cut', 0.05],
  ['late', 0.05],
];

/** Loses requests and replies, the same for the same seed, in any order of the pages. */
function lossy(random: Rng): Device['judge'] {
  const own = new Map<string, Rng>();
  return (who) => {
    const next = own.get(who) ?? random.fork(who);
    own.set(who, next);
    let left = next();
    return (
      losses.find(([, share]) => {
        left -= share;
        return left < 0;
      })?.[0] ?? 'answered'
    );
  };
}

test(`${runs} runs of three tabs and a worker that share a session and lose replies: nobody is signed out, and a stolen old token ends it`, {
  timeout: 600_000,
}, async () => {
  console.log(`The rotation's seed is ${seed}, for ${runs} runs.`);
  let [refreshes, lost] = [0, 0];
  for (let run = 0; run < runs; run++) {
    const random = rng(`${seed}/${run}`);
    const where = `seed ${seed}, run ${run}`;
    const { device, pages, results } = await loggedIn(random.chance(0.75));
    const stolen = device.jar.get('session');
    device.judge = lossy(random);
    for (let step = 0; step < steps; step++) {
      // Requests in progress finish within their timeout.
      pass(random.range(0, 20_000));
      await device.arrive();
      pass(random.chance(0.6) ? random.range(10 * minute, 24 * hour) : random.range(0, 30_000));
      const said = await Promise.all(pages.filter(() => random.chance(0.6)).map(ask));
      lost += said.filter((one) => one === 'network').length;
      expect([where, step, said.filter((one) => one !== 'rider' && one !== 'network')]).toEqual([where, step, []]);
    }
    expect([where, results.flat()]).toEqual([where, []]);
    refreshes += device.asked.filter((one) => one.endsWith(refreshTokens.path)).length;

    await device.arrive();
    device.judge = () => 'answered';
    for (let attempt = 0; attempt < 2; attempt++) {
      pass(10 * minute);
      expect([where, await ask(pages[attempt])]).toEqual([where, 'rider']);
    }
    const thief = await app.request(apiBase + refreshTokens.path, { headers: { Cookie: `session=${stolen}` } });
    expect([where, ((await thief.json()) as { successful: boolean }).successful]).toEqual([where, false]);
    expect([where, await ask(pages[0])]).toEqual([where, 'unauthenticated']);
    await new Promise(setImmediate);
    expect([where, results.map((news) => news.includes('ended'))]).toEqual([where, pages.map(() => true)]);
  }
  expect(refreshes).toBeGreaterThan(5 * runs);
  expect(lost).toBeGreaterThan(runs);
});

describe('twenty concurrent tabs', () => {
  test('request one new token where the browser has locks, and all continue with it', async () => {
    const { device, pages, results } = await loggedIn(true, 20);
    const before = device.jar.get('session');
    pass(rotateAfterMs + 6 * minute);
    expect(await Promise.all(pages.map(ask))).toEqual(pages.map(() => 'rider'));
    expect(device.asked.filter((one) => one.endsWith(refreshTokens.path))).toHaveLength(1);
    expect(device.jar.get('session')).not.toBe(before);
    expect(results.flat()).toEqual([]);
  });

  test('get one successor where the browser has none', async () => {
    const { device, pages, results } = await loggedIn(false, 20);
    const keep = vi.spyOn(device.jar, 'keep');
    pass(rotateAfterMs + 6 * minute);
    expect(await Promise.all(pages.map(ask))).toEqual(pages.map(() => 'rider'));
    const args = keep.mock.calls.flatMap(([answer]) => answer.headers.getSetCookie());
    const successors = args.filter((line) => line.startsWith('session=')).map((line) => line.split(';')[0]);
    expect([successors.length, new Set(successors).size]).toEqual([21, 1]);
    expect(results.flat()).toEqual([]);
  });
});

test('a page opened long ago continues with a token that another tab has refreshed meanwhile', async () => {
  const { device, pages } = await loggedIn();
  pass(11 * minute);
  expect(await ask(pages[0])).toBe('rider');
  pass(graceMs + minute);
  expect(await ask(pages[1])).toBe('rider');
  expect(device.asked.filter((one) => one.endsWith(refreshTokens.path))).toHaveLength(1);
});
