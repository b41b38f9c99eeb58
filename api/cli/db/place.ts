import { joinDatabase, openDatabase, type SiteDatabase } from '#api/database.ts';
import type { Run } from '#api/embedded-mongo/operator/backup.ts';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import { listeningSocket, runningMongoUrl } from '#api/embedded-mongo/running.ts';
import type { Config } from '#api/platform/config.ts';
import { openMongo } from '#api/platform/mongo.ts';

/** @throws Refusal where the settings name a server, whose own tools are meant for this */
export function assertEmbedded({ mongodbUrl }: Config, tool: string): void {
  if (mongodbUrl) throw new Refusal(`MONGODB_URL is set: this command is for the embedded database. Use ${tool}.`);
}

/** Does some work with the process that has the embedded database open; with null where none has. */
export async function withRunning<T>({ dataDir }: Config, work: (run: Run | null) => Promise<T>): Promise<T> {
  const url = (await listeningSocket(dataDir)) && runningMongoUrl(dataDir);
  if (!url) return work(null);
  const mongo = await openMongo(url, { dbName: 'admin' });
  try {
    return await work((command) => mongo.db.command(command));
  } finally {
    await mongo.close();
  }
}

/** Does some work with the site's documents: of the server that the settings name, the running site, or the folder. */
export async function withDatabase<T>(config: Config, work: (database: SiteDatabase) => Promise<T>): Promise<T> {
  const isRunning = config.mongodbUrl || (await listeningSocket(config.dataDir));
  const database = await (isRunning ? joinDatabase(config) : openDatabase(config));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
