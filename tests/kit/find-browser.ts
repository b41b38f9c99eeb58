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
  /** False for a cut-down Chromium, which has no Background Sync. */
  full: boolean;
  /** Whether the browser comes from an npm package. */
  isPackaged: boolean;
  /** Additional environment of the browser's process. */
  env: Record<string, string>;
};

/** Value of `CHROMIUM` that selects the packaged browser although another is installed. */
export const packaged = 'packaged';

/** Finds the browser for the tests: `CHROMIUM`, else an installed one, else the packaged one. */
export async function findBrowser(): Promise<FoundBrowser> {
  const path = process.env.CHROMIUM || (await installedBrowser());
  if (!path || path === packaged) return packagedBrowser();
  return { path, full: !path.includes('headless'), isPackaged: false, env: {} };
}

/** Returns a browser installed on this machine, if any. */
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
  // Set before the import, so that the package unpacks libraries that a bare machine lacks.
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x';
  const { default: chromium } = await import('@sparticuz/chromium');
  const path = await chromium.executablePath();
  // The package sets these for this process, but only the browser needs them.
  restore({ AWS_EXECUTION_ENV, FONTCONFIG_PATH, HOME, LD_LIBRARY_PATH });
  const libraries = [join(tmpdir(), 'al2023', 'lib'), LD_LIBRARY_PATH].filter(Boolean).join(':');
  return {
    path,
    full: false,
    isPackaged: true,
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_FILE: await fontsFile() },
  };
}

/**
 * Writes a font configuration: the package's own finds its fonts in `/tmp` only, and without fonts no text is visible.
 */
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
