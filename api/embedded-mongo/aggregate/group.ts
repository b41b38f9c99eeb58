import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { compare, mapKey } from '../bson/keys.ts';
import { encodeName, entriesOf } from '../bson/names.ts';
import { rankOf } from '../bson/order.ts';
import { assign, isDocument, isOperatorDocument } from '../bson/values.ts';
import { giveWay, type Work } from '../query/slice.ts';
import { fold, isAccumulator } from './accumulators.ts';
import { compileExpression, isConstant } from './expressions.ts';

interface Field {
  name: string;
  accumulator: string;
  value(doc: Document): unknown;
}

function fieldOf(name: string, spec: unknown, variables: Document): Field {
  if (name.includes('.')) throw new DbError(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$')) throw new DbError(40236, `The field name '${name}' cannot be an operator name`);
  const [entry, ...others] = isDocument(spec) ? entriesOf(spec) : [];
  if (!entry?.[0].startsWith('$')) throw new DbError(40234, `The field '${name}' must be an accumulator object`);
  if (others.length) throw new DbError(40238, `The field '${name}' must specify one accumulator`);
  const [accumulator, operand] = entry;
  if (!isAccumulator(accumulator)) throw new DbError(15952, `unknown group operator '${accumulator}'`);
  if (accumulator === '$count' && !(isDocument(operand) && !Object.keys(operand).length))
    throw new DbError(9, '$count takes no arguments, i.e. $count:{}');
  if (Array.isArray(operand)) throw new DbError(40237, `The ${accumulator} accumulator is a unary operator`);
  return {
    name: encodeName(name),
    accumulator,
    value: compileExpression(accumulator === '$count' ? null : operand, variables),
  };
}

/** A parsed `$group`. */
interface Grouping {
  idOf: (doc: Document) => unknown;
  fields: Field[];
}

/** Parses the operand of `$group`. Throws for invalid arguments. */
export function groupOf(spec: unknown, variables: Document): Grouping {
  if (!isDocument(spec)) throw new DbError(15947, "a group's fields must be specified in an object");
  if (!('_id' in spec)) throw new DbError(15955, 'a group specification must include an _id');
  const entries = entriesOf(spec);
  if (entries.filter(([name]) => name === '_id').length > 1)
    throw new DbError(15948, "a group's _id may only be specified once");
  const names = new Set(entries.map(([name]) => name));
  if (names.size < entries.length) throw new DbError(16406, 'duplicate field name in $group');
  const fields = entries.filter(([name]) => name !== '_id');
  return {
    idOf: compileExpression(spec._id, variables),
    fields: fields.map(([name, field]) => fieldOf(name, field, variables)),
  };
}

/** `$group`: groups by BSON equality, missing counting as null, in the order of each group's first document. */
export function* group(docs: readonly Document[], spec: unknown, variables: Document): Work<Document[]> {
  const { idOf, fields } = groupOf(spec, variables);
  const groups = new Map<string, { id: unknown; docs: Document[] }>();
  for (const doc of docs) {
    const id = idOf(doc) ?? null;
    const key = mapKey(id);
    const known = groups.get(key);
    if (known) known.docs.push(doc);
    else groups.set(key, { id, docs: [doc] });
    yield* giveWay();
  }
  const out: Document[] = [];
  for (const { id, docs: members } of groups.values()) {
    const made: Document = { _id: id };
    for (const { name, accumulator, value } of fields) {
      const values: unknown[] = [];
      for (const member of members) {
        values.push(value(member));
        yield* giveWay();
      }
      assign(made, name, fold(accumulator, values));
    }
    out.push(made);
  }
  return out;
}

const bucketOptions = new Set(['groupBy', 'boundaries', 'default', 'output']);
const isExpression = (v: unknown): boolean => (typeof v === 'string' ? v.startsWith('$') : isOperatorDocument(v));

function boundariesOf(boundaries: unknown): unknown[] {
  if (!Array.isArray(boundaries)) throw new DbError(40200, "The $bucket 'boundaries' field must be an array");
  if (!boundaries.every(isConstant))
    throw new DbError(40191, "The $bucket 'boundaries' field must be an array of constant values");
  if (boundaries.length < 2) throw new DbError(40192, "The $bucket 'boundaries' field must have at least 2 values");
  for (const [i, value] of boundaries.entries()) {
    const before = boundaries[i - 1];
    if (i > 0 && rankOf(value) !== rankOf(before))
      throw new DbError(40193, "All values in the 'boundaries' option to $bucket must have the same type");
    if (i > 0 && compare(before, value) >= 0)
      throw new DbError(40194, "The 'boundaries' option to $bucket must be sorted in ascending order");
  }
  return boundaries;
}

/** Rewrites `$bucket` as a `$group`, as MongoDB does. The groups still have to be sorted. */
export function bucketGroup(spec: unknown): Document {
  if (!isDocument(spec)) throw new DbError(40201, 'Argument to $bucket stage must be an object');
  for (const [name] of entriesOf(spec))
    if (!bucketOptions.has(name)) throw new DbError(40197, `Unrecognized option to $bucket: ${name}.`);
  if (!('groupBy' in spec && 'boundaries' in spec))
    throw new DbError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  const { groupBy, output = { count: { $sum: 1 } } } = spec;
  if (!isExpression(groupBy))
    throw new DbError(40202, "The $bucket 'groupBy' field must be defined as a $-prefixed path or an expression");
  const boundaries = boundariesOf(spec.boundaries);
  if (!isDocument(output)) throw new DbError(40196, "The $bucket 'output' field must be an object");
  if ('default' in spec && !isConstant(spec.default))
    throw new DbError(40195, "The $bucket 'default' field must be a constant");
  if ('default' in spec && compare(spec.default, boundaries[0]) >= 0 && compare(spec.default, boundaries.at(-1)) < 0)
    throw new DbError(
      40199,
      "The $bucket 'default' field must be less than the lowest boundary or at least the highest",
    );
  const branches = boundaries.slice(0, -1).map((from, i) => ({
    case: { $and: [{ $gte: [groupBy, { $literal: from }] }, { $lt: [groupBy, { $literal: boundaries[i + 1] }] }] },
    then: { $literal: from },
  }));
  const otherwise = 'default' in spec ? { default: { $literal: spec.default } } : {};
  return { _id: { $switch: { branches, ...otherwise } }, ...output };
}

/** Rewrites `$sortByCount` as a `$group`, as MongoDB does. */
export function countGroup(spec: unknown): Document {
  if (typeof spec === 'string' && !spec.startsWith('$'))
    throw new DbError(40148, 'the sortByCount field must be defined as a $-prefixed path or an expression');
  if (isDocument(spec) && !isOperatorDocument(spec))
    throw new DbError(40147, 'the sortByCount field must be defined as a $-prefixed path or an expression');
  if (typeof spec !== 'string' && !isDocument(spec))
    throw new DbError(40149, 'the sortByCount field must be specified as a string or as an object');
  return { _id: spec, count: { $sum: 1 } };
}
