import { type Config, createDataDir } from '#api/platform/settings/config.ts';
import { withoutUser } from '#api/platform/settings/setting-urls.ts';
import { startEmbeddedMongo } from './embedded-mongo/embedded.ts';
import type { Run } from './embedded-mongo/operator/backup.ts';
import { listeningSocket, runningMongoUrl } from './embedded-mongo/running.ts';
import { type Mongo, openMongo } from './platform/mongo.ts';

const defaultName = 'headbadge';

/** Returns the database name in a URL's path; `admin` there names the authentication database, not ours. */
const nameIn = (url: string) => {
  const [, name] = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url) ?? [];
  return name && name !== 'admin' ? decodeURIComponent(name) : defaultName;
};

export type SiteDatabase = Mongo & {
  /** Whether it is the embedded database, which only this process uses. */
  embedded: boolean;
};

/** Its message is one sentence for the operator, shown instead of a stack trace. */
export class CannotOpen extends Error {}

const cannotOpen = (error: Error) => {
  throw new CannotOpen(error.message, { cause: error });
};
/** The driver's message may contain parts of the URL. */
const noAnswer = (url: string) => (error: Error) => {
  throw new CannotOpen(`The database at MONGODB_URL does not answer: ${withoutUser(error.message, url)}`);
};

/**
 * Opens the site's database: the server of the settings, or the embedded one.
 * @param options `isObserved`: whether metrics or traces observe its commands
 * @throws CannotOpen, for example if another process has it open
 */
export async function openDatabase(
  config: Pick<Config, 'mongodbUrl' | 'dataDir'>,
  { isObserved = false } = {},
): Promise<SiteDatabase> {
  const { mongodbUrl } = config;
  if (mongodbUrl)
    return {
      ...(await openMongo(mongodbUrl, { dbName: nameIn(mongodbUrl), isObserved }).catch(noAnswer(mongodbUrl))),
      embedded: false,
    };
  createDataDir(config.dataDir);
  const engine = await startEmbeddedMongo({ folder: config.dataDir }).catch(cannotOpen);
  // It runs in this process, so it answers late on a busy machine, but never ends alone.
  const mongo = await openMongo(engine.url, { dbName: defaultName, timeoutMs: 0, isObserved }).catch(
    async (error: unknown) => {
      await engine.close();
      throw error;
    },
  );
  const close = async () => {
    await mongo.close();
    await engine.close();
  };
  return { ...mongo, embedded: true, close };
}

/** Opens the database for operators' commands: through the running site if there is one, else like `openDatabase`. */
export async function joinDatabase(config: Pick<Config, 'mongodbUrl' | 'dataDir'>): Promise<SiteDatabase> {
  const running = config.mongodbUrl ? null : runningMongoUrl(config.dataDir);
  const mongo = running && (await openMongo(running, { dbName: defaultName }).catch(() => null));
  return mongo ? { ...mongo, embedded: false } : openDatabase(config);
}

/** Timeout of one operator command: a copy of a large database takes minutes. */
const operatorTimeoutMs = 3_600_000;

/** Runs `work` with the process that has the embedded database open, or with null if there is none. */
export async function withRunning<T>(dataDir: string, work: (run: Run | null) => Promise<T>): Promise<T> {
  const url = (await listeningSocket(dataDir)) && runningMongoUrl(dataDir);
  if (!url) return work(null);
  const mongo = await openMongo(url, { dbName: 'admin', timeoutMs: operatorTimeoutMs });
  try {
    return await work((command) => mongo.db.command(command));
  } finally {
    await mongo.close();
  }
}
