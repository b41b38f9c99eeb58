import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where a run keeps what is made once for all its tests; undefined outside of one. */
export const runFolder = (): string | undefined => process.env.TEST_RUN_FOLDER;

/** A folder of the whole run's. Each process of it that starts later reads there what an earlier one has compiled. */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (runFolder()) return;
  const folder = await mkdtemp(join(tmpdir(), 'headbadge-run-'));
  process.env.TEST_RUN_FOLDER = folder;
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
};
