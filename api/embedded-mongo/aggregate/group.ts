import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { mapKey } from '../bson/keys.ts';
import { isDocument } from '../bson/values.ts';
import { fold, isAccumulator } from './accumulators.ts';
import { compileExpression } from './expressions.ts';

interface Field {
  name: string;
  accumulator: string;
  value(doc: Document): unknown;
}

function fieldOf(name: string, spec: unknown, variables: Document): Field {
  const [entry, ...others] = isDocument(spec) ? Object.entries(spec) : [];
  if (!entry) throw new DbError(40234, `The field '${name}' must be an accumulator object`);
  if (others.length) throw new DbError(40238, `The field '${name}' must specify one accumulator`);
  if (name.includes('.')) throw new DbError(40235, `The field name '${name}' cannot contain '.'`);
  const [accumulator, operand] = entry;
  if (!isAccumulator(accumulator)) throw new DbError(15952, `unknown group operator '${accumulator}'`);
  return { name, accumulator, value: compileExpression(accumulator === '$count' ? null : operand, variables) };
}

/** `$group`: groups are equal as BSON values are, missing ones as null, in the order of their first documents. */
export function group(docs: readonly Document[], spec: unknown, variables: Document): Document[] {
  if (!isDocument(spec)) throw new DbError(15947, "a group's fields must be specified in an object");
  if (!('_id' in spec)) throw new DbError(15955, 'a group specification must include an _id');
  const { _id, ...rest } = spec;
  const idOf = compileExpression(_id, variables);
  const fields = Object.entries(rest).map(([name, field]) => fieldOf(name, field, variables));
  const groups = new Map<string, { id: unknown; docs: Document[] }>();
  for (const doc of docs) {
    const id = idOf(doc) ?? null;
    const key = mapKey(id);
    const known = groups.get(key);
    if (known) known.docs.push(doc);
    else groups.set(key, { id, docs: [doc] });
  }
  return [...groups.values()].map(({ id, docs: members }) => ({
    _id: id,
    ...Object.fromEntries(fields.map(({ name, accumulator, value }) => [name, fold(accumulator, members.map(value))])),
  }));
}

/** `$bucket` as the `$group` that MongoDB makes of it; its groups still want sorting. */
export function bucketGroup(spec: unknown): Document {
  if (!isDocument(spec) || !Array.isArray(spec.boundaries) || spec.boundaries.length < 2)
    throw new DbError(40191, '$bucket requires a groupBy expression and at least two boundaries');
  const { groupBy, boundaries, output = { count: { $sum: 1 } } } = spec;
  const branches = boundaries.slice(0, -1).map((from, i) => ({
    case: { $and: [{ $gte: [groupBy, { $literal: from }] }, { $lt: [groupBy, { $literal: boundaries[i + 1] }] }] },
    then: { $literal: from },
  }));
  const otherwise = 'default' in spec ? { default: { $literal: spec.default } } : {};
  return { _id: { $switch: { branches, ...otherwise } }, ...(output as Document) };
}

/** `$sortByCount` as the `$group` that MongoDB makes of it. */
export const countGroup = (spec: unknown): Document => ({ _id: spec, count: { $sum: 1 } });
