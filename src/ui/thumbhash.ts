import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash';
import { photoBackground } from '#contract/photo-paths.ts';

const bytesOf = (thumbhash: string) => Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));

/**
 * Whether a thumbhash has transparency (https://github.com/evanw/thumbhash: bit 23). Photos stored before transparent
 * parts were filled do.
 */
const isTransparent = (bytes: Uint8Array) => ((bytes[2] ?? 0) & 0x80) !== 0;

/** The average color of a photo as CSS; undefined for an invalid thumbhash (base64). */
export function tintOf(thumbhash: string): string | undefined {
  try {
    const bytes = bytesOf(thumbhash);
    if (isTransparent(bytes)) return photoBackground;
    const { r, g, b } = thumbHashToAverageRGBA(bytes);
    return `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`;
  } catch {
    return undefined;
  }
}

/** A blurred photo as a data URL; undefined for a transparent photo or an invalid thumbhash. */
export function blurOf(thumbhash: string): string | undefined {
  try {
    const bytes = bytesOf(thumbhash);
    return isTransparent(bytes) ? undefined : thumbHashToDataURL(bytes);
  } catch {
    return undefined;
  }
}
