import { Decimal128, Double, Int32, Long, Timestamp } from 'bson';
import { badValue, DbError, unsupported } from '../bson/errors.ts';

type Numeric = Int32 | Long | Double;

/** Values are decoded with their types, so a JavaScript number was computed by an earlier operator. */
function numeric(v: unknown): Numeric | undefined {
  if (v instanceof Int32 || v instanceof Double) return v;
  if (v instanceof Long && !(v instanceof Timestamp)) return v;
  if (typeof v === 'number') return Number.isInteger(v) ? new Int32(v) : new Double(v);
  return undefined;
}

const fits = (value: bigint, bits: number): boolean => BigInt.asIntN(bits, value) === value;
const whole = (v: Int32 | Long): bigint => (v instanceof Long ? v.toBigInt() : BigInt(v.value));

/** `$inc` with MongoDB's types: doubles win, integers widen from 32 to 64 bits, and overflow is an error. */
export function increment(path: string, current: unknown, operand: unknown): unknown {
  if (current instanceof Decimal128 || operand instanceof Decimal128) throw unsupported('$inc with a decimal');
  const by = numeric(operand);
  const field = path.split('.').at(-1);
  if (!by) throw new DbError(14, `Cannot increment with non-numeric argument: {${field}: ${JSON.stringify(operand)}}`);
  if (current === undefined) return by;
  const from = numeric(current);
  if (!from)
    throw new DbError(
      14,
      `Cannot apply $inc to a value of non-numeric type. The field '${path}' has a non-numeric type`,
    );
  if (from instanceof Double || by instanceof Double) {
    const [a, b] = [from, by].map((v) => (v instanceof Long ? v.toNumber() : v.value)) as [number, number];
    return new Double(a + b);
  }
  const sum = whole(from) + whole(by);
  if (from instanceof Int32 && by instanceof Int32 && fits(sum, 32)) return new Int32(Number(sum));
  if (!fits(sum, 64))
    throw badValue(`Failed to apply $inc operations to current value (${from}) for the field '${path}'`);
  return Long.fromBigInt(sum);
}
