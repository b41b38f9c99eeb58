import { joinDatabase, openDatabase, type SiteDatabase, withRunning as withRunningIn } from '#api/database.ts';
import type { Run } from '#api/embedded-mongo/operator/backup.ts';
import { Refusal } from '#api/embedded-mongo/operator/refusal.ts';
import { listeningSocket } from '#api/embedded-mongo/running.ts';
import type { Config } from '#api/platform/settings/config.ts';

/** @throws Refusal if the settings name a server, which has tools of its own for this */
export function assertEmbedded({ mongodbUrl }: Config, tool: string): void {
  if (mongodbUrl) throw new Refusal(`MONGODB_URL is set: this command is for the embedded database. Use ${tool}.`);
}

/** Runs `work` with the process that has the embedded database open, or with null if there is none. */
export const withRunning = <T>({ dataDir }: Config, work: (run: Run | null) => Promise<T>): Promise<T> =>
  withRunningIn(dataDir, work);

/** Runs `work` on the site's database: the server of the settings, the running site, or the data folder. */
export async function withDatabase<T>(config: Config, work: (database: SiteDatabase) => Promise<T>): Promise<T> {
  const isRunning = config.mongodbUrl || (await listeningSocket(config.dataDir));
  const database = await (isRunning ? joinDatabase(config) : openDatabase(config));
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
