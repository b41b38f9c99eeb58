import { onDemand } from 'bson';

const stringLike = 0x02;
const document = 0x03;
const array = 0x04;
const binary = 0x05;
/** Bytes of the values whose type says how long they are. */
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

/** How many bytes a value has, or -1 for the types that are rare. */
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

/** A field at the top of a document: where it begins with its type, where its name ends, and where the next one begins. */
export interface Element {
  from: number;
  nameEnd: number;
  to: number;
}

/** The fields at the top of a document, in their order. Throws BSONError for bytes that are none. */
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

/** Whether bytes of two documents are the same. */
function areSame(one: Uint8Array, from: number, to: number, other: Uint8Array, at: number): boolean {
  for (let i = from, o = at; i < to; ) if (one[i++] !== other[o++]) return false;
  return true;
}

/** Whether two fields have one name. */
export const isNamedAs = (one: Uint8Array, a: Element, other: Uint8Array, b: Element): boolean =>
  a.nameEnd - a.from === b.nameEnd - b.from && areSame(one, a.from + 1, a.nameEnd, other, b.from + 1);

const isEqual = (one: Uint8Array, a: Element, other: Uint8Array, b: Element): boolean =>
  a.to - a.from === b.to - b.from && areSame(one, a.from, a.to, other, b.from);

const nameOf = (bytes: Uint8Array, { from, nameEnd }: Element): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + from + 1, nameEnd - from - 1).toString('utf8');

/** The bytes of fields by their names: of a name that is there several times, one behind the other. */
function byName(bytes: Uint8Array, elements: readonly Element[]): Map<string, string> {
  const all = new Map<string, string>();
  for (const one of elements) {
    const name = nameOf(bytes, one);
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + one.from, one.to - one.from).toString('latin1');
    all.set(name, (all.get(name) ?? '') + text);
  }
  return all;
}

/** The names, as BSON writes them, of the fields at the top that are not the same bytes in two versions of a document. */
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
