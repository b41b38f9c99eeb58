import type { ErrorItem } from './error-item.ts';

/** Maximum size of a report in bytes (specification, section 9). */
const maxBytes = 512 * 1024;
/** Stack lines to keep at each end. */
const endOfStack = 10;

/** Returns a copy with shortened texts or lists. */
function shortened<T>(thing: T, text: (text: string) => string, list: (name: string, all: unknown[]) => unknown[]): T {
  const go = (one: unknown, name: string): unknown => {
    if (typeof one === 'string') return text(one);
    if (Array.isArray(one)) return list(name, one).map((each) => go(each, ''));
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, go(value, key)]));
  };
  return go(thing, '') as T;
}

const asItIs = <T>(thing: T): T => thing;
const fewerFrames = (item: ErrorItem): ErrorItem =>
  shortened(item, asItIs, (name, all) =>
    name === 'frames' && all.length > 2 * endOfStack ? [...all.slice(0, endOfStack), ...all.slice(-endOfStack)] : all,
  );
const shorterTexts =
  (length: number) =>
  (item: ErrorItem): ErrorItem =>
    shortened(
      item,
      (text) => (text.length > length ? `${text.slice(0, length)}…` : text),
      (_, all) => all,
    );
const withoutTelemetry = (item: ErrorItem): ErrorItem =>
  shortened(item, asItIs, (name, all) => (name === 'telemetry' ? [] : all));

const steps = [asItIs<ErrorItem>, fewerFrames, shorterTexts(1024), shorterTexts(256), withoutTelemetry];

/** Serializes an item, shortening it step by step to the size limit; null if it stays too large. */
export function fitItem(item: ErrorItem): string | null {
  let shorter = item;
  for (const step of steps) {
    shorter = step(shorter);
    const text = JSON.stringify(shorter);
    if (new TextEncoder().encode(text).length <= maxBytes) return text;
  }
  return null;
}
