import { createApp } from '#api/app.ts';
import { openDatabase } from '#api/database.ts';
import { readConfig } from '#api/platform/config.ts';
import { Jobs } from '#api/platform/jobs.ts';
import { createLog } from '#api/platform/logs.ts';

/** Fills an empty database with the sample community, for a site on a server that is not its own. */
export async function seedDemo(mongodbUrl: string, folder: string): Promise<void> {
  const config = readConfig({ MONGODB_URL: mongodbUrl, DATA_DIR: folder });
  const log = createLog({ level: 'silent' });
  const database = await openDatabase(config);
  const jobs = new Jobs(log);
  const now = () => new Date();
  const { demo, close } = await createApp({
    config,
    db: database.db,
    ownDatabase: false,
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
