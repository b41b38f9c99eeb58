import type { Place } from '#contract/search/order.ts';

const asNumber = (value: number): number => (Number.isFinite(value) ? value : -1e9);

/** Where the next page of a search begins. */
export const cursorOf = ({ by, id }: Place): string =>
  Buffer.from(JSON.stringify([id, ...by.map(asNumber)])).toString('base64url');

/** The place that a cursor means, in an order of so many numbers; null, the top, where it is not of ours. */
export function placeFrom(cursor: string | undefined, numbers: number): Place | null {
  if (!cursor) return null;
  try {
    const [id, ...by]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isOurs = typeof id === 'string' && by.length === numbers && by.every(Number.isFinite);
    return isOurs ? { by: by as number[], id } : null;
  } catch {
    return null;
  }
}
