/** Returns the item at `index`. Throws if the list has none there. */
export function itemAt<T>(list: readonly T[], index: number): T {
  if (!(index in list)) throw new RangeError(`no item at ${index} in a list of ${list.length}`);
  return list[index] as T;
}
