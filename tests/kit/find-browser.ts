import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];

export type FoundBrowser = {
  path: string;
  /** A cut-down Chromium has no Background Sync. */
  full: boolean;
  env: Record<string, string>;
};

/** The browser that the tests drive: `CHROMIUM`, else an installed one, else the one that comes as a package. */
export async function findBrowser(): Promise<FoundBrowser> {
  const path = process.env.CHROMIUM ?? installed.find((one) => existsSync(one));
  if (path) return { path, full: !path.includes('headless'), env: {} };
  return packagedBrowser();
}

async function packagedBrowser(): Promise<FoundBrowser> {
  // Set before the import: it makes the package unpack the libraries that a bare machine lacks.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  await mkdir(tmpdir(), { recursive: true });
  const { default: chromium } = await import('@sparticuz/chromium');
  const path = await chromium.executablePath();
  const libraries = [join(tmpdir(), 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return { path, full: false, env: { LD_LIBRARY_PATH: libraries } };
}
