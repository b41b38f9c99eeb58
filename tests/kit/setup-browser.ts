import { ensureBuilt } from '#api/cli/build.ts';
import { findBrowser } from './find-browser.ts';

/** The screens are tried on the built page, as visitors get it; a browser that is packed is unpacked once for all. */
export const setup = async (): Promise<void> => {
  await ensureBuilt();
  await findBrowser();
};
