import { statfs } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type { Db } from 'mongodb';
import type { Log } from './logs.ts';

const answerTimeoutMs = 2_000;
/** Minimum free bytes; the embedded database's write-ahead log alone may take a quarter of it. */
const minFreeBytes = 64 * 1024 * 1024;

interface Deps {
  db: Db;
  dataDir: string;
  log: Log;
  minFree?: number;
}

/** Whether a folder's disk is full. @param minFree minimum free bytes */
export async function isDiskFull(folder: string, minFree = minFreeBytes): Promise<boolean> {
  const found = await statfs(folder).catch(() => null);
  // Some file systems do not report their size.
  return found !== null && found.blocks > 0 && found.bavail * found.bsize < minFree;
}

/** Whether the site can serve: its database answers in time and there is disk space. Logs what is missing. */
export async function isReady({ db, dataDir, log, minFree }: Deps): Promise<boolean> {
  const ping = db.command({ ping: 1 }).then(
    () => true,
    () => false,
  );
  const [answers, isFull] = await Promise.all([
    Promise.race([ping, setTimeout(answerTimeoutMs, false, { ref: false })]),
    isDiskFull(dataDir, minFree),
  ]);
  if (answers && !isFull) return true;
  log.error({ event: 'site.not-ready', databaseAnswers: answers, diskIsFull: isFull }, 'the site is not ready');
  return false;
}
