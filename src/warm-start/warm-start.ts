/** A read as a shelf knows it: of one row by its key, of the rows with a value in a field, or of all keys. */
export type EarlyRead =
  | [db: string, table: string, how: 'get', key: string]
  | [db: string, table: string, how: 'where', field: string, value: string]
  | [db: string, table: string, how: 'keys'];

/** A read, and what the device had for it. */
export type EarlyRow = [EarlyRead, unknown];

/** Milliseconds after which nothing that was read before the page began is what the device holds. */
const stale = 10_000;

const nameOf = (read: EarlyRead): string => read.join(' ');

let rows: Map<string, unknown> | null = null;
const looks = new Map<string, Promise<unknown>>();
/** Those who wait for a first look. */
const waiting = new Set<() => void>();
let over = () => {};

function goOnWithout(): void {
  for (const giveUp of waiting) giveUp();
}

/** The page's first look at this device is answered with these rows. Returns when it is over. */
export function beginWarmStart(found: readonly EarlyRow[]): Promise<void> {
  rows = new Map(found.map(([read, row]) => [nameOf(read), row]));
  setTimeout(endWarmStart, stale);
  return new Promise((resolve) => {
    over = resolve;
  });
}

/** From here on the device itself is asked: something is shown, or is being written. */
export function endWarmStart(): void {
  rows = null;
  looks.clear();
  goOnWithout();
  over();
}

/** What the device had for a read when the page began; undefined where it is asked itself. */
export function earlyRow(...read: EarlyRead): { found: unknown } | undefined {
  if (!rows) return undefined;
  const name = nameOf(read);
  if (rows.has(name)) return { found: rows.get(name) };
  // Whoever asked would wait for Dexie now.
  goOnWithout();
  return undefined;
}

/**
 * What a query over the local databases gives at the first look: undefined where that has to be read first.
 * @param key names the query and what it depends on
 * @returns undefined when the first look is over
 */
export function warmStart<T>(key: readonly unknown[], query: () => Promise<T>): Promise<T | undefined> | undefined {
  if (!rows) return undefined;
  const name = JSON.stringify(key);
  const known = looks.get(name) as Promise<T | undefined> | undefined;
  if (known !== undefined) return known;
  const look = new Promise<T | undefined>((resolve) => {
    const giveUp = () => settle(undefined);
    const settle = (found: T | undefined) => {
      waiting.delete(giveUp);
      resolve(found);
    };
    waiting.add(giveUp);
    query().then(settle, giveUp);
  });
  looks.set(name, look);
  return look;
}
