import { access, constants, mkdir, readdir, readFile, realpath, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listBackups } from '#api/features/backups/backups.format.ts';
import { BackupService } from '#api/features/backups/backups.service.ts';
import { BackupStore } from '#api/features/backups/backups.store.ts';
import { type BackupPlace, openBackupPlace } from '#api/platform/backup-place.ts';
import { isWithin } from '#api/platform/folders.ts';
import { Leases } from '#api/platform/leases.ts';
import { createLog } from '#api/platform/logs.ts';
import type { BackupSetting } from '#api/platform/settings/backup-setting.ts';
import type { BackupState } from '#contract/backups.ts';
import { newId } from '#contract/ids.ts';
import { probeBytes, tryBucket } from './bucket.ts';
import { type Check, type Deployment, type Finding, fault, messageOf, ok, warning } from './finding.ts';
import { inWords } from './machine.ts';

/** Milliseconds after its time until a backup is late: after a failure the site waits up to an hour. */
const lateMs = 2 * 3_600_000;
const MB = 1024 * 1024;

export const backups: Check = {
  name: 'Backups',
  async run(deployment) {
    const { backup, secure } = deployment.config;
    if (!backup) {
      const found = 'None are made by schedule, because BACKUP_TO is not set.';
      if (!secure) return [ok(found)];
      return [warning(found, 'Set BACKUP_TO, or let a timer run "npm run db -- backup". api/README.md tells how.')];
    }
    const tried =
      typeof backup.to === 'string'
        ? await folderFindings(backup.to, deployment)
        : await tryBucket({
            address: backup.to,
            setting: 'BACKUP_TO',
            harm: 'a backup has all messages and addresses',
          });
    const state = await stateOf(backup, deployment);
    const found = state ? stateFindings(state, new Date()) : [];
    if (tried.some((one) => one.state === 'fault')) return [...tried, ...found];
    return [
      ...tried,
      ...found,
      ...(await missingFindings(openBackupPlace(backup.to), state)),
      ...(await spaceFindings(backup.to, state, deployment)),
    ];
  },
};

/** The site's own notes about its backups; null if there is no database. */
async function stateOf(setting: BackupSetting, { database }: Deployment): Promise<BackupState | null> {
  if (!database) return null;
  const now = () => new Date();
  const service = new BackupService({
    setting,
    state: new BackupStore(database.db),
    leases: new Leases(database.db, now),
    make: () => Promise.reject(new Error('The doctor makes no backups.')),
    now,
    log: createLog({ level: 'silent' }),
  });
  return service.read();
}

function inTime(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  return minutes < 2880 ? `${Math.round(minutes / 60)} hours` : `${Math.round(minutes / 1440)} days`;
}

/** Judges the last backup, and the last failure. */
export function stateFindings({ every, last, failure, runningSince }: BackupState, now: Date): Finding[] {
  const since = (time: string) => now.getTime() - Date.parse(time);
  const findings: Finding[] = [];
  if (failure) {
    const whole = last ? `The last complete one is ${inTime(since(last.at))} old.` : 'There is no complete one.';
    findings.push(
      fault(
        `A backup failed ${inTime(since(failure.at))} ago: ${messageOf(failure.message)}. ${whole}`,
        'Mend what it says. The site tries again within an hour, and at /moderation/overview you can begin one at once.',
      ),
    );
  }
  const running = runningSince ? ` One is being made for ${inTime(since(runningSince))}.` : '';
  if (!last) {
    if (failure) return findings;
    const found = `None has been made yet.${running}`;
    return [running ? ok(found) : warning(found, 'Start the site with BACKUP_TO: it makes the first one at once.')];
  }
  const schedule = `BACKUP_EVERY asks for one every ${inTime(every * 1000)}`;
  if (since(last.at) > every * 1000 + lateMs && !running) {
    const found = `The last backup is ${inTime(since(last.at))} old, but ${schedule}.`;
    findings.push(fault(found, 'Start the site with BACKUP_TO, and see its log for "backup".'));
  } else if (!failure)
    findings.push(ok(`The last backup is ${inTime(since(last.at))} old, and ${schedule}.${running}`));
  return findings;
}

/** Whether the last backup is still there. */
async function missingFindings(place: BackupPlace, state: BackupState | null): Promise<Finding[]> {
  if (!state?.last) return [];
  const { name } = state.last;
  const complete = (await listBackups(place)).filter((one) => one.complete).map((one) => one.name);
  if (complete.includes(name)) return [ok(`${complete.length} complete backups are in ${state.place}.`)];
  const others = complete.length > 0 ? ` The latest one there is ${complete[0]}.` : ' There is none.';
  return [
    fault(
      `The last backup, ${name}, is not in ${state.place}.${others}`,
      'Find out who deleted it. If you have just changed BACKUP_TO, begin a backup at /moderation/overview.',
    ),
  ];
}

