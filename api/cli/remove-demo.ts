import { createApp } from '#api/app.ts';
import { joinDatabase } from '#api/database.ts';
import { readConfig } from '#api/platform/config.ts';
import { Jobs } from '#api/platform/jobs.ts';
import { createLog } from '#api/platform/logs.ts';
import { writePrivately } from '#api/platform/privacy.ts';

writePrivately();
const config = readConfig(process.env);
const log = createLog({ level: 'warn' });
const database = await joinDatabase(config);
const jobs = new Jobs(log);
const { db, embedded: ownDatabase } = database;
const { demo, close } = await createApp({ config, db, ownDatabase, page: '', jobs, now: () => new Date(), log });
const bikes = await demo.remove();
await jobs.stop();
await close();
await database.close();
process.stdout.write(
  bikes ? `Removed ${bikes} sample bikes and their members.\n` : 'There is no sample community here.\n',
);
