import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Builds the page and its drawing with the React that complains; returns the folder. */
export async function buildForDevelopment(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headbadge-development-'));
  // In a process of its own: a test runner rewrites the code that a build puts into the page.
  const { VITEST: _, NODE_OPTIONS: __, ...env } = process.env;
  const command = [join(import.meta.dirname, 'development-page.child.ts'), folder];
  await promisify(execFile)(process.execPath, command, { env: { ...env, NODE_ENV: 'development' } });
  return folder;
}
