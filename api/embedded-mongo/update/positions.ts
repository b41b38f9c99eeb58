import { type Document, plain } from '../bson/codec.ts';
import { badValue, failedToParse } from '../bson/errors.ts';
import { encodeName, entriesOf } from '../bson/names.ts';
import { isDocument } from '../bson/values.ts';
import { compile } from '../query/match.ts';
import type { Test } from '../query/paths.ts';
import { get } from './paths.ts';

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

/** Replaces `$[name]` by the array positions that it stands for. */
export function expand(
  root: Document,
  path: readonly string[],
  filters: ArrayFilters,
  done: readonly string[] = [],
): string[][] {
  const at = path.findIndex((part) => part.startsWith('$['));
  if (at < 0) return [[...done, ...path]];
  const here = [...done, ...path.slice(0, at)];
  const array = get(root, here);
  if (!Array.isArray(array))
    throw badValue(`The path '${here.join('.')}' must exist in the document in order to apply array updates.`);
  const test = filters.get((path[at] as string).slice(2, -1));
  return array.flatMap((item, place) =>
    test?.(item) ? expand(root, path.slice(at + 1), filters, [...here, encodeName(String(place))]) : [],
  );
}
