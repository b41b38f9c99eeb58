import type { Place } from '#contract/search/order.ts';

const asNumber = (value: number): number => (Number.isFinite(value) ? value : -1e9);

/** Encodes the place after which the next page begins. */
export const cursorOf = ({ by, id }: Place): string =>
  Buffer.from(JSON.stringify([id, ...by.map(asNumber)])).toString('base64url');

/** Decodes a cursor with so many sort keys; null, the first page, if it is invalid. */
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
