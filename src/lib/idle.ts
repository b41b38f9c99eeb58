/** Milliseconds that a browser which never rests may put work off. */
const longest = 1_000;

/** Waits until the browser has nothing better to do. */
export const idle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no such callback.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: longest });
    else setTimeout(resolve, 50);
  });
