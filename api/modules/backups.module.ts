import { BackupService } from '#api/features/backups/backups.service.ts';
import { BackupStore } from '#api/features/backups/backups.store.ts';
import { makeBackupInThread } from '#api/features/backups/backups.thread.ts';
import { Leases } from '#api/platform/leases.ts';
import { siteIdOf } from '#api/platform/site-identity.ts';
import { version } from '#api/version.ts';
import type { Infrastructure } from './infrastructure.ts';
import { type Module, minute } from './module.ts';

/** Backups by schedule. */
export function backupsModule({ db, config, siteMeta, now, log }: Infrastructure) {
  const { backup: setting, dataDir, mongodbUrl, storage } = config;
  const service =
    setting &&
    new BackupService({
      setting,
      state: new BackupStore(db),
      leases: new Leases(db, now),
      make: async (at, signal) => {
        const { to, keep } = setting;
        const site = await siteIdOf(siteMeta);
        const job = { dataDir, mongodbUrl, hasPhotos: !storage, keep, version, site, at };
        return makeBackupInThread(to, job, signal);
      },
      now,
      log,
    });
  return {
    service,
    /** Null if no backups are set up. */
    state: async () => (await service?.read()) ?? null,
    privateCollections: ['backups'],
    schedule: service
      ? [{ name: 'backup', every: minute, whileReadOnly: true, run: (stopping) => service.runIfDue(stopping) }]
      : [],
  } satisfies Module & Record<string, unknown>;
}
export type BackupsModule = ReturnType<typeof backupsModule>;
