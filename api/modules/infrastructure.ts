import { join } from 'node:path';
import type { Db } from 'mongodb';
import type { Now } from '#api/platform/clock.ts';
import { Events } from '#api/platform/events.ts';
import { IdempotencyAuthors } from '#api/platform/idempotency-authors.ts';
import { IdempotencyStore } from '#api/platform/idempotency-store.ts';
import type { Jobs } from '#api/platform/jobs.ts';
import { Limits } from '#api/platform/limits.ts';
import type { Log } from '#api/platform/logs.ts';
import { createMailer } from '#api/platform/mail/mail.ts';
import { onWrites } from '#api/platform/mongo.ts';
import { removeOrphans } from '#api/platform/orphans.ts';
import { ResponseCache } from '#api/platform/response-cache.ts';
import type { Config } from '#api/platform/settings/config.ts';
import { SiteSettings, siteCollection } from '#api/platform/settings/site-settings.ts';
import { SigningKeys } from '#api/platform/signing-keys.ts';
import { SiteMeta } from '#api/platform/site-meta.ts';
import { openStorage } from '#api/platform/storage/open.ts';
import { hour, type Module, type Modules, minute } from './module.ts';

/** Seconds after which what an operator has set elsewhere is known here. */
const siteRefreshSeconds = 2;

/** Maximum age of cached responses in milliseconds, if this process is the only writer (`alone`) or not (`shared`). */
const responseMaxAgeMs = { alone: 60_000, shared: 4_000 } as const;

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
  /** The keys of a site that others run, too; the first one signs if they are missing. */
  signingKeys?: SigningKeys;
}

/** Opens the services that every module uses. */
export async function infrastructureModule({
  config,
  db,
  ownDatabase,
  jobs,
  now,
  log,
  signingKeys = new SigningKeys(config.keys),
  modules,
}: InfrastructureDeps & { modules: Modules }) {
  const responseCache = new ResponseCache({
    now,
    maxAgeMs: ownDatabase ? responseMaxAgeMs.alone : responseMaxAgeMs.shared,
    dependencies: modules.cacheDependencies,
  });
  onWrites(db, (write) => {
    if (!modules.privateCollections.has(write.collection)) responseCache.invalidate(write);
  });
  const { emit } = new Events(modules.handlers);
  const site = new SiteSettings(db, now);
  const siteChange = { collection: siteCollection, valuesOf: () => null, changesCountersOnly: false };
  site.onChange(() => responseCache.invalidate(siteChange));
  site.onDropCaches(() => responseCache.clear());
  const limits = new Limits(db);
  const idempotency = new IdempotencyStore(db, now);
  const mailer = createMailer({
    db,
    url: config.mailUrl,
    tls: config.mailTls,
    origin: config.publicOrigin,
    site,
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
  const siteMeta = new SiteMeta(db);
  return {
    config,
    signingKeys,
    db,
    jobs,
    now,
    log,
    emit,
    responseCache,
    limits,
    idempotency,
    mailer,
    storage,
    uploads,
    site,
    siteMeta,
    stores: [limits, idempotency, mailer, siteMeta],
    privateCollections: ['limits', 'receipts', 'mails', 'mailTexts', 'notes', 'leases'],
    gauges: [
      {
        name: 'mails',
        help: 'Mails that wait to be sent, and that were given up in the last week.',
        label: 'state',
        read: () => mailer.queued(),
      },
      {
        name: 'response_cache_requests_total',
        help: 'Requests of cacheable responses, by whether one was cached.',
        label: 'outcome',
        isCounter: true,
        read: () => ({ hit: responseCache.stats.hits, miss: responseCache.stats.misses }),
      },
      { name: 'response_cache_entries', help: 'Cached responses.', read: () => responseCache.stats.entries },
      { name: 'response_cache_bytes', help: 'Bytes of cached responses.', read: () => responseCache.stats.bytes },
    ],
    denormalizedAuthors: [new IdempotencyAuthors(db)],
    erasers: [{ erase: ({ id }) => idempotency.eraseOf(id) }],
    /** Releases what was running when the site was stopped. */
    async catchUp(): Promise<void> {
      await site.read();
      if (!ownDatabase) return;
      await idempotency.releaseAll();
      await tidy(0);
    },
    handle(events) {
      for (const { what, ...ids } of events) log.debug({ effect: what, ...ids }, 'effect');
    },
    queues: [{ name: 'mails', length: async () => (await mailer.queued()).waiting }],
    schedule: [
      { name: 'settings of the site', every: siteRefreshSeconds, whileReadOnly: true, run: () => site.follow() },
      { name: 'mails', every: minute, run: (stopping) => mailer.sweep(stopping) },
      { name: 'unfinished files', every: hour, run: () => tidy(hour * 1000) },
    ],
    close: () => mailer.close(),
  } satisfies Module & Record<string, unknown>;
}
export type Infrastructure = Awaited<ReturnType<typeof infrastructureModule>>;
