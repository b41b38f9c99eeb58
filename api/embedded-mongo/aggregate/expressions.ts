import type { Document } from '../bson/codec.ts';
import { isDocument } from '../bson/values.ts';
import { assertComputable, assertKnown, guarded, mingo } from './mingo.ts';

const optionsFor = (variables: Document): Document => ({
  context: mingo().context,
  scriptEnabled: false,
  variables,
});

/** The top-level fields that an expression reads; undefined when it may read any. */
function fieldsRead(expression: unknown): string[] | undefined {
  if (typeof expression === 'string') {
    if (!expression.startsWith('$')) return [];
    if (/^\$\$(ROOT|CURRENT)/.test(expression)) return undefined;
    return expression.startsWith('$$') ? [] : [expression.slice(1).split('.', 1)[0] as string];
  }
  const parts = Array.isArray(expression) ? expression : isDocument(expression) ? Object.entries(expression) : [];
  const read = parts.map((part) => {
    if (!Array.isArray(part) || Array.isArray(expression)) return fieldsRead(part);
    // These name their fields otherwise than by a path.
    return ['$getField', '$setField', '$unsetField'].includes(part[0]) ? undefined : fieldsRead(part[1]);
  });
  return read.includes(undefined) ? undefined : read.flatMap((fields) => fields ?? []);
}

/** Compiles an expression into a function from a document to its value; undefined where it yields none. */
export function compileExpression(expression: unknown, variables: Document): (doc: Document) => unknown {
  assertComputable(expression);
  assertKnown(expression);
  const options = optionsFor(variables);
  const { evaluate } = mingo();
  const fields = fieldsRead(expression);
  return (doc) => {
    assertComputable(fields ? fields.map((field) => doc[field]) : doc);
    return guarded(() => evaluate(doc, expression, options));
  };
}

/** Runs one stage that is made of expressions. */
export function runStage(docs: Document[], name: string, spec: unknown, variables: Document): Document[] {
  assertComputable(docs);
  assertComputable(spec);
  assertKnown(spec);
  const { Aggregator } = mingo();
  return guarded(() => new Aggregator([{ [name]: spec }], optionsFor(variables)).run(docs));
}

const isConstant = (v: unknown): boolean => {
  if (typeof v === 'string') return !v.startsWith('$');
  if (Array.isArray(v)) return v.every(isConstant);
  return !isDocument(v) || Object.entries(v).every(([key, item]) => !key.startsWith('$') && isConstant(item));
};

/** The values of the variables that a `let` names, over a document where there is one. */
export function evaluateLet(spec: Document | undefined, doc: Document = {}, variables: Document = {}): Document {
  if (!spec || isConstant(spec)) return spec ?? {};
  return Object.fromEntries(
    Object.entries(spec).map(([name, expression]) => [name, compileExpression(expression, variables)(doc)]),
  );
}
