import type { Document } from './codec.ts';

// JavaScript puts names that look like array positions before all others and keeps one field of a name. A decoded
// document therefore holds such a name with a NUL behind it, and each repeat of a name with a NUL and its number: no
// name in BSON contains a NUL.
const mark = '\0';

/** Whether a path component can name an array position, as BSON writes it or as a decoded document holds it. */
export const isPosition = (part: string): boolean => /^(0|[1-9]\d*)\0?$/.test(part);

/** The array position that a path component names. */
export const positionOf = (part: string): number => Number.parseInt(part, 10);

/** A field's name as a decoded document holds it. */
export const held = (name: string): string =>
  name.charCodeAt(0) <= 57 && isPosition(name) && !name.endsWith(mark) ? name + mark : name;

/** A field's name as BSON writes it. */
export function written(name: string): string {
  const end = name.indexOf(mark);
  return end < 0 ? name : name.slice(0, end);
}

/** The name under which a decoded document holds a field whose name it has already. */
export const repeated = (name: string, count: number): string => `${written(name)}${mark}${count}`;

/** Whether a field repeats the name of one before it. */
export const isRepeat = (name: string): boolean => {
  const at = name.indexOf(mark);
  return at >= 0 && at < name.length - 1;
};

/** The fields of a filter, an update or another specification by their written names, repeats included. */
export const entriesOf = (spec: Document): [name: string, value: unknown][] =>
  Object.entries(spec).map(([name, value]) => [written(name), value]);

/** A text that may quote names of decoded documents, as people are to read it. */
export const readable = (text: string): string => text.replace(/\0\d*/g, '').replace(/\\u0000\d*(?=":)/g, '');

/** The parts of a path, as decoded documents hold them. */
export function partsOf(path: string): string[] {
  const parts = written(path).split('.');
  for (const [i, part] of parts.entries()) parts[i] = held(part);
  return parts;
}

/** The top-level field that a path begins with, as decoded documents hold it. */
export const firstOf = (path: string): string => held(written(path).split('.', 1)[0] as string);
