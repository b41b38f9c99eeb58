import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { madeOnce } from './made-once.ts';

async function build(folder: string): Promise<void> {
  // In a process of its own: a test runner rewrites the code that a build puts into the page.
  const { VITEST: _, NODE_OPTIONS: __, ...env } = process.env;
  const command = [join(import.meta.dirname, 'development-page.child.ts'), folder];
  await promisify(execFile)(process.execPath, command, { env: { ...env, NODE_ENV: 'development' } });
}

/** Builds the page and its rendering with the React that complains, once for all tests of a run. Returns the folder. */
export const buildForDevelopment = (): Promise<string> => madeOnce('development-page', build);
