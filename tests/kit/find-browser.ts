import { access, constants, writeFile } from 'node:fs/promises';
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
  /** Whether it is the one that comes as a package. */
  isPackaged: boolean;
  /** What the browser's process needs beside our own environment. */
  env: Record<string, string>;
};

/** What `CHROMIUM` says where the packaged browser is wanted although one is installed. */
export const packaged = 'packaged';

/** The browser that the tests drive: `CHROMIUM`, else an installed one, else the one that comes as a package. */
export async function findBrowser(): Promise<FoundBrowser> {
  const path = process.env.CHROMIUM || (await installedBrowser());
  if (!path || path === packaged) return packagedBrowser();
  return { path, full: !path.includes('headless'), isPackaged: false, env: {} };
}

/** A browser of this machine, if there is one. */
async function installedBrowser(): Promise<string | undefined> {
  for (const path of installed) {
    const works = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (works) return path;
  }
}

async function packagedBrowser(): Promise<FoundBrowser> {
  const { AWS_EXECUTION_ENV, FONTCONFIG_PATH, HOME, LD_LIBRARY_PATH } = process.env;
  // Set before the import: it makes the package unpack the libraries that a bare machine lacks.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const path = await chromium.executablePath();
  // The package sets these for its whole process; they are the browser's alone.
  restore({ AWS_EXECUTION_ENV, FONTCONFIG_PATH, HOME, LD_LIBRARY_PATH });
  const libraries = [join(tmpdir(), 'al2023', 'lib'), LD_LIBRARY_PATH].filter(Boolean).join(':');
  return {
    path,
    full: false,
    isPackaged: true,
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: await fontsFile() },
  };
}

/** The package's own file knows its fonts in `/tmp` only; without a font no word is visible. */
async function fontsFile(): Promise<string> {
  const file = join(tmpdir(), 'fonts.conf');
  const [fonts, cache] = ['fonts', 'fonts-cache'].map((name) => join(tmpdir(), name));
  await writeFile(file, `<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>\n`);
  return file;
}

function restore(values: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