/** Tries a folder, and leaves nothing there. */
async function folderFindings(folder: string, { config, isForeign }: Deployment): Promise<Finding[]> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    if (found.code !== 'ENOENT') return [cannotWrite(folder, found)];
    const fix = "Mount its disk, or create it for the site's account. The site does not, since a disk may be missing.";
    return [fault(`There is no folder ${folder}.`, fix)];
  }
  if (!found.isDirectory()) return [fault(`${folder} is no folder.`, 'Correct BACKUP_TO.')];
  const findings: Finding[] = [];
  const near = await nearFinding(folder, found.dev, config.dataDir);
  if (near) findings.push(near);
  // Another account's rights say nothing.
  if (isForeign) return findings;
  const probe = join(folder, `doctor-${newId()}`);
  try {
    const names = await readdir(folder);
    for (const name of ['backups', 'photos', 'unfinished'])
      if (names.includes(name)) await access(join(folder, name), constants.R_OK | constants.W_OK | constants.X_OK);
    await mkdir(probe);
    await writeFile(join(probe, 'probe'), probeBytes, { flush: true });
    const read = await readFile(join(probe, 'probe'));
    const listed = await readdir(folder);
    await rm(probe, { recursive: true });
    if (!read.equals(probeBytes) || !listed.includes(probe.slice(folder.length + 1)))
      return [fault(`${folder} does not return what was written.`, 'Use another disk for BACKUP_TO.'), ...findings];
    return [ok(`A file was written, read, listed and deleted in ${folder}.`), ...findings];
  } catch (error) {
    await rm(probe, { recursive: true, force: true }).catch(() => undefined);
    return [cannotWrite(folder, error as NodeJS.ErrnoException), ...findings];
  }
}

function cannotWrite(folder: string, error: NodeJS.ErrnoException): Finding {
  const found = `Backups cannot be stored: ${messageOf(error)}.`;
  if (error.code === 'ENOSPC') return fault(found, `Free space on the disk of ${folder}, or lower BACKUP_KEEP.`);
  if (error.code === 'EROFS')
    return fault(
      found,
      `Mount it for writing. In a systemd unit: "ReadWritePaths=${folder}". In a container: a volume.`,
    );
  return fault(found, `Let the account of the site write there: "chown -R headbadge ${folder}", or as it is called.`);
}

/** Whether the backups would be lost together with the data. */
async function nearFinding(folder: string, device: number, dataDir: string): Promise<Finding | null> {
  const data = await stat(dataDir).catch(() => null);
  if (!data) return null;
  const fix = 'Mount another disk there, or set BACKUP_TO to a bucket.';
  if (isWithin(await realpath(folder), await realpath(dataDir)))
    return warning(`${folder} is within DATA_DIR: whoever loses the one loses the other.`, fix);
  if (data.dev !== device) return null;
  return warning(`${folder} is on the same disk as DATA_DIR: one broken disk takes both.`, fix);
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0;
const freeIn = async (path: string): Promise<number | null> => {
  const found = await statfs(path).catch(() => null);
  // Some file systems do not report their size.
  return found && found.blocks > 0 ? found.bavail * found.bsize : null;
};

/** Whether the next backup has room, and the copy of the database that it begins with. A bucket does not tell its own. */
async function spaceFindings(
  to: BackupSetting['to'],
  state: BackupState | null,
  { config: { dataDir, mongodbUrl } }: Deployment,
): Promise<Finding[]> {
  const copied = mongodbUrl
    ? 0
    : (await sizeOf(join(dataDir, 'data.db'))) + (await sizeOf(join(dataDir, 'data.db-wal')));
  const places: [string, string, number | null, number][] = [
    ['DATA_DIR', 'first copies the database there and', await freeIn(dataDir), copied],
  ];
  if (typeof to === 'string') places.push([to, '', await freeIn(to), state?.last?.bytes ?? copied]);
  return places.flatMap(([where, what, free, bytes]) => spaceFinding(where, what, free, bytes));
}

export function spaceFinding(where: string, what: string, free: number | null, bytes: number): Finding[] {
  if (free === null || bytes === 0 || free > 2 * bytes) return [];
  const found = `The disk of ${where} has ${inWords(free / MB)} left, and the next backup ${what} takes about ${inWords(bytes / MB)}.`;
  const fix = 'Free space there, or lower BACKUP_KEEP.';
  return [free < bytes ? fault(found.replace(/ {2,}/g, ' '), fix) : warning(found.replace(/ {2,}/g, ' '), fix)];
}
