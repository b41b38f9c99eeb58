import { statfs } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';
import { type Check, type Finding, fault, ok, warning } from './finding.ts';

const MB = 1024 * 1024;
/** Below this much the site is not ready, see platform/readiness.ts. */
const fullMB = 64;
const lowDiskMB = 1024;
/** Measured: a process under a mixed load has up to 433 MB, and decoding a photo of 48 megapixels takes 680 MB more. */
const [siteMB, photoMB] = [433, 680];
const lowAvailableMB = 256;
const minFreeInodes = 0.05;

export const inWords = (mb: number): string => (mb < 1024 ? `${Math.floor(mb)} MB` : `${(mb / 1024).toFixed(1)} GB`);

type Space = { blocks: number; bavail: number; bsize: number; files: number; ffree: number };

export function diskFinding(folder: string, { blocks, bavail, bsize, files, ffree }: Space): Finding {
  const fix = 'Free some space: old backups, "before-restore" folders, mails. Or move DATA_DIR to a larger disk.';
  // Some file systems do not report their size.
  if (blocks === 0) return ok(`The file system of ${folder} does not say how much is free.`);
  const free = (bavail * bsize) / MB;
  if (free < fullMB)
    return fault(`The disk of ${folder} is full: ${inWords(free)} are left, and the site is not ready.`, fix);
  if (files > 0 && ffree / files < minFreeInodes)
    return warning(`The disk of ${folder} can hold few more files: ${ffree} of ${files} inodes are free.`, fix);
  if (free < lowDiskMB) return warning(`The disk of ${folder} has ${inWords(free)} left.`, fix);
  return ok(`${inWords(free)} are free in ${folder}.`);
}

/** @param limit megabytes that all processes here may use */
export function memoryFinding(limit: number, available: number): Finding {
  const fix = 'Give the machine or container more memory, or lower what else runs on it.';
  if (limit < siteMB) return fault(`There are ${inWords(limit)}, and the site alone takes up to ${siteMB} MB.`, fix);
  if (limit < siteMB + photoMB) {
    const found = `There are ${inWords(limit)}. The site takes up to ${siteMB} MB, and a photo of 48 megapixels ${photoMB} MB more for some seconds: the system could end one of them.`;
    return warning(found, fix);
  }
  if (available < lowAvailableMB) return warning(`Only ${inWords(available)} of ${inWords(limit)} are free.`, fix);
  return ok(`${inWords(available)} of ${inWords(limit)} are free.`);
}

export const disk: Check = {
  name: 'Disk',
  async run({ config }) {
    let folder = config.dataDir;
    for (;;) {
      const space = await statfs(folder).catch(() => null);
      if (space) return [diskFinding(folder, space)];
      if (dirname(folder) === folder) return [];
      folder = dirname(folder);
    }
  },
};

export const memory: Check = {
  name: 'Memory',
  async run() {
    const limit = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
    return [memoryFinding(limit / MB, process.availableMemory() / MB)];
  },
};
