/** @module-tag nightly */
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathOf } from '#contract/endpoint.ts';
import type { Envelope } from '#contract/envelope.ts';
import { rankingLength } from '#contract/list-sizes.ts';
import { beginOf, endOf, weekOf } from '#contract/week-dates.ts';
import { getWeekRanking, type WeekRanking } from '#contract/winners.ts';
import { TestApp } from '#tests/kit/app.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { fill } from './search/fill.ts';
import { generatedBike, generatedMember } from './search/generated-bikes.ts';

/** RANKING_BENCH=100000 sets the number of bikes and prints the times; without it only large regressions fail. */
const asked = Number(process.env.RANKING_BENCH ?? 0);
const bikes = asked || 2000;
const likes = asked ? 10_000 : 500;
const voters = asked ? 1000 : 50;
const rounds = asked ? 200 : 10;
/** First rankings after the start, which run code that is not compiled yet: at most a few times as long. */
const warmUp = asked ? 25 : 5;
const hours = 3_600_000;
const seconds = 1000;
const newest = generatedBike(bikes - 1, bikes).publishedAt;
const week = weekOf(newest);
let at = endOf(week).getTime() - 6 * 3_600_000;

let database: TestDatabase;
let app: TestApp;
type Row = { _id: string };
beforeAll(async () => {
  database = await TestDatabase.open({ isAlone: true });
  await fill(database.db, bikes);
  app = await TestApp.open({}, { database, now: () => new Date(at), still: true, createsIndexes: true });
  const joined = new Date(0);
  await database.db.collection<Row>('users').insertMany(
    Array.from({ length: voters }, (_, n) => {
      const { id, username } = generatedMember(n);
      const key = { foldedName: username, email: `${username}@example.org` };
      return { _id: id, username, ...key, status: 'Active', createdAt: joined };
    }),
  );
  const [from, span] = [beginOf(week).getTime(), at - beginOf(week).getTime()];
  // Most likes go to bikes of the last four weeks.
  for (let n = 0; n < likes; n += 1000)
    await database.db.collection<Row>('likes').insertMany(
      Array.from({ length: Math.min(1000, likes - n) }, (_, i) => {
        const [one, voter] = [n + i, generatedMember((n + i) % voters).id];
        const { _id } = generatedBike(bikes - 1 - ((one * 7919) % Math.floor(bikes / 25)), bikes);
        const given = new Date(from + Math.floor((one / likes) * span));
        return { _id: `${_id}:${voter}:${one}`, bikeId: _id, userId: voter, at: given };
      }),
    );
}, hours);
afterAll(async () => {
  await app?.close();
  await database?.close();
});

test(`the ranking of a week with ${likes} likes among ${bikes} bikes`, { timeout: hours }, async () => {
  const times: number[] = [];
  // As each minute.
  const begun = performance.now();
  await app.runJob('ranking');
  const whole = performance.now() - begun;
  for (let round = 0; round < warmUp + rounds; round++) {
    at += 20 * seconds;
    const { _id } = generatedBike(bikes - 1 - round, bikes);
    const like = { bikeId: _id, userId: generatedMember(round).id, at: new Date(at) };
    await database.db.collection<Row>('likes').insertOne({ _id: `${_id}:new:${round}`, ...like } as Row);
    await database.db.collection<Row>('bikes').updateOne({ _id }, { $inc: { 'counts.likes': 1 } } as never);
    const start = performance.now();
    const response = await app.request(pathOf(getWeekRanking, {}));
    times.push(performance.now() - start);
    const { data } = (await response.json()) as Envelope<WeekRanking>;
    expect(data?.places).toHaveLength(rankingLength);
  }
  const sorted = times.slice(warmUp).sort((a, b) => a - b);
  const [p50, p95] = [0.5, 0.95].map((part) => sorted[Math.floor(sorted.length * part)] ?? 0);
  const slowest = Math.max(...times.slice(0, warmUp));
  if (asked)
    process.stdout.write(
      `Ranking of ${bikes} bikes: p50 ${p50?.toFixed(1)} ms, p95 ${p95?.toFixed(1)} ms, read whole in ${whole.toFixed()} ms, first ones at most ${slowest.toFixed(1)} ms\n`,
    );
  expect(p95).toBeLessThan(asked ? 20 : 200);
});
