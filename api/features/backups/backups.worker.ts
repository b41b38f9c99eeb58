import { parentPort, workerData } from 'node:worker_threads';
import { openBackupPlace } from '#api/platform/backup-place.ts';
import { fromPlainAddress, type PlainS3Address } from '#api/platform/storage/s3-address.ts';
import { type BackupJob, makeBackup } from './backups.write.ts';

/** The thread's input. */
export type BackupWork = { to: string | PlainS3Address; job: BackupJob };

const { to, job } = workerData as BackupWork;
const stopping = new AbortController();
// Any message means to stop.
parentPort?.once('message', () => stopping.abort(new Error('The backup was stopped.')));

const place = openBackupPlace(typeof to === 'string' ? to : fromPlainAddress(to));
const outcome = await makeBackup(place, job, stopping.signal).then(
  (manifest) => ({ manifest }),
  (error: Error) => ({ error: error.message }),
);
parentPort?.postMessage(outcome);
parentPort?.close();
