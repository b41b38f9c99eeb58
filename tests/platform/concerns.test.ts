import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Document } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#api/database.ts';
import { isOutOfService, openMongo, readRows } from '#api/platform/mongo.ts';
import { TestDatabase } from '#tests/kit/database.ts';
import { MongoRelay, type Treatment } from '#tests/kit/mongo-relay.ts';
import { testServer } from '#tests/kit/server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.open();
});
afterAll(() => database.close());

/** Runs `work` through a relay. Returns the commands by name. */
async function through(
  treat: (command: Document) => Treatment | undefined,
  work: (db: Awaited<ReturnType<typeof openMongo>>['db']) => Promise<unknown>,
) {
  const commands = new Map<string, Document>();
  const relay = await MongoRelay.open(database.url, (command) => {
    commands.set(Object.keys(command)[0] ?? '', command);
    return treat(command);
  });
  const weak = `${relay.url}&w=1&journal=false&readConcernLevel=available&readPreference=secondary&retryWrites=false`;
  const mongo = await openMongo(weak, { dbName: database.db.databaseName });
  try {
    await work(mongo.db);
  } finally {
    await mongo.close();
    await relay.close();
  }
  return commands;
}

// A relay connects to one server.
test.skipIf(testServer)(
  'a majority confirms every write, and every read asks the primary, whatever the URL says',
  async () => {
    const commands = await through(
      () => undefined,
      async (db) => {
        const rows = db.collection<{ _id: string }>('rows');
        await rows.insertOne({ _id: 'a' });
        await rows.updateMany({}, { $set: { b: 1 } });
        await rows.bulkWrite([{ deleteOne: { filter: { _id: 'b' } } }]);
        await rows.findOneAndUpdate({ _id: 'a' }, { $set: { b: 2 } });
        await rows.countDocuments();
        await readRows(db, 'rows', { filter: {}, fields: {}, limit: 1 });
      },
    );
    for (const name of ['insert', 'update', 'delete', 'findAndModify'])
      expect(commands.get(name), name).toMatchObject({ writeConcern: { w: 'majority', j: true, wtimeout: 4_000 } });
    for (const name of ['aggregate', 'find']) {
      expect(commands.get(name), name).toMatchObject({ readConcern: { level: 'local' } });
      expect(commands.get(name)?.$readPreference?.mode ?? 'primary', name).toMatch(/^primary/);
    }
  },
);

test.skipIf(testServer)(
  'a write that no majority confirms in time is an outage, which a repetition mends',
  async () => {
    const writeConcernError = {
      code: 64,
      codeName: 'WriteConcernTimeout',
      errmsg: 'waiting for replication timed out',
    };
    const late = ({ insert, update }: Document) =>
      insert || update ? { change: (reply: Document) => ({ ...reply, writeConcernError }) } : undefined;
    const errors: unknown[] = [];
    await through(late, async (db) => {
      const rows = db.collection<{ _id: string }>('rows');
      for (const write of [
        () => rows.insertOne({ _id: 'c' }),
        () => rows.insertMany([{ _id: 'd' }, { _id: 'e' }], { ordered: false }),
        () => rows.updateOne({ _id: 'c' }, { $set: { b: 1 } }),
        () => rows.bulkWrite([{ updateOne: { filter: { _id: 'd' }, update: { $set: { b: 1 } } } }]),
      ])
        await write().catch((error: unknown) => void errors.push(error));
    });
    expect(errors.map(isOutOfService)).toEqual([true, true, true, true]);
  },
);

test('the site waits for the embedded database as long as a busy machine takes, and never gives it up', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'headbadge-patient-'));
  const { client, close } = await openDatabase({ mongodbUrl: undefined, dataDir });
  const { heartbeatFrequencyMS, ...options } = client.options;
  await close();
  await rm(dataDir, { recursive: true });
  expect(options).toMatchObject({
    connectTimeoutMS: 0,
    serverSelectionTimeoutMS: 0,
    socketTimeoutMS: 0,
    waitQueueTimeoutMS: 0,
  });
  const day = 86_400_000;
  expect(heartbeatFrequencyMS).toBeGreaterThan(day);
});
