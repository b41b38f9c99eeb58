import { lstatSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writePrivately } from '#api/platform/privacy.ts';
import { createFolder, defaultDataDir } from '#api/platform/settings/data-dir.ts';

/**
 * Semi-space limit in MB. Node's default of 32 lets too much garbage pile up; with 8 MB the garbage of concurrent renders
 * survives into the old generation.
 */
const youngLimit = '--max-semi-space-size=16';
/** Collects the old generation after 70 percent growth; by default Node waits for several times the size in use. */
const oldGrowth = '--heap-growing-percent=70';
/**
 * One malloc arena: by default the C library keeps freed memory for each thread separately. Blocks from 64 kB, as pages
 * and compression have them, are mapped, so that they return to the system: under load the C library would keep 100 MB.
 */
const settings = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '65536' };
/** Write permission of group and others. */
const othersWrite = 0o022;

/**
 * The folder of Node's compile cache. The first start fills it; from the second on no thread loads the compiler that
 * strips types, which stays in memory once loaded.
 * @returns undefined if there can be no data folder, or if others could write code there that this account would run
 */
function compiledIn(dataDir: string): string | undefined {
  const compiled = join(dataDir, 'compiled');
  const isOurs = ({ uid, mode }: Stats) => uid === process.getuid?.() && !(mode & othersWrite);
  try {
    createFolder(dataDir);
    const home = statSync(dataDir);
    // lstat, because a link there is not ours.
    const cache = lstatSync(compiled, { throwIfNoEntry: false });
    return isOurs(home) && (!cache || isOurs(cache)) ? compiled : undefined;
  } catch {
    // A missing or unreadable folder is reported when the settings are read.
    return undefined;
  }
}

/**
 * Replaces this process (execve) by the same program with options for less memory, which only take effect at a start.
 * Does nothing if the operator chose otherwise or the system cannot.
 */
export function beginFrugally(program: string): void {
  const { execArgv, execPath, env } = process;
  const isChosen = [...execArgv, env.NODE_OPTIONS].some((options) => options?.includes('semi-space-size'));
  // An IPC channel would not survive the execve.
  if (isChosen || process.channel || process.platform === 'win32' || !process.execve) return;
  const compiled = env.NODE_COMPILE_CACHE || compiledIn(resolve(env.DATA_DIR || defaultDataDir));
  // Node creates that folder before this program runs again, so the umask must be set now.
  writePrivately();
  process.execve(execPath, [execPath, youngLimit, oldGrowth, ...execArgv, program], {
    ...settings,
    ...env,
    ...(compiled && { NODE_COMPILE_CACHE: compiled }),
  });
}
