import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberRow } from '#api/demo/demo.store.ts';
import { Sessions } from '#api/platform/sessions/sessions.ts';
import { addComment } from '#contract/comments.ts';
import { sendMessage } from '#contract/conversations.ts';
import { pathOf } from '#contract/endpoint.ts';
import { idempotencyHeader } from '#contract/envelope.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import type { Person } from '#contract/people.ts';
import { strangeBike } from '#tests/kit/arrived.ts';
import { testKey } from '#tests/kit/let-in.ts';
import { Line } from '#tests/kit/line.ts';
import { Site } from '#tests/kit/site.ts';
import { longTalk } from '#tests/kit/talk.ts';

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
let members: Person[];
let cookies: string[];
let lines: Line[];
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
  members = rows.map(({ _id: id, username }) => ({ id, username, avatar: '' }));
  for (const { id } of members) cookies.push(`access=${(await sessions.login({ id, authEpoch: 0 })).access}`);
  for (let i = 0; i < connections; i += 2) await longTalk(db, members[i] as Person, members[i + 1] as Person, 2);
  lines = await Promise.all(members.map(() => Line.open(site.origin)));
}, hours);
afterAll(async () => {
  for (const line of lines ?? []) line.close();
  await site?.close();
});

const send = async (method: string, path: string, member: number, body?: unknown) => {
  const headers = {
    ...{ Cookie: cookies[member] ?? '', 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
    [idempotencyHeader]: newId(),
  };
  const status = await lines[member]?.ask(method, path, headers, body ? JSON.stringify(body) : '');
  if (!status || status >= 300) throw new Error(`${status} for ${method} ${path}`);
};

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

test('members who like, comment and write to each other at once do so at a good part of the rate at which rows can be inserted', {
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
      return send('PUT', pathOf(likeBike, { bikeId }), member);
    },
    comment: (member: number) => send('POST', pathOf(addComment, { bikeId: anyBike() }), member, { id: newId(), text }),
    message: (member: number) => {
      const userId = members[member ^ 1]?.id ?? '';
      return send('POST', pathOf(sendMessage, { userId }), member, { id: newId(), text });
    },
  };
  const liked: number[] = [];
  const rates: Record<keyof typeof works, number[]> = { insertOne: [], like: [], comment: [], message: [] };
  for (let round = 0; round < warm + rounds; round++) {
    for (const name of ['insertOne', 'like', 'comment', 'message'] as const) {
      await forget();
      const rate = await rateOf(works[name]);
      if (round >= warm) rates[name].push(rate);
    }
  }
  const insertOne = median(rates.insertOne);
  const [like, comment, message] = [rates.like, rates.comment, rates.message].map((all) => median(all));
  if (!like || !comment || !message) throw new Error('Nothing was measured.');
  if (asked) {
    const part = (rate: number) => (rate / insertOne).toFixed(2);
    process.stdout.write(
      `${connections} connections, a second: insertOne ${insertOne.toFixed(0)}, likes ${like.toFixed(0)} (${part(like)}), comments ${comment.toFixed(0)} (${part(comment)}), messages ${message.toFixed(0)} (${part(message)})\n`,
    );
  }
  expect(like / insertOne).toBeGreaterThan(asked ? 0.4 : 0.01);
  expect(comment / insertOne).toBeGreaterThan(asked ? 0.25 : 0.01);
  expect(message / insertOne).toBeGreaterThan(asked ? 0.25 : 0.01);
});
