import { join } from 'node:path';
import { CannotOpen, joinDatabase, type SiteDatabase } from '#api/database.ts';
import { isThere } from '#api/embedded-mongo/operator/files.ts';
import { listeningSocket } from '#api/embedded-mongo/running.ts';
import type { Config } from '#api/platform/settings/config.ts';
import { newId } from '#contract/ids.ts';
import { clockFinding } from './clock.ts';
import { type Check, type Finding, fault, messageOf, ok, warning } from './finding.ts';

/** The oldest version that our tests run on. */
const minTestedMajor = 7;
const slowMs = 50;
/** MongoDB's error codes of missing rights. */
const unauthorized = new Set<unknown>([13, 8000]);

type Opened = { database: SiteDatabase | null; findings: Finding[] };

/** Opens the database as it is: through the running site, and without creating one. */
export async function openExisting(config: Config, isForeign: boolean): Promise<Opened> {
  if (!config.mongodbUrl && !(await listeningSocket(config.dataDir))) {
    if (!(await isThere(join(config.dataDir, 'data.db'))))
      return { database: null, findings: [ok('There is none yet. The first start creates it.')] };
    // A file that this account writes could not be opened by the site.
    if (isForeign) return { database: null, findings: [] };
  }
  try {
    return { database: await joinDatabase(config), findings: [] };
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    const fix = config.mongodbUrl
      ? 'Start it, or correct MONGODB_URL: host, port, user, password, authSource and firewall.'
      : 'Run "npm run db -- check". If it names faults, restore a backup with "npm run db -- restore".';
    return { database: null, findings: [fault(`${messageOf(error)}.`, fix)] };
  }
}

/** Whether members' data gets a second copy. */
export function topologyFinding({
  setName,
  hosts,
  msg,
}: {
  setName?: string;
  hosts?: string[];
  msg?: string;
}): Finding {
  if (msg === 'isdbgrid') return ok('It is a sharded cluster.');
  if (setName) return ok(`It is the replica set ${setName} with ${hosts?.length ?? 1} members.`);
  return warning(
    'It is a single server without a replica set: nothing takes over when it fails.',
    'Start mongod with --replSet and run rs.initiate(). A replica set of one can get members later.',
  );
}

export function versionFinding(version: string): Finding {
  if (Number.parseInt(version, 10) >= minTestedMajor) return ok(`It is MongoDB ${version}.`);
  return warning(`MongoDB ${version} is older than any that this site is tested on.`, 'Update it to MongoDB 8.');
}

export const database: Check = {
  name: 'Database',
  async run({ config, database }) {
    if (!database) return [];
    const { db, embedded } = database;
    const findings: Finding[] = [];
    await db.command({ ping: 1 });
    const start = performance.now();
    await db.command({ ping: 1 });
    const ms = performance.now() - start;
    const name = config.mongodbUrl ? 'MONGODB_URL' : embedded ? 'The embedded database' : "The running site's database";
    if (ms > slowMs) {
      const found = `${name} takes ${Math.round(ms)} ms for an answer, and a page waits for several.`;
      findings.push(warning(found, 'Move it nearer to the site, or find out what else it is doing.'));
    } else findings.push(ok(`${name} answers within ${Math.ceil(ms)} ms.`));
    if (config.mongodbUrl) {
      const [{ version }, hello] = [await db.command({ buildInfo: 1 }), await db.command({ hello: 1 })];
      const now = Date.now();
      findings.push(versionFinding(version), topologyFinding(hello));
      findings.push(clockFinding('the database', hello.localTime.getTime() - now));
    }
    findings.push(await writeFinding(database));
    return findings;
  },
};

/** Writes and deletes a document of its own. */
async function writeFinding({ db }: SiteDatabase): Promise<Finding> {
  if ((await db.listCollections({ name: 'notes' }, { nameOnly: true }).toArray()).length === 0)
    return ok('It is empty. The first start creates its collections and indexes.');
  const _id = `doctor ${newId()}`;
  const notes = db.collection<{ _id: string; value: string }>('notes');
  try {
    await notes.insertOne({ _id, value: '' });
    await notes.deleteOne({ _id });
    return ok('A document was written and deleted.');
  } catch (error) {
    const fix = unauthorized.has((error as { code?: unknown }).code)
      ? `Give the user of MONGODB_URL the role readWrite for the database ${db.databaseName}.`
      : 'Free space on its disk, and see its log.';
    return fault(`Nothing can be written: ${messageOf(error)}.`, fix);
  }
}
