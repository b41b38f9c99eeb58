import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import { mapKey } from '../bson/keys.ts';
import { encodeName, entriesOf } from '../bson/names.ts';
import { assign, isDocument } from '../bson/values.ts';
import { giveWay, type Work } from '../query/slice.ts';
import { compileExpression, computable, type Expression, exactSum } from './expressions.ts';

/** Reduces a group's values, in document order, to one value. */
interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

/** Neumaier summation, so no digits are lost, as in MongoDB. */
function summing(): Accumulator {
  let total = 0;
  let lost = 0;
  let areWhole = true;
  return {
    add(value) {
      const n = computable(value);
      if (n === undefined) return;
      const next = total + n;
      lost += Math.abs(total) >= Math.abs(n) ? total - next + n : n - next + total;
      total = next;
      areWhole &&= Number.isInteger(n);
    },
    result: () => exactSum(Number.isFinite(total) ? total + lost : total, areWhole),
  };
}

function last(): Accumulator {
  let latest: unknown = null;
  return {
    add(value) {
      latest = value ?? null;
    },
    result: () => latest,
  };
}

const accumulators: Record<string, () => Accumulator> = { $sum: summing, $last: last };

interface Field {
  name: string;
  begin(): Accumulator;
  value: Expression;
}

function fieldOf(name: string, spec: unknown, now: number): Field {
  if (name.includes('.')) throw new DbError(40235, `The field name '${name}' cannot contain '.'`);
  if (name.startsWith('$')) throw new DbError(40236, `The field name '${name}' cannot be an operator name`);
  const [entry, ...others] = isDocument(spec) ? entriesOf(spec) : [];
  if (!entry?.[0].startsWith('$')) throw new DbError(40234, `The field '${name}' must be an accumulator object`);
  if (others.length) throw new DbError(40238, `The field '${name}' must specify one accumulator`);
  const [accumulator, operand] = entry;
  const begin = Object.hasOwn(accumulators, accumulator) ? accumulators[accumulator] : undefined;
  if (!begin)
    throw new DbError(15952, `unknown group operator '${accumulator}' (not supported by the embedded database)`);
  if (Array.isArray(operand)) throw new DbError(40237, `The ${accumulator} accumulator is a unary operator`);
  return { name: encodeName(name), begin, value: compileExpression(operand, now) };
}

/** Compiles a `$group`: by BSON equality, missing counting as null, in the order of each group's first document. */
export function groupOf(spec: unknown, now: number): (docs: readonly Document[]) => Work<Document[]> {
  if (!isDocument(spec)) throw new DbError(15947, "a group's fields must be specified in an object");
  if (!('_id' in spec)) throw new DbError(15955, 'a group specification must include an _id');
  const entries = entriesOf(spec);
  if (new Set(entries.map(([name]) => name)).size < entries.length)
    throw new DbError(16406, 'duplicate field name in $group');
  const idOf = compileExpression(spec._id, now);
  const fields = entries.filter(([name]) => name !== '_id').map(([name, field]) => fieldOf(name, field, now));
  return function* (docs) {
    const groups = new Map<string, { id: unknown; totals: Accumulator[] }>();
    for (const doc of docs) {
      const id = idOf(doc) ?? null;
      const key = mapKey(id);
      const group = groups.get(key) ?? { id, totals: fields.map(({ begin }) => begin()) };
      groups.set(key, group);
      for (const [i, { value }] of fields.entries()) group.totals[i]?.add(value(doc));
      yield* giveWay();
    }
    return [...groups.values()].map(({ id, totals }) => {
      const made: Document = { _id: id };
      for (const [i, { name }] of fields.entries()) assign(made, name, totals[i]?.result());
      return made;
    });
  };
}
