/** The data folder without DATA_DIR, relative to the working directory. */
export const defaultDataDir = '.data';
