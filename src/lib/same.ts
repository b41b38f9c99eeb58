type Plain = Record<string, unknown>;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Returns the key of a list item: its id, or its position if it has none. */
const keyOf = (item: unknown, place: number): unknown => (isPlain(item) && item.id) || place;

function sameItems(before: readonly unknown[], next: readonly unknown[]): readonly unknown[] {
  const known = new Map(before.map((item, place) => [keyOf(item, place), item]));
  // Duplicate keys: compare by position.
  const isUnique = known.size === before.length;
  const items = next.map((item, place) => same(isUnique ? known.get(keyOf(item, place)) : before[place], item));
  return items.length === before.length && items.every((item, place) => item === before[place]) ? before : items;
}

function sameFields(before: Plain, next: Plain): Plain {
  const names = Object.keys(next);
  const fields = Object.fromEntries(names.map((name) => [name, same(before[name], next[name])]));
  const unchanged = names.length === Object.keys(before).length && names.every((name) => fields[name] === before[name]);
  return unchanged ? before : fields;
}

/**
 * Returns `next` with every unchanged part replaced by the object from `before` (structural sharing), so that identity
 * comparison finds only what changed. Supports JSON data and sets of primitives.
 */
export function same<T>(before: unknown, next: T): T {
  if (Object.is(before, next)) return next;
  if (Array.isArray(before) && Array.isArray(next)) return sameItems(before, next) as T;
  if (isPlain(before) && isPlain(next)) return sameFields(before, next) as T;
  if (!(before instanceof Set && next instanceof Set) || before.size !== next.size) return next;
  return [...next].every((one) => before.has(one)) ? (before as T) : next;
}
