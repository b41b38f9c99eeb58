import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp } from '#api/app.ts';
import { openDatabase, type SiteDatabase } from '#api/database.ts';
import { Jobs } from '#api/platform/jobs.ts';
import { createLog } from '#api/platform/logs.ts';
import { readConfig } from '#api/platform/settings/config.ts';
import { type Check, type Finding, fault, ok } from './finding.ts';

/** Options that decide what an index does. */
const deciding = ['unique', 'sparse', 'expireAfterSeconds', 'partialFilterExpression'] as const;
type Db = SiteDatabase['db'];
type Index = Awaited<ReturnType<ReturnType<Db['collection']>['indexes']>>[number];
type Indexes = Map<string, Index[]>;

const keyOf = ({ key }: Index): string => JSON.stringify(key);
/** An option that is false is the same as none, but not one that is 0. */
const optionsOf = (index: Index): string => JSON.stringify(deciding.map((name) => index[name] ?? false));

async function indexesOf(db: Db): Promise<Indexes> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const names = collections.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
  const found: Indexes = new Map();
  for (const name of names.sort()) found.set(name, await db.collection(name).indexes());
  return found;
}

/** The indexes that this version creates: those of an empty site in a temporary folder. */
async function expectedIndexes(): Promise<Indexes> {
  const dataDir = await mkdtemp(join(tmpdir(), 'headbadge-doctor-'));
  const log = createLog({ level: 'silent' });
  const jobs = new Jobs(log);
  try {
    const config = readConfig({ DATA_DIR: dataDir, DEMO: 'off' });
    const database = await openDatabase(config);
    try {
      const { db } = database;
      const site = await createApp({ config, db, ownDatabase: true, page: '', jobs, now: () => new Date(), log });
      await jobs.stop();
      await site.close();
      return await indexesOf(db);
    } finally {
      await database.close();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Compares the indexes of a database with those that it should have. Further ones do no harm. */
function compareIndexes(expected: Indexes, found: Indexes): Finding[] {
  const findings: Finding[] = [];
  let count = 0;
  for (const [collection, indexes] of expected) {
    for (const index of indexes) {
      count++;
      const there = found.get(collection)?.find((one) => keyOf(one) === keyOf(index));
      if (!there) {
        const what = `The collection ${collection} lacks its index ${keyOf(index)}`;
        const harm = index.unique ? 'nothing prevents duplicates' : 'what needs it reads everything';
        findings.push(fault(`${what}: ${harm}.`, 'Restart the site: each start creates what is missing.'));
      } else if (optionsOf(there) !== optionsOf(index)) {
        const what = `The index ${keyOf(index)} of the collection ${collection} has other options`;
        const drop = `db.${collection}.dropIndex(${JSON.stringify(there.name)})`;
        findings.push(fault(`${what} than this version's.`, `Run ${drop} in mongosh and restart the site.`));
      }
    }
  }
  return findings.length > 0 ? findings : [ok(`All ${count} are there.`)];
}

export const indexes: Check = {
  name: 'Indexes',
  async run({ database }) {
    if (!database) return [];
    const found = await indexesOf(database.db);
    if (!found.has('notes')) return [];
    return compareIndexes(await expectedIndexes(), found);
  },
};
