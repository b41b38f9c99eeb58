import type { DeviceTable } from '../storage/table.ts';
import { type EarlyRead, earlyRow, endWarmStart } from './warm-start.ts';

type Place = { db: string; table: string };

/**
 * A shelf that answers the page's first look with what was read while its scripts were on their way. Whatever is
 * written ends that.
 * @param from makes of what is kept what is written now
 */
export function warmTable<T>(shelf: DeviceTable<T>, { db, table }: Place, from: (kept: T) => T): DeviceTable<T> {
  const early = <R>(read: EarlyRead, make: (found: never) => R): Promise<R> | undefined => {
    const row = earlyRow(...read);
    return row && Promise.resolve(make(row.found as never));
  };
  const ending =
    <A extends unknown[], R>(work: (...given: A) => R) =>
    (...given: A): R => {
      endWarmStart();
      return work(...given);
    };
  return {
    ...shelf,
    get: (key) => early([db, table, 'get', key], (kept: T | undefined) => kept && from(kept)) ?? shelf.get(key),
    where: (field, value) =>
      early([db, table, 'where', field, value], (kept: T[]) => kept.map(from)) ?? shelf.where(field, value),
    keys: () => early([db, table, 'keys'], (kept: string[]) => kept) ?? shelf.keys(),
    put: ending(shelf.put),
    putAll: ending(shelf.putAll),
    remove: ending(shelf.remove),
    clear: ending(shelf.clear),
  };
}
