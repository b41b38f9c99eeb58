import { type EarlyRead, earlyRow, endWarmStart } from '#src/warm-start/warm-start.ts';
import type { DeviceTable } from './table.ts';

type TableRef = { db: string; table: string };

/**
 * Answers reads with the early rows while the warm start lasts. A write ends it.
 * @param from upgrades a stored row to the current shape
 */
export function warmTable<T>(
  deviceTable: DeviceTable<T>,
  { db, table }: TableRef,
  from: (stored: T) => T,
): DeviceTable<T> {
  const early = <R>(read: EarlyRead, make: (found: never) => R): Promise<R> | undefined => {
    const row = earlyRow(...read);
    return row && Promise.resolve(make(row.found as never));
  };
  const ending =
    <A extends unknown[], R>(work: (...args: A) => R) =>
    (...args: A): R => {
      endWarmStart();
      return work(...args);
    };
  return {
    ...deviceTable,
    get: (key) =>
      early([db, table, 'get', key], (stored: T | undefined) => stored && from(stored)) ?? deviceTable.get(key),
    where: (field, value) =>
      early([db, table, 'where', field, value], (stored: T[]) => stored.map(from)) ?? deviceTable.where(field, value),
    keys: () => early([db, table, 'keys'], (stored: string[]) => stored) ?? deviceTable.keys(),
    put: ending(deviceTable.put),
    putAll: ending(deviceTable.putAll),
    remove: ending(deviceTable.remove),
    clear: ending(deviceTable.clear),
  };
}
