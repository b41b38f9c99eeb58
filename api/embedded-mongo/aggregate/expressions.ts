import type { Document } from '../bson/codec.ts';
import { firstOf } from '../bson/names.ts';
import { assign, isDocument, isOperatorDocument } from '../bson/values.ts';
import { type FieldPath, pathOperator, valueAt, withPaths } from './field-path.ts';
import { assertComputable, assertKnown, guarded, mingo } from './mingo.ts';

const optionsFor = (variables: Document): Document => ({
  context: mingo().context,
  scriptEnabled: false,
  variables,
});

/** Returns the top-level fields that an expression reads; undefined if it may read any. */
function fieldsRead(expression: unknown): string[] | undefined {
  if (typeof expression === 'string') {
    if (!expression.startsWith('$')) return [];
    if (/^\$\$(ROOT|CURRENT)/.test(expression)) return undefined;
    return expression.startsWith('$$') ? [] : [firstOf(expression.slice(1))];
  }
  const parts = Array.isArray(expression) ? expression : isDocument(expression) ? Object.entries(expression) : [];
  const read = parts.map((part) => {
    if (!Array.isArray(part) || Array.isArray(expression)) return fieldsRead(part);
    // These operators name their fields without a path.
    return ['$getField', '$setField', '$unsetField'].includes(part[0]) ? undefined : fieldsRead(part[1]);
  });
  return read.includes(undefined) ? undefined : read.flatMap((fields) => fields ?? []);
}

/** Compiles an expression to a function from a document to its value, or to undefined if it yields none. */
export function compileExpression(expression: unknown, variables: Document): (doc: Document) => unknown {
  assertComputable(expression);
  assertKnown(expression);
  const fields = fieldsRead(expression);
  const value = evaluatorOf(withPaths(expression, variables), variables);
  return (doc) => {
    assertComputable(fields ? fields.map((field) => doc[field]) : doc);
    return guarded(() => value(doc));
  };
}

/** In a document of expressions a missing value is left out; in an array it becomes null. */
function evaluatorOf(expression: unknown, variables: Document): (doc: Document) => unknown {
  if (Array.isArray(expression)) {
    const items = expression.map((item) => evaluatorOf(item, variables));
    return (doc) => items.map((item) => item(doc) ?? null);
  }
  if (isDocument(expression) && !isOperatorDocument(expression)) {
    const fields = Object.entries(expression).map(([name, value]) => [name, evaluatorOf(value, variables)] as const);
    return (doc) => {
      const out: Document = {};
      for (const [name, field] of fields) {
        const value = field(doc);
        if (value !== undefined) assign(out, name, value);
      }
      return out;
    };
  }
  const path = isDocument(expression) ? (expression[pathOperator] as FieldPath | undefined) : undefined;
  if (path && path.from === undefined) return (doc) => valueAt(doc, path.parts);
  const options = optionsFor(variables);
  const { evaluate } = mingo();
  return (doc) => evaluate(doc, expression, options);
}

export const isConstant = (v: unknown): boolean => {
  if (typeof v === 'string') return !v.startsWith('$');
  if (Array.isArray(v)) return v.every(isConstant);
  return !isDocument(v) || Object.entries(v).every(([key, item]) => !key.startsWith('$') && isConstant(item));
};

/** Evaluates the variables of a `let`, over a document if there is one. */
export function evaluateLet(spec: Document | undefined, doc: Document = {}, variables: Document = {}): Document {
  if (!spec || isConstant(spec)) return spec ?? {};
  return Object.fromEntries(
    Object.entries(spec).map(([name, expression]) => [name, compileExpression(expression, variables)(doc)]),
  );
}
