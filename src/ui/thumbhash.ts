import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash';

const bytesOf = (thumbhash: string) => Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));

/** The average color of a photo, as CSS; undefined for a thumbhash (base64) that cannot be read. */
export function tintOf(thumbhash: string): string | undefined {
  try {
    const { r, g, b } = thumbHashToAverageRGBA(bytesOf(thumbhash));
    return `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`;
  } catch {
    return undefined;
  }
}

/** A blurred photo, as the address of a tiny picture; undefined for a thumbhash (base64) that cannot be read. */
export function blurOf(thumbhash: string): string | undefined {
  try {
    return thumbHashToDataURL(bytesOf(thumbhash));
  } catch {
    return undefined;
  }
}
