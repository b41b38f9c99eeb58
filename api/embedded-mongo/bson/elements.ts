import { onDemand } from 'bson';

const stringLike = 0x02;
const document = 0x03;
const array = 0x04;
const binary = 0x05;
/** Sizes in bytes of the fixed-size types. */
const fixed: Readonly<Record<number, number>> = {
  1: 8,
  6: 0,
  7: 12,
  8: 1,
  9: 8,
  10: 0,
  16: 4,
  17: 8,
  18: 8,
  19: 16,
  127: 0,
  255: 0,
};

/** Returns the size of a value in bytes, or -1 for rare types. */
export function sizeOf(bytes: Uint8Array, type: number, at: number): number {
  const known = fixed[type];
  if (known !== undefined) return known;
  const length =
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24);
  if (type === stringLike) return length + 4;
  if (type === document || type === array) return length;
  return type === binary ? length + 5 : -1;
}

/** A top-level field: where it begins with its type, where its name ends, and where the next one begins. */
export interface Element {
  from: number;
  nameEnd: number;
  to: number;
}

/** Lists the top-level fields in order. Throws BSONError for invalid bytes. */
export function elementsOf(bytes: Uint8Array): Element[] {
  const all: Element[] = [];
  const last = bytes.length - 1;
  for (let from = 4; from < last; ) {
    let nameEnd = from + 1;
    while (bytes[nameEnd] !== 0) nameEnd += 1;
    const size = sizeOf(bytes, bytes[from] as number, nameEnd + 1);
    const to = nameEnd + 1 + size;
    if (size < 0 || to > last) return slowly(bytes);
    all.push({ from, nameEnd, to });
    from = to;
  }
  return all;
}

const slowly = (bytes: Uint8Array): Element[] =>
  [...onDemand.parseToElements(bytes)].map(([, name, length, offset, size]) => ({
    from: name - 1,
    nameEnd: name + length,
    to: offset + size,
  }));

function areSame(one: Uint8Array, from: number, to: number, other: Uint8Array, at: number): boolean {
  for (let i = from, o = at; i < to; ) if (one[i++] !== other[o++]) return false;
  return true;
}

/** Whether two fields have the same name. */
export const isNamedAs = (one: Uint8Array, a: Element, other: Uint8Array, b: Element): boolean =>
  a.nameEnd - a.from === b.nameEnd - b.from && areSame(one, a.from + 1, a.nameEnd, other, b.from + 1);

const isEqual = (one: Uint8Array, a: Element, other: Uint8Array, b: Element): boolean =>
  a.to - a.from === b.to - b.from && areSame(one, a.from, a.to, other, b.from);

const nameOf = (bytes: Uint8Array, { from, nameEnd }: Element): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from + 1, nameEnd - from - 1).toString('utf8');

/** Maps each name to the bytes of its fields. The bytes of a repeated name are concatenated. */
function byName(bytes: Uint8Array, elements: readonly Element[]): Map<string, string> {
  const all = new Map<string, string>();
  for (const one of elements) {
    const name = nameOf(bytes, one);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + one.from, one.to - one.from).toString('latin1');
    all.set(name, (all.get(name) ?? '') + text);
  }
  return all;
}

/** Returns the names, as BSON writes them, of the top-level fields whose bytes differ between two versions. */
export function differing(before: Uint8Array, after: Uint8Array): Set<string> {
  const names = new Set<string>();
  const old = elementsOf(before);
  const now = elementsOf(after);
  let i = 0;
  // Most updates leave every field in its place.
  for (; i < old.length && i < now.length; i++) {
    const [a, b] = [old[i] as Element, now[i] as Element];
    if (!isNamedAs(before, a, after, b)) break;
    if (!isEqual(before, a, after, b)) names.add(nameOf(before, a));
  }
  const [gone, come] = [byName(before, old.slice(i)), byName(after, now.slice(i))];
  for (const name of [...gone.keys(), ...come.keys()]) if (gone.get(name) !== come.get(name)) names.add(name);
  return names;
}
