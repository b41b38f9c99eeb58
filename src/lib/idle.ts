/** Milliseconds after which a busy browser resolves anyway. */
const maxWaitMs = 1_000;

/** Resolves when the browser is idle. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari lacks `requestIdleCallback`.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
    else setTimeout(resolve, 50);
  });
