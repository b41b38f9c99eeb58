import type { Document } from './codec.ts';

// A JavaScript object moves names that look like array positions to the front and keeps one field of a name. A decoded
// document therefore appends a NUL to such a name, and a NUL and a number to each repeat of a name. No name in BSON
// contains a NUL.
const mark = '\0';

/** Whether a path component can be an array position, with or without its mark. */
export const isPosition = (part: string): boolean => /^(0|[1-9]\d*)\0?$/.test(part);

/** The array position that a path component names. */
export const positionOf = (part: string): number => Number.parseInt(part, 10);

/** Converts a field name from BSON to the form in a decoded document. */
export const encodeName = (name: string): string =>
  name.charCodeAt(0) <= 57 && isPosition(name) && !name.endsWith(mark) ? name + mark : name;

/** Converts a field name to the form that BSON writes. */
export function written(name: string): string {
  const end = name.indexOf(mark);
  return end < 0 ? name : name.slice(0, end);
}

/** The name of a repeated field in a decoded document. */
export const repeated = (name: string, count: number): string => `${written(name)}${mark}${count}`;

/** Whether a field repeats the name of an earlier one. */
export const isRepeat = (name: string): boolean => {
  const at = name.indexOf(mark);
  return at >= 0 && at < name.length - 1;
};

/** Lists the fields of a filter, an update or another specification by their BSON names, repeats included. */
export const entriesOf = (spec: Document): [name: string, value: unknown][] =>
  Object.entries(spec).map(([name, value]) => [written(name), value]);

/** Removes the marks from text that may quote names of decoded documents. */
export const readable = (text: string): string => text.replace(/\0\d*/g, '').replace(/\\u0000\d*(?=":)/g, '');

/** Splits a path into parts, as decoded documents hold them. */
export function partsOf(path: string): string[] {
  const parts = written(path).split('.');
  for (const [i, part] of parts.entries()) parts[i] = encodeName(part);
  return parts;
}

/** The top-level field of a path, as decoded documents hold it. */
export const firstOf = (path: string): string => encodeName(written(path).split('.', 1)[0] as string);
