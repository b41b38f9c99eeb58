/** A read of a table: one row by its key, the rows with a value in a field, or all keys. */
export type EarlyRead =
  | [db: string, table: string, how: 'get', key: string]
  | [db: string, table: string, how: 'where', field: string, value: string]
  | [db: string, table: string, how: 'keys'];

/** A read and its result. */
export type EarlyRow = [EarlyRead, unknown];

/** Milliseconds after which the early rows are too old to be shown. */
const maxAgeMs = 10_000;

const nameOf = (read: EarlyRead): string => read.join(' ');

let rows: Map<string, unknown> | null = null;
const queries = new Map<string, Promise<unknown>>();
/** The warm starts that are pending; each is called to give up. */
const waiting = new Set<() => void>();
let onEnd = () => {};

function giveUpAll(): void {
  for (const giveUp of waiting) giveUp();
}

/** Starts the warm start: until it ends, reads are answered with these rows. The promise resolves when it ends. */
export function beginWarmStart(found: readonly EarlyRow[]): Promise<void> {
  rows = new Map(found.map(([read, row]) => [nameOf(read), row]));
  setTimeout(endWarmStart, maxAgeMs);
  return new Promise((resolve) => {
    onEnd = resolve;
  });
}

/**
 * Ends the warm start: from now on reads go to IndexedDB. Called when the first screen is shown or something is
 * written.
 */
export function endWarmStart(): void {
  rows = null;
  queries.clear();
  giveUpAll();
  onEnd();
}

/** The early result of a read; undefined when IndexedDB has to be asked. */
export function earlyRow(...read: EarlyRead): { found: unknown } | undefined {
  if (!rows) return undefined;
  const name = nameOf(read);
  if (rows.has(name)) return { found: rows.get(name) };
  // This read would have to wait for Dexie.
  giveUpAll();
  return undefined;
}

/**
 * Runs a query over the early rows. The promise gives undefined when a row that it needs was not read early.
 * @param key names the query and what it depends on
 * @returns undefined when the warm start has ended
 */
export function warmStart<T>(key: readonly unknown[], query: () => Promise<T>): Promise<T | undefined> | undefined {
  if (!rows) return undefined;
  const name = JSON.stringify(key);
  const known = queries.get(name) as Promise<T | undefined> | undefined;
  if (known !== undefined) return known;
  const started = new Promise<T | undefined>((resolve) => {
    const giveUp = () => settle(undefined);
    const settle = (found: T | undefined) => {
      waiting.delete(giveUp);
      resolve(found);
    };
    waiting.add(giveUp);
    query().then(settle, giveUp);
  });
  queries.set(name, started);
  return started;
}
