const pauseMs = 100;

/**
 * Retries an assertion until it succeeds, and returns its result. Throws the last failure after `limit` milliseconds.
 */
export async function until<T>(assertion: () => Promise<T>, limit = 60_000): Promise<T> {
  const end = performance.now() + limit;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
