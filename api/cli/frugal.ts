import { lstatSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defaultDataDir } from '#api/platform/data-dir.ts';
import { writePrivately } from '#api/platform/privacy.ts';

/** Node lets garbage of 32 MB pile up before it looks at it; of ours 8 MB hold what dozens of answers leave behind. */
const youngLimit = '--max-semi-space-size=8';
/** Of what stayed longer it else waits for several times as much as is in use. */
const oldGrowth = '--heap-growing-percent=60';
/** The C library else keeps for each thread apart what that one once needed. */
const settings = { MALLOC_ARENA_MAX: '1' };
/** Rights of others to put something there. */
const othersWrite = 0o022;

/**
 * The folder for what Node compiled: the second start fills it, and from the third on no thread needs the compiler that
 * takes the types out, which stays in memory once it was needed.
 * @returns undefined where there is no data folder yet, or others could put there what this account would run
 */
function compiledIn(dataDir: string): string | undefined {
  const compiled = join(dataDir, 'compiled');
  const isOurs = ({ uid, mode }: Stats) => uid === process.getuid?.() && !(mode & othersWrite);
  try {
    const home = statSync(dataDir, { throwIfNoEntry: false });
    // A link there is not ours.
    const kept = lstatSync(compiled, { throwIfNoEntry: false });
    return home && isOurs(home) && (!kept || isOurs(kept)) ? compiled : undefined;
  } catch {
    // A folder that cannot be looked into is told by whoever reads the settings.
    return undefined;
  }
}

/**
 * Begins a program anew in this process, with what makes it take less memory and holds from a start only. Where an
 * operator chose otherwise, or the system cannot, nothing is done: then the program goes on as it was begun.
 */
export function beginFrugally(program: string): void {
  const { execArgv, execPath, env } = process;
  const isChosen = [...execArgv, env.NODE_OPTIONS].some((given) => given?.includes('semi-space-size'));
  // Whoever holds a channel to the process would lose it.
  if (isChosen || process.channel || process.platform === 'win32' || !process.execve) return;
  const compiled = env.NODE_COMPILE_CACHE || compiledIn(resolve(env.DATA_DIR || defaultDataDir));
  // Node makes that folder before anything of this program runs again.
  writePrivately();
  process.execve(execPath, [execPath, youngLimit, oldGrowth, ...execArgv, program], {
    ...settings,
    ...env,
    ...(compiled && { NODE_COMPILE_CACHE: compiled }),
  });
}
