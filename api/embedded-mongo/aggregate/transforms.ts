import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { isDocument, isMissingOrNull } from '../bson/values.ts';
import { compileExpression } from './expressions.ts';
import { fieldPathOf, valueAt } from './field-path.ts';
import { addFieldsOf, projectOf, unsetOf } from './reshape.ts';

/** A stage that maps one document at a time to its results. */
export type Transform = (doc: Document) => Document[];

function replaceRootOf(name: string, expression: unknown, variables: Document): Transform {
  const value = compileExpression(expression, variables);
  return (doc) => {
    const root = value(doc);
    if (isDocument(root)) return [root];
    throw new DbError(
      40228,
      `'${name === '$replaceWith' ? 'replacement document' : 'newRoot'}' must evaluate to an object`,
    );
  };
}

function newRootOf(spec: unknown): unknown {
  if (!isDocument(spec)) throw new DbError(40229, 'expected an object as specification for $replaceRoot stage');
  for (const option of Object.keys(spec))
    if (option !== 'newRoot') throw new DbError(40415, `BSON field '$replaceRoot.${option}' is an unknown field.`);
  if (!('newRoot' in spec))
    throw new DbError(40414, "BSON field '$replaceRoot.newRoot' is missing but a required field");
  return spec.newRoot;
}

/** Sets a nested field in a copy. Values on the way that are no documents become documents. */
function withNested(v: unknown, parts: readonly string[], value: unknown, at = 0): unknown {
  const part = parts[at];
  if (part === undefined) return value;
  const out: Document = isDocument(v) ? { ...v } : {};
  const made = withNested(Object.hasOwn(out, part) ? out[part] : undefined, parts, value, at + 1);
  if (made === undefined) delete out[part];
  else out[part] = made;
  return out;
}

interface Unwinding {
  path: readonly string[];
  index: readonly string[] | undefined;
  keepEmpty: boolean;
}

function unwindingOf(given: unknown): Unwinding {
  if (typeof given !== 'string' && !isDocument(given))
    throw new DbError(15981, 'expected either a string or an object as specification for $unwind stage');
  const spec = isDocument(given) ? given : { path: given };
  const { path, includeArrayIndex: index, preserveNullAndEmptyArrays: keepEmpty = false, ...others } = spec;
  for (const name of Object.keys(others)) throw new DbError(28811, `unrecognized option to $unwind stage: ${name}`);
  if (path === undefined) throw new DbError(28812, 'no path specified to $unwind stage');
  if (typeof path !== 'string') throw new DbError(28808, 'expected a string as the path for $unwind stage');
  if (!path.startsWith('$'))
    throw new DbError(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  if (typeof keepEmpty !== 'boolean')
    throw new DbError(28809, 'expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage');
  if (index !== undefined && (typeof index !== 'string' || !index))
    throw new DbError(28810, 'expected a non-empty string for the includeArrayIndex option to $unwind stage');
  if (index?.startsWith('$'))
    throw new DbError(28822, `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${index}`);
  return { path: fieldPathOf(path.slice(1)), index: index ? fieldPathOf(index) : undefined, keepEmpty };
}

function unwindOf(spec: unknown): Transform {
  const { path, index, keepEmpty } = unwindingOf(spec);
  const numbered = (doc: unknown, at: number | null): Document =>
    (index ? withNested(doc, index, at) : doc) as Document;
  return (doc) => {
    // An array before the last part of the path is not unwound.
    const crosses = path.some((_, i) => i > 0 && Array.isArray(valueAt(doc, path.slice(0, i))));
    const value = crosses ? undefined : valueAt(doc, path);
    if (Array.isArray(value)) {
      if (value.length) return value.map((item, at) => numbered(withNested(doc, path, item), at));
      return keepEmpty ? [numbered(withNested(doc, path, undefined), null)] : [];
    }
    return isMissingOrNull(value) && !keepEmpty ? [] : [numbered(doc, null)];
  };
}

const transforms = new Set(['$project', '$addFields', '$set', '$unset', '$replaceRoot', '$replaceWith', '$unwind']);

/** Whether a stage of this name processes one document at a time. */
export const isTransform = (name: string): boolean => transforms.has(name);

/** Compiles a stage that processes one document at a time; undefined for others. Throws for invalid arguments. */
export function transformOf(name: string, spec: unknown, variables: Document): Transform | undefined {
  switch (name) {
    case '$project':
      return projectOf(spec, variables);
    case '$addFields':
    case '$set':
      return addFieldsOf(name, spec, variables);
    case '$unset':
      return unsetOf(spec);
    case '$replaceRoot':
      return replaceRootOf(name, newRootOf(spec), variables);
    case '$replaceWith':
      return replaceRootOf(name, spec, variables);
    case '$unwind':
      return unwindOf(spec);
  }
  return undefined;
}
