import { join } from 'node:path';
import { mailboxCode } from '#api/platform/mail/mailbox.ts';
import { type Config, createDataDir } from '#api/platform/settings/config.ts';
import { mailboxPage } from '#contract/pages.ts';
import { createApp } from './app.ts';
import { openDatabase } from './database.ts';
import type { Now } from './platform/clock.ts';
import { Jobs } from './platform/jobs.ts';
import { heartbeatSeconds, KeyRotation } from './platform/key-rotation.ts';
import { listen } from './platform/listen.ts';
import type { Log } from './platform/logs.ts';
import type { Passwords } from './platform/passwords.ts';
import { narrowRights } from './platform/privacy.ts';
import { isDiskFull } from './platform/readiness.ts';
import { SigningKeys } from './platform/signing-keys.ts';
import { assertSameSite } from './platform/site-identity.ts';
import { SiteMeta } from './platform/site-meta.ts';
import { openStorage } from './platform/storage/open.ts';

type Options = {
  log: Log;
  now?: Now;
  /** The folder of the built page. */
  page?: string;
  /** Cheaper hashing, for tests only. */
  passwords?: Passwords;
  /** Opens another database than that of the settings, for tests only. */
  open?: typeof openDatabase;
};

export type Server = {
  /** The URL that it is reached at. */
  url: string;
  /** The URL that opens the mailbox; null if there is none. */
  mailbox: string | null;
  /** Lets running requests end, then closes everything else. */
  close(): Promise<void>;
};

/**
 * Starts the site: the database, the app, the listener and the background jobs.
 * @throws CannotOpen, CannotListen, CannotStore, ConfigError
 */
export async function startServer(config: Config, options: Options): Promise<Server> {
  const { log, now = () => new Date(), page = join(import.meta.dirname, '../dist'), passwords } = options;
  const { open = openDatabase } = options;
  createDataDir(config.dataDir);
  await narrowRights(config.dataDir);
  const database = await open(config, { isObserved: config.metrics !== null || config.traces !== null });
  const undo: (() => Promise<unknown>)[] = [database.close];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    await assertSameSite({ siteMeta: new SiteMeta(database.db), storage: await openStorage(config, log), config });
    const jobs = new Jobs(log);
    const signingKeys = new SigningKeys(config.keys);
    const rotation = new KeyRotation({ db: database.db, keys: signingKeys, dataDir: config.dataDir, now, log });
    await rotation.join();
    undo.push(() => rotation.leave());
    jobs.every(heartbeatSeconds, 'keys', () => rotation.follow());
    const {
      app,
      demo,
      metricsApart,
      close: closeApp,
    } = await createApp({
      config,
      db: database.db,
      ownDatabase: database.embedded,
      page,
      jobs,
      now,
      log,
      signingKeys,
      ...(passwords && { passwords }),
    });
    undo.push(closeApp, () => jobs.stop());
    if (config.demo && database.embedded) {
      const bikes = await demo.seed(now());
      if (bikes)
        log.info(
          `An empty site: filled with ${bikes.length} sample bikes. DEMO=off starts without them, "npm run demo:remove" takes them away.`,
        );
    }
    if (await isDiskFull(config.dataDir)) {
      log.error(`The disk of ${config.dataDir} is full. Visitors can read, but nothing can be saved. Free some space.`);
    }
    if (config.production && config.mailUrl === 'file:') {
      log.warn('MAIL_URL is not set: mails are only written to files, nobody receives them.');
    }
    if (config.production && !config.operatorEmail) {
      log.warn('OPERATOR_EMAIL is not set: messages from the contact page go to operator@ this host, read or not.');
    }
    if (metricsApart) {
      const scraped = await listen(metricsApart.app, metricsApart.host, metricsApart.port, 'METRICS_');
      undo.push(() => scraped.close());
    }
    const listening = await listen(app, config.host, config.port);
    undo.push(() => listening.close());
    const url = config.port === 0 ? `http://localhost:${listening.port}` : config.publicOrigin;
    const mailbox = config.mailbox ? `${url}${mailboxPage()}?code=${mailboxCode(signingKeys.secrets[0] ?? '')}` : null;
    return { url, mailbox, close };
  } catch (error) {
    await close();
    throw error;
  }
}
