import { access, constants } from 'node:fs/promises';
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
  /** What the browser's process needs beside our own environment. */
  env: Record<string, string>;
};

/** The browser that the tests drive: `CHROMIUM`, else an installed one, else the one that comes as a package. */
export async function findBrowser(): Promise<FoundBrowser> {
  const path = process.env.CHROMIUM ?? (await firstExecutable());
  if (!path || path === packagedPath()) return packagedBrowser();
  return { path, full: !path.includes('headless'), env: {} };
}

async function firstExecutable(): Promise<string | undefined> {
  for (const path of installed) {
    const works = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (works) return path;
  }
}

/** Where the package unpacks its headless shell. */
const packagedPath = () => join(tmpdir(), 'chromium');

async function packagedBrowser(): Promise<FoundBrowser> {
  const { AWS_EXECUTION_ENV, FONTCONFIG_PATH, HOME, LD_LIBRARY_PATH } = process.env;
  // Set before the import: it makes the package unpack the libraries that a bare machine lacks.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const path = await chromium.executablePath();
  // The package sets these for its whole process; they are the browser's alone.
  restore({ AWS_EXECUTION_ENV, FONTCONFIG_PATH, HOME, LD_LIBRARY_PATH });
  const libraries = [join(tmpdir(), 'al2023', 'lib'), LD_LIBRARY_PATH].filter(Boolean).join(':');
  const fonts = FONTCONFIG_PATH ?? join(tmpdir(), 'fonts');
  return { path, full: false, env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: fonts } };
}

function restore(values: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
