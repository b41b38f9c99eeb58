import { ensureBuilt } from '#api/cli/build.ts';
import { findBrowser } from './find-browser.ts';

/** Screens are tested on the production build. A packaged browser is unpacked once for all tests. */
export const setup = async (): Promise<void> => {
  await ensureBuilt();
  await findBrowser();
};
