/** @module-tag nightly */
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { memberRow } from '#api/demo/demo.store.ts';
import { Sessions } from '#api/platform/sessions/sessions.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import { pollAlerts } from '#contract/alerts.ts';
import { apiBase } from '#contract/endpoint.ts';
import { newId } from '#contract/ids.ts';
import { TestApp } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { testKey } from '#tests/kit/direct-session.ts';
import { WatchedDatabase } from '#tests/kit/watched.ts';
import { p99 } from './embedded/measure.ts';

/** ALERTS_BENCH=2000 sets the number of members and prints a table; without it only large regressions fail. */
const asked = Number(process.env.ALERTS_BENCH ?? 0);
const many = asked || 40;
/** Milliseconds in which every member polls once, four times as often as a real client. */
const roundMs = 15_000;
const rounds = 3;
const hours = 3_600_000;

let database: TestDatabase;
let watched: WatchedDatabase;
let app: TestApp;
let members: { access: string; tag: string }[];
beforeAll(async () => {
  database = await TestDatabase.open({ isAlone: true });
  watched = new WatchedDatabase(database);
  app = await TestApp.open({ KEYS: testKey }, { database, through: () => watched.db, still: true });
  const now = () => new Date();
  const sessions = new Sessions({ db: database.db, keys: new SigningKeys([testKey]), now, findUser: async () => null });
  const rows = Array.from({ length: many }, (_, i) => memberRow(newId(), `member${i}`, now()));
  await database.db.collection<(typeof rows)[number]>('users').insertMany(rows);
  members = [];
  for (const { _id: id } of rows)
    members.push({ access: (await sessions.login({ id, authEpoch: 0 })).access, tag: '' });
}, hours);
afterAll(async () => {
  await app.close();
  await watched.close();
  await database.close();
});

const poll = async ({ access, tag }: { access: string; tag: string }) => {
  const headers = { Cookie: `access=${access}`, 'Sec-Fetch-Site': 'same-origin', ...(tag && { 'If-None-Match': tag }) };
  const response = await app.request(apiBase + pollAlerts.path, { headers });
  await response.arrayBuffer();
  return response;
};

/** Milliseconds that each poll took. @param over milliseconds over which they are spread; 0 sends all at once */
async function polls(status: number, over: number): Promise<number[]> {
  return Promise.all(
    members.map(async (member, i) => {
      await setTimeout((i * over) / many);
      const start = performance.now();
      const response = await poll(member);
      const took = performance.now() - start;
      expect(response.status).toBe(status);
      member.tag = response.headers.get('ETag') ?? '';
      return took;
    }),
  );
}
const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const show = (name: string, times: number[]) => {
  if (asked) process.stdout.write(`${name}, ms median / p99: ${median(times).toFixed(1)} / ${p99(times).toFixed(1)}\n`);
};

test(`${many} members polling without news cost one command each, and less than their first poll`, {
  timeout: hours,
}, async () => {
  const first = await polls(200, asked ? roundMs : 0);
  show('the first time', first);
  const same: number[] = [];
  const { commands } = await watched.during(async () => {
    for (let i = 0; i < rounds; i++) same.push(...(await polls(304, asked ? roundMs : 0)));
  });
  show(`${rounds} rounds with nothing new`, same);
  expect(new Set(commands)).toEqual(new Set(['find alerts']));
  expect(commands).toHaveLength(rounds * many);
  expect(median(same)).toBeLessThan(median(first));
  if (asked) {
    show('all at once', await polls(304, 0));
    expect(p99(same)).toBeLessThan(50);
  }
});
