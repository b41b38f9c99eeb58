import { isAbsolute, resolve } from 'node:path';
import * as v from 'valibot';
import { isWithin } from '../folders.ts';
import { readS3Url, type S3Address } from '../storage/s3-address.ts';

export type BackupSetting = {
  /** A folder or a bucket. */
  to: string | S3Address;
  /** Seconds from one backup to the next. */
  every: number;
  /** How many are kept. */
  keep: number;
};

export const backupSettings = {
  BACKUP_TO: v.optional(
    v.pipe(
      v.string(),
      v.description(
        'backups by schedule: the full path of a folder that exists, outside of `DATA_DIR`, or `s3://…` as for photos',
      ),
    ),
  ),
  BACKUP_EVERY: v.optional(
    v.pipe(
      v.string(),
      v.description('minutes, hours or days from one backup to the next, such as `30m` or `12h`'),
      v.metadata({ default: '`1d`' }),
    ),
  ),
  BACKUP_KEEP: v.optional(
    v.pipe(v.string(), v.description('how many backups are kept'), v.metadata({ default: '`7`' })),
  ),
};

type Environment = Record<string, string | undefined>;

const seconds: Record<string, number> = { m: 60, h: 3600, d: 86_400 };
const minEvery = 60;
const maxEvery = 90 * 86_400;
const maxKept = 1000;

/** Reads `90m`, `12h` or `1d`. Returns seconds; null for anything else. */
function readSpan(text: string): number | null {
  const [, amount = '', unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  const span = Number(amount) * (seconds[unit] ?? 0);
  return span >= minEvery && span <= maxEvery ? span : null;
}

function readTarget(text: string, dataDir: string, env: Environment): string | S3Address | string[] {
  if (text.startsWith('s3:')) return readS3Url(text, env, 'BACKUP_TO');
  if (!isAbsolute(text)) return ['BACKUP_TO must be the full path of a folder, or like s3://KEY:SECRET@bucket/prefix.'];
  const folder = resolve(text);
  // A copy on the same disk, in the folder that may be lost, is none.
  return isWithin(folder, dataDir) ? ['BACKUP_TO must be outside of DATA_DIR, best on another disk.'] : folder;
}

/**
 * Reads `BACKUP_TO`, `BACKUP_EVERY` and `BACKUP_KEEP`.
 * @returns the setting, undefined without `BACKUP_TO`, or its faults
 */
export function readBackup(env: Environment, dataDir: string): BackupSetting | undefined | string[] {
  const { BACKUP_TO: text, BACKUP_EVERY: span = '1d', BACKUP_KEEP: count = '7' } = env;
  const faults: string[] = [];
  const every = readSpan(span);
  if (every === null) faults.push('BACKUP_EVERY must be minutes, hours or days, such as 30m, 12h or 1d.');
  const keep = /^\d{1,4}$/.test(count) ? Number(count) : 0;
  if (keep < 1 || keep > maxKept) faults.push(`BACKUP_KEEP must be a whole number from 1 to ${maxKept}.`);
  if (!text && (env.BACKUP_EVERY || env.BACKUP_KEEP)) faults.push('BACKUP_EVERY and BACKUP_KEEP need BACKUP_TO.');
  const to = text ? readTarget(text, dataDir, env) : undefined;
  if (Array.isArray(to)) faults.push(...to);
  if (faults.length > 0) return faults;
  return to === undefined || Array.isArray(to) || every === null ? undefined : { to, every, keep };
}

/** Names the place for operators, without keys. */
export const backupPlaceName = (to: BackupSetting['to']): string =>
  typeof to === 'string' ? to : `s3://${to.bucket}/${to.prefix}`;
