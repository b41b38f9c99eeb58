/** Whether a value is a plain object, of any VM context. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const parent: unknown = Object.getPrototypeOf(value);
  return parent === null || Object.getPrototypeOf(parent) === null;
}

/** Copies data of another VM context into objects and arrays of this one. */
export function adopt(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from(value, adopt);
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, adopt(one)]));
}
