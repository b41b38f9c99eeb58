const dayMs = 86_400_000;

/**
 * Days back from the end within which rows are looked for, each if the ones before have too few. With many keys the first
 * has enough, and with few the last is small.
 */
const windows = [7, 60, Number.POSITIVE_INFINITY];

/**
 * Reads the latest rows of many keys. An index has them in order for each key only, so that all rows in the range are
 * sorted: it begins with a small one.
 * @param range times in milliseconds: the end, and the beginning before which nothing is read
 * @param read the rows from a time on, at most `limit`
 */
export async function latestRows<Row>(
  { from, to }: { from: number; to: number },
  limit: number,
  read: (from: Date) => Promise<Row[]>,
): Promise<Row[]> {
  for (const days of windows) {
    const begin = Math.max(from, to - days * dayMs);
    const rows = await read(new Date(begin));
    if (rows.length >= limit || begin === from) return rows;
  }
  return [];
}
