import { type Document, plain } from '../bson/codec.ts';
import { badValue, failedToParse } from '../bson/errors.ts';
import { encodeName, entriesOf, written } from '../bson/names.ts';
import { isDocument } from '../bson/values.ts';
import { compile } from '../query/match.ts';
import type { Test } from '../query/paths.ts';
import { get, set } from './paths.ts';

export type ArrayFilters = ReadonlyMap<string, Test>;

/** Lists the first parts of a filter's paths. */
function names(filter: Document): string[] {
  return entriesOf(filter).flatMap(([key, operand]) =>
    key.startsWith('$') && Array.isArray(operand)
      ? operand.filter(isDocument).flatMap(names)
      : [key.split('.')[0] ?? ''],
  );
}

/** Compiles `arrayFilters`. Throws FailedToParse for filters that no path uses. */
export function arrayFilters(filters: readonly Document[], paths: readonly (readonly string[])[]): ArrayFilters {
  const out = new Map<string, Test>();
  for (const filter of filters) {
    const [name, ...others] = new Set(names(filter));
    if (!name || others.length || !/^[a-z]\w*$/i.test(name))
      throw failedToParse('Error parsing array filter: expected exactly one identifier that begins with a letter');
    if (out.has(name)) throw failedToParse(`Found multiple array filters with the same top-level field name ${name}`);
    if (!paths.some((path) => path.includes(`$[${name}]`)))
      throw failedToParse(`The array filter for identifier '${name}' was not used in the update`);
    const matches = compile(filter);
    out.set(name, (v) => matches({ [name]: plain(v) }));
  }
  for (const path of paths)
    for (const part of path) {
      const name = part.startsWith('$[') ? part.slice(2, -1) : '';
      if (name && !out.has(name))
        throw badValue(`No array filter found for identifier '${name}' in path '${path.join('.')}'`);
    }
  return out;
}

/** Replaces `$`, `$[]` and `$[name]` by the array positions that they stand for. */
export function expand(
  root: Document,
  path: readonly string[],
  filters: ArrayFilters,
  filter: Document,
  done: readonly string[] = [],
): string[][] {
  const at = path.findIndex((part) => part === '$' || part.startsWith('$['));
  if (at < 0) return [[...done, ...path]];
  const here = [...done, ...path.slice(0, at)];
  const rest = path.slice(at + 1);
  return placesOf(root, here, path[at] as string, filters, filter).flatMap((place) =>
    expand(root, rest, filters, filter, [...here, encodeName(String(place))]),
  );
}

function placesOf(root: Document, path: string[], part: string, filters: ArrayFilters, filter: Document): number[] {
  const array = get(root, path);
  if (part === '$') return [positional(array, path, filter)];
  if (!Array.isArray(array))
    throw badValue(`The path '${path.join('.')}' must exist in the document in order to apply array updates.`);
  if (part === '$[]') return [...array.keys()];
  const test = filters.get(part.slice(2, -1));
  return array.flatMap((item, place) => (test?.(item) ? [place] : []));
}

/** Returns the position of the first element that makes the filter's last condition on this array match. */
function positional(array: unknown, path: readonly string[], filter: Document): number {
  const name = path.map(written).join('.');
  const conditions: Document[] = [];
  const gather = (part: Document): void => {
    for (const [key, operand] of entriesOf(part)) {
      if (key === '$and') (operand as Document[]).forEach(gather);
      else if (key === name || key.startsWith(`${name}.`)) conditions.push({ [key]: operand });
    }
  };
  gather(filter);
  const last = conditions.at(-1);
  const matches = last && compile(last);
  const place = matches && Array.isArray(array) ? array.findIndex((item) => matches(set({}, path, [plain(item)]))) : -1;
  if (place < 0) throw badValue('The positional operator did not find the match needed from the query.');
  return place;
}
