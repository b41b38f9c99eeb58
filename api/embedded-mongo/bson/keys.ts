import { KeyWriter } from './key-writer.ts';
import { rank, rankOf } from './order.ts';

const writer = new KeyWriter();

/** Encodes the key of a value or of a compound. A negative direction inverts its component's bytes. */
export function keyOf(values: readonly unknown[], directions?: readonly number[]): Buffer {
  writer.start();
  for (const [i, value] of values.entries()) {
    const from = writer.length;
    writer.value(value);
    if ((directions?.[i] ?? 1) < 0) writer.invert(from);
  }
  return writer.finish();
}

/** Encodes one component of a compound key. The compound key is the concatenation of its components. */
export function componentKey(value: unknown, direction: number): Buffer {
  writer.start();
  writer.value(value);
  if (direction < 0) writer.invert(0);
  return writer.finish();
}

/** Encodes the bytes that the keys of all strings with this beginning share. */
export function prefixKey(beginning: string, direction: number): Buffer {
  writer.start();
  writer.textPrefix(beginning);
  const key = Buffer.concat([Buffer.from([rank.string]), writer.finish()]);
  return direction < 0 ? Buffer.from(key.map((byte) => ~byte & 0xff)) : key;
}

/** A key for looking up values in a Map or a Set. */
export const mapKey = (value: unknown): string => keyOf([value]).toString('latin1');

/** Compares in BSON order: negative, zero or positive. */
export function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number' && !Number.isNaN(a) && !Number.isNaN(b)) return a - b || 0;
  if (a instanceof Date && b instanceof Date) {
    const order = a.getTime() - b.getTime();
    if (!Number.isNaN(order)) return order;
  }
  return Buffer.compare(keyOf([a]), keyOf([b]));
}

export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  return rankOf(a) === rankOf(b) && compare(a, b) === 0;
}
