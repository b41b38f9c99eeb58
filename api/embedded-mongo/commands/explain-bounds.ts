import { Binary, BSONRegExp, Decimal128, ObjectId, Timestamp } from 'bson';
import type { Document } from '../bson/codec.ts';
import { compare } from '../bson/keys.ts';
import { rank, rankOf } from '../bson/order.ts';
import { isDocument } from '../bson/values.ts';
import type { Bounds, End } from '../query/demands.ts';
import { endsOf, type Scan } from '../query/scan.ts';

/** Formats a value as mongod does in bounds. */
function shown(v: unknown): string {
  if (v === undefined || v === null) return 'null';
  if (typeof v === 'string') return JSON.stringify(v);
  if (typeof v === 'number')
    return Number.isNaN(v) ? 'nan.0' : Number.isFinite(v) ? String(v) : v > 0 ? 'inf.0' : '-inf.0';
  if (v instanceof Date) return `new Date(${v.getTime()})`;
  if (v instanceof ObjectId) return `ObjectId('${v.toHexString()}')`;
  if (v instanceof Decimal128) return `NumberDecimal("${v.toString()}")`;
  if (v instanceof Timestamp) return `Timestamp(${v.getHighBitsUnsigned()}, ${v.getLowBitsUnsigned()})`;
  if (v instanceof Binary) return `BinData(${v.sub_type}, ${Buffer.from(v.value()).toString('hex').toUpperCase()})`;
  if (v instanceof BSONRegExp) return `/${v.pattern}/${v.options}`;
  if (Array.isArray(v)) return v.length ? `[ ${v.map(shown).join(', ')} ]` : '[]';
  if (!isDocument(v)) return String(v);
  const fields = Object.entries(v).map(([name, value]) => `${name}: ${shown(value)}`);
  return fields.length ? `{ ${fields.join(', ')} }` : '{}';
}

/** How mongod writes the open ends of each type. */
const brackets: Record<number, [low: string, high: string]> = {
  [rank.number]: ['[-inf.0', 'inf.0]'],
  [rank.string]: ['[""', '{})'],
  [rank.object]: ['[{}', '[])'],
  [rank.binary]: ['[BinData(0, )', "ObjectId('000000000000000000000000'))"],
  [rank.objectId]: ["[ObjectId('000000000000000000000000')", "ObjectId('ffffffffffffffffffffffff')]"],
  [rank.bool]: ['[false', 'true]'],
  [rank.date]: ['[new Date(-9223372036854775808)', 'new Date(9223372036854775807)]'],
  [rank.timestamp]: ['[Timestamp(0, 0)', 'Timestamp(4294967295, 4294967295)]'],
};
const everything: Interval = ['[MinKey', 'MaxKey]'];

type Interval = readonly [low: string, high: string];

function between(from: End | undefined, to: End | undefined): Interval {
  const [low, high] = brackets[rankOf((from ?? to)?.value)] ?? everything;
  return [
    from ? `${from.inclusive ? '[' : '('}${shown(from.value)}` : low,
    to ? `${shown(to.value)}${to.inclusive ? ']' : ')'}` : high,
  ];
}

/** The smallest string greater than all strings with a prefix. */
const beyond = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCodePoint((prefix.codePointAt(prefix.length - 1) ?? 0) + 1);

function intervalsOf({ index, used }: Scan, place: number, bounds: Bounds | undefined): Interval[] {
  if (!bounds || place >= used) return [everything];
  if (place + 1 <= used)
    return [...(bounds.in ?? [])]
      .sort(compare)
      .map(shown)
      .filter((text, i, all) => text !== all[i - 1])
      .map((text) => [`[${text}`, `${text}]`]);
  if (bounds.prefix !== undefined) {
    const same = shown(bounds.pattern);
    return [
      [`[${shown(bounds.prefix)}`, `${shown(beyond(bounds.prefix))})`],
      [`[${same}`, `${same}]`],
    ];
  }
  const { from, to } = endsOf(index, place, bounds);
  return [between(from, to)];
}

const turned = ([low, high]: Interval): string =>
  `${high.endsWith(']') ? '[' : '('}${high.slice(0, -1)}, ${low.slice(1)}${low.startsWith('[') ? ']' : ')'}`;

/** The ranges of an index scan for each path, in the text form of mongod's `indexBounds`. */
export function boundsOf(scan: Scan, reverse: boolean): Document {
  const { index, demands } = scan;
  return Object.fromEntries(
    index.paths.map((path, place) => {
      const intervals = intervalsOf(scan, place, demands.paths.get(path));
      const down = (index.directions[place] as number) < 0 !== reverse;
      return [path, down ? intervals.map(turned).reverse() : intervals.map((interval) => interval.join(', '))];
    }),
  );
}
