import type { Document } from '../bson/codec.ts';
import { isDocument } from '../bson/values.ts';
import { assertComputable, guarded, mingo } from './mingo.ts';

const optionsFor = (variables: Document): Document => ({
  context: mingo().context,
  scriptEnabled: false,
  variables,
});

/** Aggregation's notion of truth. */
const isTrue = (v: unknown): boolean => v !== undefined && v !== null && v !== false && v !== 0;

/** Compiles `$expr`. */
export function compileExpression(expression: unknown, variables: Document): (doc: Document) => boolean {
  assertComputable(expression);
  const options = optionsFor(variables);
  return (doc) => {
    assertComputable(doc);
    return isTrue(guarded(() => mingo().core.evalExpr(doc, expression, options)));
  };
}

/** The value of one expression over a document; undefined where it yields none. */
export function evaluate(doc: Document, expression: unknown, variables: Document): unknown {
  assertComputable(doc);
  assertComputable(expression);
  return guarded(() => mingo().core.evalExpr(doc, expression, optionsFor(variables)));
}

/** Runs one stage that is made of expressions. */
export function runStage(docs: Document[], name: string, spec: unknown, variables: Document): Document[] {
  assertComputable(docs);
  assertComputable(spec);
  const { aggregator: Aggregator } = mingo();
  return guarded(() => new Aggregator([{ [name]: spec }], optionsFor(variables)).run(docs));
}

const isConstant = (v: unknown): boolean => {
  if (typeof v === 'string') return !v.startsWith('$');
  if (Array.isArray(v)) return v.every(isConstant);
  return !isDocument(v) || Object.entries(v).every(([key, item]) => !key.startsWith('$') && isConstant(item));
};

/** The variables that a command's `let` names. */
export function evaluateLet(spec: Document | undefined): Document {
  if (!spec || isConstant(spec)) return spec ?? {};
  return Object.fromEntries(Object.entries(spec).map(([name, expression]) => [name, evaluate({}, expression, {})]));
}
