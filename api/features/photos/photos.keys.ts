import type { PhotoWidth } from '#contract/photos.ts';

/** Where the storage keeps a photo in all its widths. */
export const folderOf = (id: string) => `bikes/${id.slice(-2)}/${id}`;
export const keyOf = (id: string, width: PhotoWidth) => `${folderOf(id)}/${width}.webp`;
