import { join } from 'node:path';
import type { Hono } from 'hono';
import type { Db } from 'mongodb';
import type { Now } from '#api/platform/clock.ts';
import type { Config } from '#api/platform/config.ts';
import type { Guards, Visitor } from '#api/platform/http/kit.ts';
import { IdempotencyStore } from '#api/platform/idempotency-store.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import { Limits } from '#api/platform/limits.ts';
import type { Log } from '#api/platform/logs.ts';
import { createMailer } from '#api/platform/mail.ts';
import { onWrites } from '#api/platform/mongo.ts';
import { removeOrphans } from '#api/platform/orphans.ts';
import { ResponseCache } from '#api/platform/response-cache.ts';
import { SiteMeta } from '#api/platform/site-meta.ts';
import { openStorage } from '#api/platform/storage/open.ts';

/** Writes to these collections do not clear the response cache: public responses show nothing of them. */
const unseen = new Set([
  ...['limits', 'receipts', 'sessions', 'tokens', 'challenges', 'mails', 'notes', 'photos', 'acts', 'alerts'],
  ...['leases', 'views', 'words', 'flags', 'flagCases'],
  ...['conversations', 'messages', 'correspondents', 'blocks', 'preferences'],
]);
/** Maximum age of cached responses in milliseconds, if this process is the only writer (`alone`) or not. */
const keptFor = { alone: 60_000, among: 4_000 } as const;

export interface InfrastructureDeps {
  config: Config;
  db: Db;
  /**
   * Whether this process is the only writer, so that work which was running at the last stop is not running any more.
   */
  ownDatabase: boolean;
  jobs: Jobs;
  now: Now;
  log: Log;
}

/** Opens the services that every module uses. */
export async function openInfrastructure({ config, db, ownDatabase, jobs, now, log }: InfrastructureDeps) {
  const answers = new ResponseCache({ now, longest: ownDatabase ? keptFor.alone : keptFor.among });
  onWrites(db, (collection) => {
    if (!unseen.has(collection)) answers.forget();
  });
  const limits = new Limits(db);
  const receipts = new IdempotencyStore(db, now);
  const mailer = createMailer({
    db,
    url: config.mailUrl,
    origin: config.publicOrigin,
    now,
    log,
    folder: join(config.dataDir, 'mails'),
  });
  const storage = await openStorage(config, log);
  const uploads = join(config.dataDir, 'uploads');
  /** @param age milliseconds for which a file may still be being written */
  const tidy = async (age: number): Promise<void> => {
    await removeOrphans(uploads, age);
    await storage.tidy(age);
  };
  return {
    config,
    db,
    jobs,
    now,
    log,
    answers,
    limits,
    receipts,
    mailer,
    storage,
    uploads,
    tidy,
    notes: new SiteMeta(db),
    indexed: [limits, receipts, mailer],
    /** Releases what was running when the site was stopped. */
    async release(): Promise<void> {
      if (!ownDatabase) return;
      await receipts.releaseAll();
      await tidy(0);
    },
  };
}
export type Infrastructure = Awaited<ReturnType<typeof openInfrastructure>>;

/** A feature's contribution to the site. */
export interface Module {
  /** Stores whose indexes are created before the first request. */
  indexed: readonly { createIndexes(): Promise<void> }[];
  /** Mounts its routes on the API. */
  mount(api: Hono<Visitor>, guards: Guards): void;
  /** Starts its background jobs. */
  begin(): void;
}

export const [minute, hour] = [60, 3600];
