import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folder for what a run makes once for all its tests; undefined outside a run. */
export const runFolder = (): string | undefined => process.env.TEST_RUN_FOLDER;

/** Creates a folder for the whole run. Later processes reuse its compile cache. */
export const setup = async (): Promise<(() => Promise<void>) | undefined> => {
  if (runFolder()) return;
  const folder = await mkdtemp(join(tmpdir(), 'headbadge-run-'));
  process.env.TEST_RUN_FOLDER = folder;
  process.env.NODE_COMPILE_CACHE = join(folder, 'compiled');
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
};
