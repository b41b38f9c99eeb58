/** @module-tag nightly */
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberRow } from '#api/demo/demo.store.ts';
import { Sessions } from '#api/platform/sessions/sessions.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import { addComment } from '#contract/comments.ts';
import { sendMessage } from '#contract/conversations.ts';
import { pathOf } from '#contract/endpoint.ts';
import { idempotencyHeader } from '#contract/envelope.ts';
import { type Id, newId } from '#contract/ids.ts';
import { likeBike } from '#contract/likes.ts';
import type { Person } from '#contract/people.ts';
import { testKey } from '#tests/kit/direct-session.ts';
import { insertConversation } from '#tests/kit/long-conversation.ts';
import { Line } from '#tests/kit/raw-connection.ts';
import { Site } from '#tests/kit/site.ts';
import { strangeBike } from '#tests/kit/stored-data.ts';

/** WRITES_BENCH=40 sets the number of rounds and prints a table; without it only large regressions fail. */
const asked = Number(process.env.WRITES_BENCH ?? 0);
const rounds = asked || 3;
const warm = 1;
const connections = 32;
/** Writes of each member in a round. */
const each = asked ? 20 : 5;
/** A member likes a bike only once. */
const bikeCount = (warm + rounds) * each;
const hours = 3_600_000;

let site: Site;
let bikes: Id[];
let members: Person[];
let cookies: string[];
let lines: Line[];
beforeAll(async () => {
  site = await Site.start({ isAlone: true, env: { KEYS: testKey } });
  const db = await site.db();
  bikes = [];
  for (let i = 0; i < bikeCount; i++) bikes.push((await strangeBike(db, `Bike ${i}`)).id);
  const now = () => new Date();
  const rows = Array.from({ length: connections }, (_, i) => memberRow(newId(), `member${i}`, now()));
  await db.collection<(typeof rows)[number]>('users').insertMany(rows);
  const sessions = new Sessions({ db, keys: new SigningKeys([testKey]), now, findUser: async () => null });
  cookies = [];
  members = rows.map(({ _id: id, username }) => ({ id, username, avatar: '' }));
  for (const { id } of members) cookies.push(`access=${(await sessions.login({ id, authEpoch: 0 })).access}`);
  for (let i = 0; i < connections; i += 2)
    await insertConversation(db, members[i] as Person, members[i + 1] as Person, 2);
  lines = await Promise.all(members.map(() => Line.open(site.origin)));
}, hours);
afterAll(async () => {
  for (const line of lines ?? []) line.close();
  await site?.close();
});

const send = async (method: string, path: string, member: number, body?: unknown, refusedWith = 0) => {
  const headers = {
    ...{ Cookie: cookies[member] ?? '', 'Sec-Fetch-Site': 'same-origin', 'Content-Type': 'application/json' },
    [idempotencyHeader]: newId(),
  };
  const status = await lines[member]?.ask(method, path, headers, body ? JSON.stringify(body) : '');
  const isMeant = refusedWith ? status === refusedWith : status && status < 300;
  if (!isMeant) throw new Error(`${status} for ${method} ${path}`);
};

/** All members write concurrently, each over one connection. @returns writes a second */
async function rateOf(work: (member: number) => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await Promise.all(
    cookies.map(async (_, member) => {
      for (let i = 0; i < each; i++) await work(member);
    }),
  );
  return (connections * each * 1000) / (performance.now() - start);
}

/** No real member writes this often. */
const forget = async () => (await site.db()).collection('limits').deleteMany({});
const anyBike = () => bikes[Math.floor(Math.random() * bikes.length)] as Id;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/**
 * Minimum rate of each kind of write, as a share of the rate of a write that passes rate limit and idempotency and is
 * then refused. Without WRITES_BENCH, the rate of insertions shows large regressions.
 */
const minShare = { like: 0.3, comment: 0.17, message: 0.3 };
const minInsertShare = 0.01;

test('concurrent likes, comments and messages reach a good part of the rate at which writes can be refused', {
  timeout: hours,
}, async () => {
  const bare = (await site.db()).collection<{ _id: string; text: string }>('bare');
  const text = 'Such lugs. Who built it?';
  const works = {
    insertOne: () => bare.insertOne({ _id: newId(), text }),
    refused: (member: number) => send('POST', pathOf(addComment, { bikeId: anyBike() }), member, { text }, 422),
    like: (member: number) => {
      const likeCount = liked[member] ?? 0;
      liked[member] = likeCount + 1;
      const bikeId = bikes[(likeCount + member * 7) % bikes.length] as Id;
      return send('PUT', pathOf(likeBike, { bikeId }), member);
    },
    comment: (member: number) => send('POST', pathOf(addComment, { bikeId: anyBike() }), member, { id: newId(), text }),
    message: (member: number) => {
      const userId = members[member ^ 1]?.id ?? '';
      return send('POST', pathOf(sendMessage, { userId }), member, { id: newId(), text });
    },
  };
  const liked: number[] = [];
  const names = ['insertOne', 'refused', 'like', 'comment', 'message'] as const;
  const rates = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<keyof typeof works, number[]>;
  for (let round = 0; round < warm + rounds; round++) {
    for (const name of names) {
      await forget();
      const rate = await rateOf(works[name]);
      if (round >= warm) rates[name].push(rate);
    }
  }
  const insertOne = median(rates.insertOne);
  const refused = median(rates.refused);
  const part = (rate: number, all: number) => (rate / all).toFixed(2);
  const figures = (['like', 'comment', 'message'] as const).map((name) => {
    const rate = median(rates[name]);
    expect(rate / insertOne).toBeGreaterThan(minInsertShare);
    if (asked) expect.soft(rate / refused, name).toBeGreaterThan(minShare[name]);
    return `${name} ${rate.toFixed(0)} (${part(rate, insertOne)}, ${part(rate, refused)})`;
  });
  if (!asked) return;
  const bounds = `insertOne ${insertOne.toFixed(0)}, refused ${refused.toFixed(0)} (${part(refused, insertOne)})`;
  process.stdout.write(`${connections} connections, a second: ${bounds}, ${figures.join(', ')}\n`);
});
