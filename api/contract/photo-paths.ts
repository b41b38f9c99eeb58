/** Widths in pixels of the stored versions. A photo that is smaller than a width has its own size as the largest. */
export const photoWidths = [320, 640, 960, 1280, 2048] as const;
export const largestWidth = 2048;
export type PhotoWidth = (typeof photoWidths)[number];

/** Background behind transparent pixels: the same on the page, in every version and on share cards. */
export const photoBackground = '#e6e8e9';

/** `homeBanner`: photos of bikes that won a week. */
const photoFolders = ['bikes', 'homeBanner'] as const;
export type PhotoFolder = (typeof photoFolders)[number];

/** Path of a bike's photo; its bytes never change. */
export const photoPath = (id: string, width: PhotoWidth, folder: PhotoFolder = 'bikes'): string =>
  `/images/${folder}/${id}/${width}.webp`;

/** Parses a path of {@link photoPath}; null when it does not match. */
export function photoOfPath(path: string): { id: string; width: PhotoWidth; folder: PhotoFolder } | null {
  const match = /^\/images\/(\w+)\/([0-9a-f-]{36})\/(\d+)\.webp$/.exec(path);
  const folder = photoFolders.find((one) => one === match?.[1]);
  const width = photoWidths.find((one) => String(one) === match?.[3]);
  return match?.[2] && folder && width ? { id: match[2], width, folder } : null;
}
