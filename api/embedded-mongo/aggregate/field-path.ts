import type { Document } from '../bson/codec.ts';
import { checkedName, DbError } from '../bson/errors.ts';
import { partsOf } from '../bson/names.ts';
import { isDocument } from '../bson/values.ts';

/** The operator that replaces a path in an expression. From a client it is refused like any unknown operator. */
export const pathOperator = '$embeddedFieldPath';

/** A path in an expression: its parts, and the value it starts from if that is not the document. */
export interface FieldPath {
  from: string | undefined;
  parts: readonly string[];
}

const always = new Set(['ROOT', 'CURRENT', 'NOW', 'REMOVE']);
const ofReferences = new Set(['$id', '$ref', '$db']);

/**
 * Returns the value at a path. For an array, the values in each of its documents; a number is a field name, no
 * position.
 */
export function valueAt(v: unknown, parts: readonly string[], at = 0): unknown {
  const part = parts[at];
  if (part === undefined) return v;
  if (Array.isArray(v)) {
    const items = v.filter(isDocument).map((item) => valueAt(item, parts, at));
    return items.filter((item) => item !== undefined);
  }
  return isDocument(v) && Object.hasOwn(v, part) ? valueAt(v[part], parts, at + 1) : undefined;
}

/** Splits a field path into its parts. Throws for a path that no expression may name. */
export function fieldPathOf(path: string): string[] {
  const parts = checkedName(path).split('.');
  if (parts.includes('')) throw new DbError(15998, 'FieldPath field names may not be empty strings.');
  for (const part of parts)
    if (part.startsWith('$') && !ofReferences.has(part))
      throw new DbError(
        16410,
        `FieldPath field names may not start with '$', given '${part}'. Consider using $getField or $setField.`,
      );
  return partsOf(path);
}

function pathOf(text: string, names: ReadonlySet<string>): unknown {
  if (text === '$') throw new DbError(16872, "'$' by itself is not a valid FieldPath");
  if (!text.startsWith('$$')) return { [pathOperator]: { from: undefined, parts: fieldPathOf(text.slice(1)) } };
  const [name = '', ...rest] = text.slice(2).split('.');
  if (!always.has(name) && !names.has(name)) throw new DbError(17276, `Use of undefined variable: ${name}`);
  if (!rest.length) return text;
  return { [pathOperator]: { from: `$$${name}`, parts: fieldPathOf(rest.join('.')) } };
}

/** Collects the variables that an expression binds at any depth. */
function boundIn(expression: unknown, into: Set<string>): void {
  if (Array.isArray(expression)) for (const item of expression) boundIn(item, into);
  if (!isDocument(expression)) return;
  for (const [name, operand] of Object.entries(expression)) {
    if (name === '$map' || name === '$filter') into.add(isDocument(operand) ? String(operand.as ?? 'this') : 'this');
    if (name === '$reduce') into.add('this').add('value');
    if (name === '$let' && isDocument(operand) && isDocument(operand.vars))
      for (const bound of Object.keys(operand.vars)) into.add(bound);
    if (name !== '$literal') boundIn(operand, into);
  }
}

/** Replaces the paths of an expression by `pathOperator`. Throws for invalid paths and unknown variables. */
export function withPaths(expression: unknown, variables: Document): unknown {
  const names = new Set(Object.keys(variables));
  boundIn(expression, names);
  const visit = (part: unknown): unknown => {
    if (typeof part === 'string') return part.startsWith('$') ? pathOf(part, names) : part;
    if (Array.isArray(part)) return part.map(visit);
    if (!isDocument(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, operand]) => [name, name === '$literal' ? operand : visit(operand)]),
    );
  };
  return visit(expression);
}
