import type { Document } from '../bson/codec.ts';
import { isDocument } from '../bson/values.ts';
import { assertComputable, guarded, mingo } from './mingo.ts';

const optionsFor = (variables: Document): Document => ({
  context: mingo().context,
  scriptEnabled: false,
  variables,
});

/** Compiles an expression into a function from a document to its value; undefined where it yields none. */
export function compileExpression(expression: unknown, variables: Document): (doc: Document) => unknown {
  assertComputable(expression);
  const options = optionsFor(variables);
  const { evaluate } = mingo();
  return (doc) => {
    assertComputable(doc);
    return guarded(() => evaluate(doc, expression, options));
  };
}

/** Runs one stage that is made of expressions. */
export function runStage(docs: Document[], name: string, spec: unknown, variables: Document): Document[] {
  assertComputable(docs);
  assertComputable(spec);
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
