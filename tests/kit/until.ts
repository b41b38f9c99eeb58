const pause = 100;

/** Tries an assertion again until it holds, and returns what it gives; throws its last failure after `limit` milliseconds. */
export async function until<T>(assertion: () => Promise<T>, limit = 20_000): Promise<T> {
  const end = performance.now() + limit;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
