/** Where a site that is not told otherwise keeps what it writes, in the folder in which it was started. */
export const defaultDataDir = '.data';
