import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberRow } from '#api/demo/demo.store.ts';
import { Sessions } from '#api/platform/sessions/sessions.ts';
import { addComment } from '#contract/comments.ts';
import { pathOf } from '#contract/endpoint.ts';
import { idempotencyHeader } from '#contract/envelope.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import { strangeBike } from '#tests/kit/arrived.ts';
import { testKey } from '#tests/kit/let-in.ts';
import { Site } from '#tests/kit/site.ts';

/** With WRITES_BENCH=40, so many rounds and a table of figures; else only what a mistake would change much. */
const asked = Number(process.env.WRITES_BENCH ?? 0);
const rounds = asked || 3;
const warm = 1;
const connections = 32;
/** Of each member in a round. */
const each = asked ? 20 : 5;
/** Nobody likes a bike twice. */
const bikeCount = (warm + rounds) * each;
const hours = 3_600_000;

let site: Site;
let bikes: Id[];
let cookies: string[];
beforeAll(async () => {
  site = await Site.start({ env: { KEYS: testKey } });
  const db = await site.db();
  bikes = [];
  for (let i = 0; i < bikeCount; i++) bikes.push((await strangeBike(db, `Bike ${i}`)).id);
  const now = () => new Date();
  const rows = Array.from({ length: connections }, (_, i) => memberRow(newId(), `member${i}`, now()));
  await db.collection<(typeof rows)[number]>('users').insertMany(rows);
  const sessions = new Sessions({ db, keys: [testKey], now, findUser: async () => null });
  cookies = [];
  for (const { _id: id } of rows) cookies.push(`access=${(await sessions.login({ id, authEpoch: 0 })).access}`);
}, hours);
afterAll(() => site?.close());

const agent = new Agent({ keepAlive: true, maxSockets: connections });
const send = (method: string, path: string, cookie: string, body?: unknown) =>
  new Promise<void>((resolve, reject) => {
    const headers = {
      ...{ Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
      [idempotencyHeader]: newId(),
    };
    const asking = request(site.origin + path, { agent, method, headers }, (answer) => {
      const { statusCode = 0 } = answer;
      if (statusCode >= 300) reject(new Error(`${statusCode} for ${method} ${path}`));
      answer.resume().on('end', resolve).on('error', reject);
    });
    asking.on('error', reject).end(body && JSON.stringify(body));
  });

/** Everybody does it, each over a connection of their own, one after another. @returns how many there were a second */
async function rateOf(work: (member: number) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await Promise.all(
    cookies.map(async (_, member) => {
      for (let i = 0; i < each; i++) await work(member);
    }),
  );
  return (connections * each * 1000) / (performance.now() - start);
}

/** Nobody writes as often as this. */
const forget = async () => (await site.db()).collection('limits').deleteMany({});
const anyBike = () => bikes[Math.floor(Math.random() * bikes.length)] as Id;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

test('members who like and comment at once do so at a good part of the rate at which rows can be inserted', {
  timeout: hours,
}, async () => {
  const bare = (await site.db()).collection<{ _id: string; text: string }>('bare');
  const text = 'Such lugs. Who built it?';
  const works = {
    insertOne: () => bare.insertOne({ _id: newId(), text }),
    like: (member: number) => {
      const turn = liked[member] ?? 0;
      liked[member] = turn + 1;
      const bikeId = bikes[(turn + member * 7) % bikes.length] as Id;
      return send('PUT', pathOf(likeBike, { bikeId }), cookies[member] ?? '');
    },
    comment: (member: number) =>
      send('POST', pathOf(addComment, { bikeId: anyBike() }), cookies[member] ?? '', { id: newId(), text }),
  };
  const liked: number[] = [];
  const rates: Record<keyof typeof works, number[]> = { insertOne: [], like: [], comment: [] };
  for (let round = 0; round < warm + rounds; round++) {
    for (const name of ['insertOne', 'like', 'comment'] as const) {
      await forget();
      const rate = await rateOf(works[name]);
      if (round >= warm) rates[name].push(rate);
    }
  }
  const [insertOne, like, comment] = [median(rates.insertOne), median(rates.like), median(rates.comment)];
  if (asked) {
    const part = (rate: number) => (rate / insertOne).toFixed(2);
    process.stdout.write(
      `${connections} connections, a second: insertOne ${insertOne.toFixed(0)}, likes ${like.toFixed(0)} (${part(like)}), comments ${comment.toFixed(0)} (${part(comment)})\n`,
    );
  }
  expect(like / insertOne).toBeGreaterThan(asked ? 0.4 : 0.01);
  expect(comment / insertOne).toBeGreaterThan(asked ? 0.25 : 0.01);
});
