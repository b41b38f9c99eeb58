import { cp } from 'node:fs/promises';
import { createApp } from '#api/app.ts';
import { openDatabase } from '#api/database.ts';
import { Jobs } from '#api/platform/jobs.ts';
import { createLog } from '#api/platform/logs.ts';
import { readConfig } from '#api/platform/settings/config.ts';
import { buildOnce } from './build-once.ts';

/**
 * Fills an empty database with the sample community.
 * @param mongodbUrl of another server; by default the database is in the folder
 */
export async function seedDemo(folder: string, mongodbUrl?: string): Promise<void> {
  const config = readConfig({ DATA_DIR: folder, ...(mongodbUrl && { MONGODB_URL: mongodbUrl }) });
  const log = createLog({ level: 'silent' });
  const database = await openDatabase(config);
  const jobs = new Jobs(log);
  const now = () => new Date();
  const { demo, close } = await createApp({
    config,
    db: database.db,
    ownDatabase: database.embedded,
    page: folder,
    jobs,
    now,
    log,
  });
  await demo.seed(now());
  await jobs.stop();
  await close();
  await database.close();
}

/** Copies the data of a site with the sample community into an empty folder; a run creates it once. */
export async function copyDemo(folder: string): Promise<void> {
  await cp(await buildOnce('demo', seedDemo), folder, { recursive: true });
}
