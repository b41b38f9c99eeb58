import type { Document } from '../bson/codec.ts';
import { checkedName, DbError } from '../bson/errors.ts';
import { encodeName, written } from '../bson/names.ts';
import { assign, isDocument, isMissingOrNull } from '../bson/values.ts';
import { type FieldPath, pathOperator, valueAt } from './field-path.ts';
import type { Evaluate, Operators } from './operators.ts';

function nameOf(field: unknown, operator: string, code: number): string {
  if (typeof field === 'string') return encodeName(checkedName(field));
  throw new DbError(code, `${operator} requires 'field' to evaluate to type String`);
}

function fromPairs(list: unknown): Document | null {
  if (isMissingOrNull(list)) return null;
  if (!Array.isArray(list)) throw new DbError(40386, '$arrayToObject requires an array input');
  const out: Document = {};
  for (const item of list) {
    const [key, value] = Array.isArray(item) ? item : isDocument(item) ? [item.k, item.v] : [];
    if (typeof key !== 'string')
      throw new DbError(40398, '$arrayToObject needs pairs of a string and a value, or documents of k and v');
    assign(out, encodeName(checkedName(key)), value);
  }
  return out;
}

function toPairs(doc: unknown): Document[] | null {
  if (isMissingOrNull(doc)) return null;
  if (!isDocument(doc)) throw new DbError(40390, '$objectToArray requires a document input');
  return Object.entries(doc).map(([k, v]) => ({ k: written(k), v }));
}

/** Returns the document with one field replaced; undefined removes it. */
function withField(doc: unknown, name: string, value: unknown): unknown {
  if (isMissingOrNull(doc)) return null;
  if (!isDocument(doc)) throw new DbError(4161105, "$setField requires 'input' to evaluate to type Object");
  const { ...out } = doc;
  if (value === undefined) delete out[name];
  else assign(out, name, value);
  return out;
}

/** The operators that read and write fields by name. */
export function objectOperators(evaluate: Evaluate): Operators {
  return {
    [pathOperator](subject, operand, options) {
      const { from, parts } = operand as FieldPath;
      return valueAt(from === undefined ? subject : evaluate(subject, from, options), parts);
    },
    $getField(subject, operand, options) {
      const isLong = isDocument(operand) && 'field' in operand;
      const name = nameOf(evaluate(subject, isLong ? operand.field : operand, options), '$getField', 5654602);
      const from = isLong && 'input' in operand ? evaluate(subject, operand.input, options) : subject;
      if (from === null) return null;
      return isDocument(from) && Object.hasOwn(from, name) ? from[name] : undefined;
    },
    $setField(subject, operand, options) {
      if (!isDocument(operand)) throw new DbError(4161100, '$setField only supports an object as its argument');
      const name = nameOf(evaluate(subject, operand.field, options), '$setField', 4161107);
      return withField(evaluate(subject, operand.input, options), name, evaluate(subject, operand.value, options));
    },
    $unsetField(subject, operand, options) {
      if (!isDocument(operand)) throw new DbError(4161100, '$unsetField only supports an object as its argument');
      const name = nameOf(evaluate(subject, operand.field, options), '$unsetField', 4161107);
      return withField(evaluate(subject, operand.input, options), name, undefined);
    },
    $arrayToObject: (subject, operand, options) => fromPairs(only(evaluate(subject, operand, options))),
    $objectToArray: (subject, operand, options) => toPairs(only(evaluate(subject, operand, options), isDocument)),
  };
}

/** The single operand, which may be wrapped in an array. */
function only(v: unknown, wanted: (v: unknown) => boolean = Array.isArray): unknown {
  return Array.isArray(v) && v.length === 1 && (wanted(v[0]) || isMissingOrNull(v[0])) && !isPair(v[0]) ? v[0] : v;
}

const isPair = (v: unknown): boolean => Array.isArray(v) && v.length === 2 && typeof v[0] === 'string';
