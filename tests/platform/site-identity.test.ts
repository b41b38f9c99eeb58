import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KeyRotation } from '#api/platform/key-rotation.ts';
import { createLog } from '#api/platform/logs.ts';
import { type Config, ConfigError, readConfig } from '#api/platform/settings/config.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import { assertSameSite, forgetIdentity, identityNames } from '#api/platform/site-identity.ts';
import { SiteMeta } from '#api/platform/site-meta.ts';
import { openStorage } from '#api/platform/storage/open.ts';
import { TestDatabase } from '#tests/kit/database.ts';

let database: TestDatabase;
let siteMeta: SiteMeta;
beforeEach(async () => {
  database = await TestDatabase.open();
  siteMeta = new SiteMeta(database.db);
});
afterEach(() => database.close());

/** A machine with its own data folder. */
const machine = async (env: Record<string, string> = {}): Promise<Config> =>
  readConfig({ DATA_DIR: await mkdtemp(join(database.folder, 'machine-')), ...env });
/** Starts a process as far as this matters, and stops it. */
async function start(config: Config): Promise<void> {
  const log = createLog({ level: 'silent' });
  await assertSameSite({ siteMeta, storage: await openStorage(config, log), config });
  const keys = new SigningKeys(config.keys);
  const { dataDir } = config;
  const rotation = new KeyRotation({ db: database.db, keys, dataDir, now: () => new Date(), log });
  await rotation.join();
  await rotation.leave();
}
const faultsOf = (config: Config) =>
  start(config).then(
    () => '',
    (error: Error) => (error instanceof ConfigError ? error.message : String(error.stack)),
  );
const shared = (config: Config, more: Partial<Config>): Config => ({ ...config, ...more });

test('a second machine without KEYS on the same database does not start, and says what to do', async () => {
  const [first, second] = [await machine(), await machine()];
  await start(first);
  await start(first);
  const said = await faultsOf(shared(second, { storage: undefined, dataDir: first.dataDir }));
  expect(said).toMatch(/- KEYS must hold the key .* the same on every machine/);
  expect(said).toContain('npm run db -- adopt');
  expect(said.split('\n- ')).toHaveLength(2);
  for (const key of [...first.keys, ...second.keys]) expect(said).not.toContain(key);
  expect(JSON.stringify(await database.db.collection('notes').find().toArray())).not.toContain(first.keys[0]);
});

test('a second machine with its own photo folder does not start, and says where photos are expected', async () => {
  const [first, second] = [await machine({ KEYS: 'same' }), await machine({ KEYS: 'same' })];
  await start(first);
  const said = await faultsOf(second);
  expect(said).toContain(`- The photos of this database are not in ${join(second.dataDir, 'photos')}.`);
  expect(said.split('\n- ')).toHaveLength(2);
  // It has left nothing there that would let it pass later.
  expect(await readdir(join(second.dataDir, 'photos'))).toEqual(['unfinished']);
  await start(first);
});

test('keys are changed by listing the new one first, and back likewise; an old one alone is refused', async () => {
  const folder = (await machine({ KEYS: 'old' })).dataDir;
  const keyed = (KEYS: string) => readConfig({ DATA_DIR: folder, KEYS });
  await start(keyed('old'));
  await start(keyed('new,old'));
  expect(await faultsOf(keyed('old'))).toContain('KEYS must hold');
  await start(keyed('new'));
  expect(await faultsOf(keyed('old'))).toContain('KEYS must hold');
  await start(keyed('old,new'));
  await start(keyed('old'));
});

test('a copied photo folder is accepted; an empty one requires a reset of the identity', async () => {
  const first = await machine({ KEYS: 'one' });
  await start(first);
  const { cp } = await import('node:fs/promises');
  const moved = await machine({ KEYS: 'one' });
  await cp(join(first.dataDir, 'photos'), join(moved.dataDir, 'photos'), { recursive: true });
  await start(moved);
  await rm(join(moved.dataDir, 'photos'), { recursive: true });
  expect(await faultsOf(moved)).toContain('The photos of this database are not in');
  await forgetIdentity(siteMeta);
  const other = shared(moved, { keys: ['two'] });
  await start(other);
  await start(other);
  expect(await faultsOf(first)).toMatch(/- KEYS [\s\S]*- The photos/);
});

test('a database of an earlier version adopts the settings it starts with, on machines that start together too', async () => {
  const first = await machine({ KEYS: 'one' });
  await Promise.all([start(first), start(first), start(first)]);
  await start(first);
  expect(await siteMeta.get(identityNames.photos)).not.toBeNull();
});

test('a machine with other keys cannot register its photo folder in a database without one', async () => {
  const [first, second] = [await machine(), await machine()];
  await start(first);
  await siteMeta.remove(identityNames.photos);
  expect(await faultsOf(second)).toContain('KEYS must hold');
  await start(first);
});
