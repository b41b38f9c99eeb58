import { Decimal128, type Long } from 'bson';

/** A number as `coefficient × 10^exponent`, which holds every int, double and decimal exactly. */
interface Exact {
  coefficient: bigint;
  exponent: number;
}

/** The nearest double and, if the number is no double, its exact distance from it. */
export interface NumberKey {
  nearest: number;
  rest: Uint8Array | undefined;
}

const parts = new DataView(new ArrayBuffer(8));

function exactDouble(value: number): Exact {
  parts.setFloat64(0, value);
  const bits = parts.getBigUint64(0);
  const field = Number((bits >> 52n) & 0x7ffn);
  const mantissa = (bits & 0xfffffffffffffn) | (field ? 1n << 52n : 0n);
  const power = (field || 1) - 1075;
  const signed = bits >> 63n ? -mantissa : mantissa;
  // m × 2^-k is m × 5^k × 10^-k.
  if (power >= 0) return { coefficient: signed << BigInt(power), exponent: 0 };
  return { coefficient: signed * 5n ** BigInt(-power), exponent: power };
}

function exactDecimal(text: string): Exact | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:E([+-]?\d+))?$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(whole + fraction);
  return { coefficient: sign ? -digits : digits, exponent: Number(exponent) - fraction.length };
}

/** Encodes a non-zero distance. The bytes sort as the distances do; no distance is 0x80. */
function distance(a: Exact, b: Exact): Uint8Array | undefined {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (x: Exact): bigint => x.coefficient * 10n ** BigInt(x.exponent - exponent);
  const difference = scaled(a) - scaled(b);
  if (difference === 0n) return undefined;
  const digits = String(difference < 0n ? -difference : difference);
  const significant = digits.replace(/0+$/, '');
  const out = Buffer.alloc(significant.length + 4);
  out[0] = 0x81;
  out.writeUInt16BE(0x8000 + exponent + digits.length, 1);
  out.write(significant, 3, 'latin1');
  return difference < 0n ? out.map((byte) => ~byte & 0xff) : out;
}

/** Splits a number that may be no double. `value` is a Long, a Decimal128 or a bigint. */
export function numberKey(value: Long | Decimal128 | bigint): NumberKey {
  const text = value.toString();
  const exact = value instanceof Decimal128 ? exactDecimal(text) : { coefficient: BigInt(text), exponent: 0 };
  let nearest = Number(text);
  // A finite decimal beyond the doubles is keyed next to the greatest double.
  if (exact && !Number.isFinite(nearest)) nearest = Math.sign(nearest) * Number.MAX_VALUE;
  return { nearest, rest: exact && distance(exact, exactDouble(nearest)) };
}
