import { Decimal128, Double, Int32, Long, Timestamp } from 'bson';
import { badValue, DbError, unsupported } from '../bson/errors.ts';

type Numeric = Int32 | Long | Double;

const verbs = { $inc: 'increment', $mul: 'multiply' } as const;

/** Values are decoded with their types, so a JavaScript number was computed by one of our operators. */
function numeric(v: unknown): Numeric | undefined {
  if (v instanceof Int32 || v instanceof Double) return v;
  if (v instanceof Long && !(v instanceof Timestamp)) return v;
  if (typeof v === 'number') return Number.isInteger(v) ? new Int32(v) : new Double(v);
  return undefined;
}

const fits = (value: bigint, bits: number): boolean => BigInt.asIntN(bits, value) === value;
const whole = (v: Int32 | Long): bigint => (v instanceof Long ? v.toBigInt() : BigInt(v.value));

/** `$inc` and `$mul` with MongoDB's types: doubles win, integers widen from 32 to 64 bits, and overflow is an error. */
export function arithmetic(op: '$inc' | '$mul', path: string, current: unknown, operand: unknown): unknown {
  if (current instanceof Decimal128 || operand instanceof Decimal128) throw unsupported(`${op} with a decimal`);
  const by = numeric(operand);
  const field = path.split('.').at(-1);
  if (!by)
    throw new DbError(14, `Cannot ${verbs[op]} with non-numeric argument: {${field}: ${JSON.stringify(operand)}}`);
  if (current === undefined && op === '$inc') return by;
  const from = current === undefined ? new Int32(0) : numeric(current);
  if (!from)
    throw new DbError(
      14,
      `Cannot apply ${op} to a value of non-numeric type. The field '${path}' has a non-numeric type`,
    );
  if (from instanceof Double || by instanceof Double) {
    const [a, b] = [from, by].map((v) => (v instanceof Long ? v.toNumber() : v.value)) as [number, number];
    return new Double(op === '$inc' ? a + b : a * b);
  }
  const result = op === '$inc' ? whole(from) + whole(by) : whole(from) * whole(by);
  if (from instanceof Int32 && by instanceof Int32 && fits(result, 32)) return new Int32(Number(result));
  if (!fits(result, 64))
    throw badValue(`Failed to apply ${op} operations to current value (${from}) for the field '${path}'`);
  return Long.fromBigInt(result);
}

/** `$bit`, on integers only. */
export function bitwise(path: string, current: unknown, kind: string, operand: unknown): unknown {
  const isInteger = (v: unknown): v is Int32 | Long =>
    v instanceof Int32 || (v instanceof Long && !(v instanceof Timestamp));
  const from = current === undefined ? new Int32(0) : current;
  if (!isInteger(operand)) throw badValue('The $bit modifier field must be an Integer(32/64 bit)');
  if (!isInteger(from)) throw badValue(`Cannot apply $bit to a value of non-integral type at '${path}'`);
  const [a, b] = [whole(from), whole(operand)];
  const result = kind === 'and' ? a & b : kind === 'or' ? a | b : kind === 'xor' ? a ^ b : undefined;
  if (result === undefined) throw badValue(`The $bit modifier only supports 'and', 'or', and 'xor', not '${kind}'`);
  return from instanceof Long || operand instanceof Long ? Long.fromBigInt(result) : new Int32(Number(result));
}
