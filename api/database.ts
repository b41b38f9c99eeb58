import { startEmbeddedMongo } from './embedded-mongo/embedded.ts';
import { runningMongoUrl } from './embedded-mongo/running.ts';
import type { Config } from './platform/config.ts';
import { type Mongo, openMongo } from './platform/mongo.ts';
import { withoutUser } from './platform/setting-urls.ts';

const defaultName = 'headbadge';

/** The database that an address names in its path; of `admin` a path says where the user is known, not where we store. */
const nameIn = (url: string) => {
  const [, name] = /^mongodb(?:\+srv)?:\/\/[^/]+\/([^?]+)/.exec(url) ?? [];
  return name && name !== 'admin' ? decodeURIComponent(name) : defaultName;
};

export type SiteDatabase = Mongo & {
  /** The embedded database, of which this process is the only user. */
  embedded: boolean;
};

/** One sentence for whoever started the site, instead of a stack. */
export class CannotOpen extends Error {}

const cannotOpen = (error: Error) => {
  throw new CannotOpen(error.message, { cause: error });
};
/** What the driver says may hold parts of the address. */
const noAnswer = (url: string) => (error: Error) => {
  throw new CannotOpen(`The database of MONGODB_URL does not answer: ${withoutUser(error.message, url)}`);
};

/**
 * Opens the site's database: the server that the settings name, else the embedded one.
 * @throws CannotOpen, for example when another process has it
 */
export async function openDatabase(config: Pick<Config, 'mongodbUrl' | 'dataDir'>): Promise<SiteDatabase> {
  const { mongodbUrl } = config;
  if (mongodbUrl)
    return {
      ...(await openMongo(mongodbUrl, { dbName: nameIn(mongodbUrl) }).catch(noAnswer(mongodbUrl))),
      embedded: false,
    };
  const engine = await startEmbeddedMongo({ folder: config.dataDir }).catch(cannotOpen);
  const mongo = await openMongo(engine.url, { dbName: defaultName }).catch(async (error: unknown) => {
    await engine.close();
    throw error;
  });
  const close = async () => {
    await mongo.close();
    await engine.close();
  };
  return { ...mongo, embedded: true, close };
}

/** For operators' commands: through the running site where one runs, else on one's own. */
export async function joinDatabase(config: Pick<Config, 'mongodbUrl' | 'dataDir'>): Promise<SiteDatabase> {
  const running = config.mongodbUrl ? null : runningMongoUrl(config.dataDir);
  const mongo = running && (await openMongo(running, { dbName: defaultName }).catch(() => null));
  return mongo ? { ...mongo, embedded: false } : openDatabase(config);
}
