const again = 5_000;

/** Retries a dynamic import every five seconds until it succeeds, then calls `begin` with the module. */
export const retryImport = <Part>(fetched: () => Promise<Part>, begin: (part: Part) => unknown): Promise<unknown> =>
  fetched().then(begin, () => setTimeout(() => void retryImport(fetched, begin), again));
