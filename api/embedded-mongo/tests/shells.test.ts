import { hostname } from 'node:os';
import type { Collection, Document } from 'mongodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, type Numbered, startTestDatabase, type TestDatabase } from './kit.ts';

/** The commands that mongosh and Compass send when they connect and show a database. */
let own: TestDatabase;
let rows: Collection<Numbered>;

beforeAll(async () => {
  own = await startTestDatabase();
  rows = await own.fresh([{ a: 1 }, { a: 2 }], [{ key: { a: 1 } }]);
});
afterAll(() => own.close());

const admin = (command: Document): Promise<Document> => own.client.db('admin').command(command);

test.for<[command: Document, answer: Document]>([
  [
    { ismaster: 1, helloOk: true, compression: ['none'] },
    { ismaster: true, helloOk: true },
  ],
  [{ buildInfo: 1 }, { version: '7.0.0', versionArray: [7, 0, 0, 0], bits: 64 }],
  [{ getParameter: 1, featureCompatibilityVersion: 1 }, { featureCompatibilityVersion: { version: '7.0' } }],
  [{ getCmdLineOpts: 1 }, { argv: [], parsed: {} }],
  [{ getLog: 'startupWarnings' }, { totalLinesWritten: 0, log: [] }],
  [{ getLog: '*' }, { names: ['global', 'startupWarnings'] }],
  [{ hostInfo: 1 }, { system: { hostname: hostname(), cpuAddrSize: 64 } }],
  [
    { connectionStatus: 1, showPrivileges: true },
    { authInfo: { authenticatedUsers: [], authenticatedUserPrivileges: [] } },
  ],
  [{ listDatabases: 1, nameOnly: true, authorizedDatabases: true }, { databases: [{ name: 'test' }] }],
  [{ serverStatus: 1 }, { process: 'embedded', ok: 1 }],
  [
    {
      aggregate: 'atlascli',
      pipeline: [{ $match: { managedClusterType: 'atlasCliLocalDevCluster' } }, { $group: { _id: 1, n: { $sum: 1 } } }],
      cursor: {},
    },
    { cursor: { firstBatch: [], ns: 'admin.atlascli' } },
  ],
])('%j is answered', async ([command, answer]) => {
  expect(await admin(command)).toMatchObject({ ...answer, ok: 1 });
});

test.for<[command: Document, code: number, message: string]>([
  [{ atlasVersion: 1 }, 59, "no such command: 'atlasVersion' (not supported by the embedded database)"],
  [
    { getFreeMonitoringStatus: 1 },
    59,
    "no such command: 'getFreeMonitoringStatus' (not supported by the embedded database)",
  ],
  [{ getParameter: 'foo' }, 72, 'no option found to get'],
  [{ getLog: 'nonsense' }, 96, "No log named 'nonsense'"],
  [{ usersInfo: 1 }, 59, "no such command: 'usersInfo' (not supported by the embedded database)"],
  [
    { aggregate: 1, pipeline: [{ $currentOp: {} }], cursor: {} },
    40324,
    "Unrecognized pipeline stage name: '$currentOp' (not supported by the embedded database)",
  ],
])('%j is refused with %i', async ([command, code, message]) => {
  await expect(admin(command)).rejects.toMatchObject({ code, message });
});

test('a database counts as its part of the file', async () => {
  const other = own.client.db('other').collection('rows');
  await other.insertMany([{}, {}]);
  const { databases, totalSize } = await admin({ listDatabases: 1 });
  const sizes = (databases as { name: string; sizeOnDisk: number }[]).map(({ name, sizeOnDisk }) => [name, sizeOnDisk]);
  expect(sizes).toEqual([
    ['other', totalSize / 2],
    ['test', totalSize / 2],
  ]);
  const { storageSize } = await own.db.command({ dbStats: 1 });
  expect(totalSize).toBe(storageSize);
  await other.drop();
});

test('sizes are told of a collection and of its database', async () => {
  const [stats] = await rows.aggregate([{ $collStats: { storageStats: { scale: 1 }, count: {} } }]).toArray();
  expect(stats).toMatchObject({
    ns: `test.${rows.collectionName}`,
    count: 2,
    storageStats: { count: 2, nindexes: 2, scaleFactor: 1, capped: false },
  });
  expect(stats?.storageStats.size).toBe(42);
  expect(Object.keys(stats?.storageStats.indexSizes)).toEqual(['_id_', 'a_1']);
  expect(stats?.storageStats.totalIndexSize).toBeGreaterThan(0);
  expect(await own.db.command({ collStats: rows.collectionName })).toMatchObject({ size: 42, nindexes: 2 });
  expect(await own.db.command({ dbStats: 1, scale: 4 })).toMatchObject({ dataSize: 10.5, scaleFactor: 4, indexes: 2 });
  expect(await codeOf(rows.aggregate([{ $collStats: { latencyStats: {} } }]).toArray())).toBe(115);
  expect(await codeOf(rows.aggregate([{ $limit: 1 }, { $collStats: { count: {} } }]).toArray())).toBe(40602);
  expect(
    await codeOf(
      own.db
        .collection('nothing')
        .aggregate([{ $collStats: { count: {} } }])
        .toArray(),
    ),
  ).toBe(26);
});
