/** Milliseconds. */
const again = 5_000;

/**
 * Begins what is no part of the first load and has to come all the same: it is fetched until it is here.
 * @param fetched imports it
 */
export const retryImport = <Part>(fetched: () => Promise<Part>, begin: (part: Part) => unknown): Promise<unknown> =>
  fetched().then(begin, () => setTimeout(() => void retryImport(fetched, begin), again));
