const retryMs = 5_000;

/**
 * Retries a dynamic import every five seconds until it succeeds, then calls `onLoaded` with the module. Firefox repeats
 * the first failure until the page is loaded again.
 */
export const retryImport = <Module>(
  load: () => Promise<Module>,
  onLoaded: (module: Module) => unknown,
): Promise<unknown> => load().then(onLoaded, () => setTimeout(() => void retryImport(load, onLoaded), retryMs));
