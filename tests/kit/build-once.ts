import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { runFolder } from './setup-run.ts';

const pauseMs = 100;

/** Takes a lock, which is a folder; returns whether this process got it. */
const hasLocked = (lock: string): Promise<boolean> =>
  mkdir(lock).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false;
      throw error;
    },
  );

/**
 * A folder that is made once for all tests of a run, by the first process that asks; the others wait. Outside a run
 * each call makes one, in the temporary folder.
 * @param make fills the folder
 */
export async function buildOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const run = runFolder() ?? (await mkdtemp(join(tmpdir(), 'headbadge-made-')));
  const made = join(run, name);
  const lock = join(run, `${name}.lock`);
  while (!existsSync(made)) {
    if (!(await hasLocked(lock))) {
      await setTimeout(pauseMs);
      continue;
    }
    try {
      if (existsSync(made)) break;
      const folder = await mkdtemp(join(run, `${name}-`));
      await make(folder);
      await rename(folder, made);
    } finally {
      await rmdir(lock);
    }
  }
  return made;
}
