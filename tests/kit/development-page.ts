import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildOnce } from './build-once.ts';

async function build(folder: string): Promise<void> {
  // In a separate process: the test runner would transform the code of the build.
  const { VITEST: _, NODE_OPTIONS: __, ...env } = process.env;
  const command = [join(import.meta.dirname, 'development-page.child.ts'), folder];
  await promisify(execFile)(process.execPath, command, { env: { ...env, NODE_ENV: 'development' } });
}

/** Builds the page and the server renderer with React's development build, once in a run. Returns the folder. */
export const buildForDevelopment = (): Promise<string> => buildOnce('development-page', build);
