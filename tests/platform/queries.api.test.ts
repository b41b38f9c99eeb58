import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { deleteAccount } from '#contract/accounts.ts';
import { pathOf } from '#contract/endpoint.ts';
import { downloadExport } from '#contract/export.ts';
import { callers } from '#tests/access/callers.ts';
import { rows } from '#tests/access/rows.ts';
import { Stage } from '#tests/access/stage.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { askByHand } from '#tests/kit/queries/by-hand.ts';
import { ofOne, Samples, theId } from '#tests/kit/queries/many.ts';
import { callSites, QueryRecorder } from '#tests/kit/queries/recorder.ts';
import { testServer } from '#tests/kit/server.ts';
import { shardingFault } from '#tests/kit/sharded-writes.ts';
import { runsAll } from '#tests/run/tiers.ts';

const day = 86_400_000;
/** A thousand rows find the same problems, and sooner. */
const many = runsAll ? 10_000 : 1_000;
/** Maximum rows that a query may sort in memory, and read without returning them. */
const max = { sorted: many / 20, inVain: many / 5 } as const;

let database: TestDatabase;
let filled: TestDatabase;
let recorder: QueryRecorder;
let stage: Stage;
const samples = new Samples();
let called = 0;

async function runJobs(): Promise<void> {
  for (const name of stage.app.jobNames) await stage.app.runJob(name);
}

/** Makes every call of the API as these callers. */
async function callAll(names: readonly (keyof typeof callers)[], after: () => Promise<void>): Promise<void> {
  for (const row of rows) {
    for (const caller of names) {
      const thing = (await row.prepare?.(stage)) ?? '';
      const asks = row.ownSession ? await callers[caller].open(stage) : stage.callers[caller].with(stage.app);
      await row.by(asks, thing, { headers: stage.network() }, stage, caller);
    }
    if (row.ownSession) await stage.reopen();
    await after();
  }
}

/** Exports all data of a member, who then leaves for good. */
async function leave(name: 'owner' | 'member'): Promise<void> {
  const browser = await callers[name].open(stage);
  const username = callers[name].name;
  const user = await stage.app.db.collection('users').findOne({ username });
  const Cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const archive = pathOf(downloadExport, {}, { as: String(user?._id) });
  await (await stage.app.request(archive, { headers: { Cookie } })).arrayBuffer();
  await browser.call(deleteAccount, { body: { username }, headers: stage.network() });
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  database = await TestDatabase.open();
  recorder = new QueryRecorder(database.url);
  stage = await Stage.open({ database, through: ({ db }) => recorder.database(db.databaseName) });
  await samples.take(database.db);
  await callAll(['owner', 'member'], async () => {
    await samples.take(database.db, [...stage.written]);
    await stage.clear();
  });
  await callAll(['member', 'operator'], async () => {
    if (++called % 5 === 0) await runJobs();
  });
  await runJobs();
  for (const name of ['owner', 'member'] as const) await leave(name);
  for (let months = 0; months < 2; months += 1) {
    vi.setSystemTime(Date.now() + 35 * day);
    await runJobs();
  }
  await askByHand(recorder.database(database.db.databaseName));
  filled = await TestDatabase.open();
  await samples.fill(filled.db, database.db, many);
});
afterAll(async () => {
  vi.useRealTimers();
  await stage.app.close();
  await recorder.close();
  await database.close();
  await filled.close();
});

/** Lines that this test does not run. The first ones filter documents by their ids, only elsewhere. */
const unreached = [
  "const row = await this.#users.findOneAndUpdate(asItWas(waiting), update, { returnDocument: 'after' });",
  'return (await this.#users.updateOne(asRead, { $set: { mailAt } })).matchedCount === 1;',
  'return void (await this.#alerts.updateOne(filter, update, { upsert: true }));',
  'await this.#all.bulkWrite(writes, { ordered: false });',
  'if (writes.length > 0) await this.#bikes.bulkWrite(writes, { ordered: false });',
  'await this.#photos.bulkWrite(',
  'await this.#users.bulkWrite(rows.map(fill), { ordered: false });',
  'await this.#users.updateOne(asRead(account), { $set });',
  'await this.#rows.bulkWrite(',
  "const claimed = matchedCount < found.length && (await this.#rows.distinct('_id', isOurs));",
  // The retry of a list after a lost connection; its query is the same as before.
  'const rows = db.collection<Row>(collection).find(filter, { projection: fields, ...(sort && { sort }) });',
  // The session library's methods that nobody calls.
  'return (await rows.find({ userId }).toArray()).map(toSession);',
  'await rows.deleteMany({ expiresAt: { $lte: new Date() } });',
  // Once, at the first start of a new version; for a handful of rows.
  "await rows.updateMany({ demo: true }, { $unset: { demo: '' } });",
  'await this.#known.deleteMany({});',
  // Only with several processes; among the few builds of 30 days.
  'const row = await this.#builds.findOne(running, { sort: { firstSeenAt: -1, _id: -1 } });',
  // A cluster's catalog of collections, which an operator's command reads.
  "const rows = await client.db('config').collection<Catalog & { _id: string }>('collections').find().toArray();",
  // When an operator's role is taken; of the few operators.
  "if (await this.#users.findOne({ operator: true, status: 'Active' }, { projection: { _id: 1 } })) return true;",
  // When a sitemap file has grown to 50,000 entries; of the few files of a kind.
  'await this.#rows.deleteMany({ kind: this.#kind });',
];

