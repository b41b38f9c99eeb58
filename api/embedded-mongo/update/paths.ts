import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { isPosition, positionOf } from '../bson/names.ts';
import { assign, isDocument } from '../bson/values.ts';

type Container = Document | unknown[];

/** MongoDB's limit for padding an array. */
const maxPadding = 1_500_000;

/** Returns the value at a path whose array positions are numbers. */
export function get(v: unknown, path: readonly string[]): unknown {
  let at = v;
  for (const part of path) {
    if (Array.isArray(at)) at = isPosition(part) ? at[positionOf(part)] : undefined;
    else if (isDocument(at) && Object.hasOwn(at, part)) at = at[part];
    else return undefined;
  }
  return at;
}

/** Maximum length of a value in an error message, in characters. */
const maxShown = 300;

/** Formats a value for an error message, truncated if it is long. */
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

/** Finds or creates the parent of the path's last part. */
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

/** Sets a path, creating its parents. Throws PathNotViable if a value is in the way. */
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

export const crossesArray = (root: Document, path: readonly string[]): boolean =>
  path.some((_, i) => Array.isArray(get(root, path.slice(0, i))));
