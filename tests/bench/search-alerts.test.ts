/** @module-tag nightly */
import { performance } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NewestBikeStore } from '#api/features/bikes/bikes.newest.store.ts';
import { SearchAlertStore } from '#api/features/follows/follows.search-alerts.store.ts';
import { SearchAlertService } from '#api/features/follows/follows.search-alerts.ts';
import { FollowStore } from '#api/features/follows/follows.store.ts';
import { Leases } from '#api/platform/leases.ts';
import { newId } from '#contract/ids.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { fill } from './search/fill.ts';

/** SEARCH_ALERTS_BENCH=1 prints the time; without it only large regressions fail. */
const isAsked = process.env.SEARCH_ALERTS_BENCH !== undefined;
const [searches, bikes] = [10_000, 500];
const words = ['surly', 'bianchi', 'steel', 'lugged', 'trek', 'gravel', 'touring', 'campagnolo', 'fixed', 'disc'];
const facets = ['', '&color=Red', '&category=Gravel', '&frameMaterial=Steel', '&yearFrom=1990&yearTo=2020'];

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.open();
  await fill(database.db, bikes);
  await new FollowStore(database.db).createIndexes();
  const rows = Array.from({ length: searches }, (_, i) => {
    const key = `keywords=${words[i % 10]}+${words[(i + 3) % 10]}+${1950 + (i % 70)}${facets[i % 5]}`;
    const userId = newId();
    return { _id: `${userId}:search:${key}`, userId, kind: 'search', key, name: '', at: new Date(0), tells: 'alert' };
  });
  await database.db.collection<{ _id: string }>('follows').insertMany(rows);
}, 300_000);
afterAll(() => database.close());

test(`${bikes} new bikes are compared with ${searches} searches`, { timeout: 300_000 }, async () => {
  const { db } = database;
  let told = 0;
  let now = new Date(0);
  const service = new SearchAlertService({
    follows: new FollowStore(db),
    alerts: new SearchAlertStore(db),
    bikes: new NewestBikeStore(db),
    leases: new Leases(db, () => new Date()),
    blockedAround: async () => new Set(),
    timeZoneOf: async () => null,
    emit: async () => void told++,
    now: () => now,
  });
  await service.tell();
  now = new Date();
  const begun = [performance.now(), process.cpuUsage().user] as const;
  await service.tell();
  const ms = performance.now() - begun[0];
  const cpuMs = (process.cpuUsage().user - begun[1]) / 1000;
  if (isAsked)
    process.stdout.write(
      `${searches} searches: ${ms.toFixed(0)} ms, processor ${cpuMs.toFixed(0)} ms, ${told} alerts\n`,
    );
  expect(told).toBeGreaterThan(0);
  expect(ms).toBeLessThan(isAsked ? 30_000 : 120_000);
});