test("every database query in the application's code was run here, or reads by id", () => {
  // Bikes whose counters are written together; whether two are depends on the time.
  const sometimes = '...countersOnly });';
  const unasked = callSites().filter((site) => !recorder.hasAsked(site) && !site.text.endsWith(sometimes));
  expect([...new Set(unasked.map(({ text }) => text))].sort()).toEqual([...unreached].sort());
});

test('no write and no query is one that a sharded cluster refuses', () => {
  const { placements } = stage.app;
  const faults = [...recorder.writes.values()].flatMap(({ collection, command }) => {
    const fault = shardingFault(placements[collection]?.key ?? { _id: 'hashed' }, command);
    return fault && placements[collection]?.key !== null
      ? [`${collection}: ${fault.message}: ${JSON.stringify(command)}`]
      : [];
  });
  expect(faults).toEqual([]);
  expect(recorder.writes.size).toBeGreaterThan(100);
});

/** The stages of a plan, the last one first. */
const stagesOf = (stage: Document): Document[] => [
  stage,
  ...[stage.inputStage, ...(stage.inputStages ?? [])].filter(Boolean).flatMap(stagesOf),
];

/** The problems of an executed statement. */
function faultsOf({ stages, ...answer }: Document, limit: number): string[] {
  const { executionStats } = stages?.[0].$cursor ?? answer;
  const { nReturned, totalKeysExamined, totalDocsExamined } = executionStats;
  const plan = stagesOf(executionStats.executionStages);
  const sorted = [
    ...plan.flatMap(({ stage, inputStage }) => (stage === 'SORT' ? [inputStage.nReturned] : [])),
    ...(stages ?? []).flatMap((one: Document) => ('$sort' in one ? [one.nReturned] : [])),
  ];
  const isScan = plan.some(({ stage }) => stage === 'COLLSCAN') && !(limit && totalDocsExamined <= limit);
  const isWrite = plan.some(({ stage }) => stage === 'DELETE' || stage === 'UPDATE');
  const inVain = isWrite ? 0 : Math.max(totalKeysExamined, totalDocsExamined) - nReturned;
  return [
    ...(isScan ? ['reads the whole collection'] : []),
    ...sorted.filter((n) => n > max.sorted).map((n) => `sorts ${n} in memory`),
    ...(inVain > max.inVain ? [`reads ${inVain} in vain`] : []),
  ];
}

/** Prefixes of accepted problems. */
const allowed = [
  // Once, at the first start of a version that stores these.
  ...['photos', 'bikes', 'comments', 'likes', 'favorites', 'folders', 'profiles', 'pictures', 'users'].map(
    (name) => `${name}: {"demo":true}`,
  ),
  'bikes: {"_id":{"$gt":""},"tally":{"$exists":false}}',
  'users: {"nameKeys":{"$exists":false}}',
  // At startup, to load all bikes into memory.
  'bikes: {"_id":{"$gt":""},"status":"Active"} by _id reads',
  // By one process, every few minutes.
  'photos: [{"$group":{"_id":null,"count"',
  // While a push service is so slow that its pushes fill their part of the queue: they are passed over.
  'pushDevices: {"dueAt":{"$lte":',
  // A site has a handful of them.
  'users: {"operator":true} by foldedName sorts',
  'users: {"moderator":true} by foldedName sorts',
  // One member's bikes and flags, of which there are few.
  `bikes: {"owner.id":"${theId}","status":"Active","ownership":{"$in":["Sold","Retired"]}`,
  `flags: {"userId":"${theId}","type":"User"} by at reads`,
  // What followed members publish in a week; with few members, all that they have.
  `bikes: {"status":"Active","owner.id":{"$in":["${theId}","`,
];

test.skipIf(testServer)(`at ${many} rows no query reads a whole collection, or sorts more than a page`, async () => {
  const faults: string[] = [];
  for (const { collection, command } of recorder.statements.values()) {
    const explain = ofOne(command);
    const answer = await filled.db.command({ explain, verbosity: 'executionStats' });
    const { filter, query, pipeline, updates, deletes, sort, limit } = explain;
    const asked = JSON.stringify(filter ?? query ?? pipeline ?? updates?.[0].q ?? deletes?.[0].q);
    const order = sort instanceof Map ? [...sort.keys()] : Object.keys(sort ?? {});
    const described = `${collection}: ${asked}${order.length > 0 ? ` by ${order}` : ''}`;
    for (const fault of faultsOf(answer, limit ?? 0)) faults.push(`${described} ${fault}`);
  }
  expect(faults.filter((fault) => !allowed.some((beginning) => fault.startsWith(beginning)))).toEqual([]);
});
