import type { Storage } from '#api/platform/storage/port.ts';
import { photoWidths } from '#contract/photo-paths.ts';

/** Storage folder of a photo in all its widths. */
export const folderOf = (id: string) => `bikes/${id.slice(-2)}/${id}`;
export const keyOf = (id: string, width: number) => `${folderOf(id)}/${width}.webp`;

/** The largest stored size of a photo; null if there is none. */
export async function largestOf(storage: Storage, id: string): Promise<Buffer<ArrayBuffer> | null> {
  for (const width of photoWidths.toReversed()) {
    const bytes = await storage.get(keyOf(id, width));
    if (bytes) return bytes;
  }
  return null;
}
