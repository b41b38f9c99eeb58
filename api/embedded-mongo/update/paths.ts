import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { isPosition, positionOf } from '../bson/names.ts';
import { assign, isDocument } from '../bson/values.ts';

type Container = Document | unknown[];

/** MongoDB refuses to pad an array by more than this. */
const maxPadding = 1_500_000;

/** The value at a path whose array positions are numbers. */
export function get(v: unknown, path: readonly string[]): unknown {
  let at = v;
  for (const part of path) {
    if (Array.isArray(at)) at = isPosition(part) ? at[positionOf(part)] : undefined;
    else if (isDocument(at) && Object.hasOwn(at, part)) at = at[part];
    else return undefined;
  }
  return at;
}

/** As much of a value as an error quotes, in characters. */
const maxShown = 300;

/** A value as an error quotes it: its beginning, where it is long. */
function shown(v: unknown): string {
  const text = JSON.stringify(v, (_, inner) => (typeof inner === 'string' ? inner.slice(0, maxShown + 1) : inner));
  return text.length > maxShown ? `${text.slice(0, maxShown)}...` : text;
}

function put(at: Container, part: string, value: unknown): void {
  if (!Array.isArray(at)) {
    assign(at, part, value);
    return;
  }
  const place = positionOf(part);
  if (place - at.length > maxPadding) throw new DbError(2, `cannot use the part (${part}) to pad the array`);
  while (at.length < place) at.push(null);
  at[place] = value;
}

function assertFits(at: Container, part: string, before: string): void {
  if (Array.isArray(at) && !isPosition(part))
    throw new DbError(28, `Cannot create field '${part}' in element {${before}: ${shown(at)}}`);
}

/** Finds or creates what holds the last part of the path. */
function container(root: Document, path: readonly string[]): Container {
  let at: Container = root;
  for (const [i, part] of path.slice(0, -1).entries()) {
    assertFits(at, part, path[i - 1] ?? '');
    let next = get(at, [part]);
    if (next === undefined) {
      next = {};
      put(at, part, next);
    }
    if (!isDocument(next) && !Array.isArray(next))
      throw new DbError(28, `Cannot create field '${path[i + 1]}' in element {${part}: ${shown(next)}}`);
    at = next;
  }
  assertFits(at, path.at(-1) ?? '', path.at(-2) ?? '');
  return at;
}

/** Sets a path, creating what leads to it. Throws PathNotViable where a value stands in the way. */
export function set(root: Document, path: readonly string[], value: unknown): Document {
  put(container(root, path), path.at(-1) as string, value);
  return root;
}

/** Removes a field; an array element becomes null. */
export function unset(root: Document, path: readonly string[]): void {
  const last = path.at(-1) as string;
  const at = get(root, path.slice(0, -1));
  if (Array.isArray(at)) {
    if (isPosition(last) && positionOf(last) < at.length) at[positionOf(last)] = null;
  } else if (isDocument(at)) delete at[last];
}

/** Whether a path leads through an array. */
export const crossesArray = (root: Document, path: readonly string[]): boolean =>
  path.some((_, i) => Array.isArray(get(root, path.slice(0, i))));
