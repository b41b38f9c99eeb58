import { setTimeout as wait } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { CannotBackUp } from '#api/platform/backup-place.ts';
import type { BackupSetting } from '#api/platform/settings/backup-setting.ts';
import { toPlainAddress } from '#api/platform/storage/s3-address.ts';
import type { Manifest } from './backups.format.ts';
import type { BackupWork } from './backups.worker.ts';
import type { BackupJob } from './backups.write.ts';

/** Milliseconds in which a thread that was asked to stop may tidy up. */
const stopMs = 5_000;

type Outcome = { manifest: Manifest } | { error: string };

/**
 * Makes a backup in a thread of its own, since checking and compressing a database takes a processor for minutes.
 * @throws CannotBackUp
 */
export async function makeBackupInThread(
  to: BackupSetting['to'],
  job: BackupJob,
  signal: AbortSignal,
): Promise<Manifest> {
  signal.throwIfAborted();
  const workerData: BackupWork = { to: typeof to === 'string' ? to : toPlainAddress(to), job };
  const worker = new Worker(new URL('./backups.worker.ts', import.meta.url), { workerData });
  const stop = () => {
    worker.postMessage('stop');
    void wait(stopMs, undefined, { ref: false }).then(() => worker.terminate());
  };
  signal.addEventListener('abort', stop);
  try {
    const outcome = await new Promise<Outcome>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error) => reject(error));
      worker.once('exit', () => reject(new CannotBackUp('The thread that made the backup ended.')));
    });
    if ('error' in outcome) throw new CannotBackUp(outcome.error);
    return outcome.manifest;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
