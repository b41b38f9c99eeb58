import { ensureBuilt } from '#api/cli/build.ts';

/** The screens are tried on the built page, as visitors get it. */
export const setup = async (): Promise<void> => {
  await ensureBuilt();
};
