import { thumbHashToAverageRGBA, thumbHashToDataURL } from 'thumbhash';
import { photoGround } from '#contract/photos.ts';

const bytesOf = (thumbhash: string) => Uint8Array.from(atob(thumbhash), (letter) => letter.charCodeAt(0));

/** Whether a photo was kept before transparent parts were filled (https://github.com/evanw/thumbhash: bit 23). */
const isTransparent = (bytes: Uint8Array) => ((bytes[2] ?? 0) & 0x80) !== 0;

/** The average color of a photo, as CSS; undefined for a thumbhash (base64) that cannot be read. */
export function tintOf(thumbhash: string): string | undefined {
  try {
    const bytes = bytesOf(thumbhash);
    if (isTransparent(bytes)) return photoGround;
    const { r, g, b } = thumbHashToAverageRGBA(bytes);
    return `rgb(${[r, g, b].map((part) => Math.round(part * 255)).join(' ')})`;
  } catch {
    return undefined;
  }
}

/** A blurred photo, as the address of a tiny picture; undefined for a transparent one and what cannot be read. */
export function blurOf(thumbhash: string): string | undefined {
  try {
    const bytes = bytesOf(thumbhash);
    return isTransparent(bytes) ? undefined : thumbHashToDataURL(bytes);
  } catch {
    return undefined;
  }
}
