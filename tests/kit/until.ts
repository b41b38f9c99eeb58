const pause = 100;

/** Tries an assertion again until it holds; throws its last failure after `limit` milliseconds. */
export async function until(assertion: () => Promise<unknown>, limit = 10_000): Promise<void> {
  const end = performance.now() + limit;
  for (;;) {
    try {
      await assertion();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
