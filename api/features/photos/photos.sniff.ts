import type { photoLimits } from '#contract/photos.ts';

type MediaType = (typeof photoLimits.types)[number];

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Upper bound for the size of an `ftyp` box in bytes. */
const maxBoxBytes = 256;
/** Brands of image files (ISO/IEC 23008-12, annex B; AV1 Image File Format, 6). */
const heicBrands = ['heic', 'heix', 'heim', 'heis'];
const sequenceBrands = ['avis', 'msf1', 'hevc', 'hevx', 'hevm', 'hevs'];

/** The type of a file that begins with a complete `ftyp` box that declares a single AV1 or HEVC image. */
function typeByBrands(bytes: Uint8Array): 'image/avif' | 'image/heic' | null {
  if (bytes.length < 16 || ascii(bytes, 4, 8) !== 'ftyp') return null;
  const size = viewOf(bytes).getUint32(0);
  if (size < 16 || size > Math.min(maxBoxBytes, bytes.length) || size % 4 !== 0) return null;
  const brands = [ascii(bytes, 8, 12)];
  for (let at = 16; at < size; at += 4) brands.push(ascii(bytes, at, at + 4));
  if (brands.some((brand) => sequenceBrands.includes(brand))) return null;
  if (brands.some((brand) => heicBrands.includes(brand))) return 'image/heic';
  return brands.includes('avif') ? 'image/avif' : null;
}

/** Whether a PNG is animated: an `acTL` chunk precedes the image data (PNG 3, 11.3.6.1). */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  for (let at = 8; at + 8 <= bytes.length; ) {
    const type = ascii(bytes, at + 4, at + 8);
    if (type === 'acTL') return true;
    if (type === 'IDAT') return false;
    at += 12 + view.getUint32(at);
  }
  return false;
}

/** The animation flag of an extended WebP (RFC 9649, 2.7). */
const isAnimatedWebp = (bytes: Uint8Array) => ascii(bytes, 12, 16) === 'VP8X' && ((bytes[20] ?? 0) & 2) !== 0;

/** Detects a still image by its bytes, whatever its name or header says; null if it is unsupported. */
export function sniff(bytes: Uint8Array): MediaType | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return isAnimatedPng(bytes) ? null : 'image/png';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP')
    return isAnimatedWebp(bytes) ? null : 'image/webp';
  return typeByBrands(bytes);
}

/** The pixels of the largest picture that the boxes of a HEIC file name (ISO/IEC 23008-12, 6.5.3); 0 without any. */
export function pixelsByHeader(head: Buffer): number {
  let largest = 0;
  for (let at = head.indexOf('ispe'); at >= 0 && at + 16 <= head.length; at = head.indexOf('ispe', at + 4))
    largest = Math.max(largest, head.readUInt32BE(at + 8) * head.readUInt32BE(at + 12));
  return largest;
}
