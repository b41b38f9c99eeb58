import { photoLimits } from '#contract/photos.ts';

export type PhotoType = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic';

export const heicType = 'image/heic';

/**
 * Opens the file chooser, or the camera on a phone. iOS converts HEIC to JPEG for a page that does not list it; other
 * systems would hide such files.
 */
export function openChooser(input: HTMLInputElement | null, camera?: 'user' | 'environment'): void {
  if (!input) return;
  const isIos = CSS.supports('-webkit-touch-callout', 'none');
  const types = isIos
    ? photoLimits.types.filter((type) => type !== heicType)
    : [...photoLimits.types, 'image/heif', '.heic'];
  input.accept = camera ? 'image/*' : types.join();
  if (camera) input.setAttribute('capture', camera);
  else input.removeAttribute('capture');
  input.click();
}

const text = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** Detects the file type by the first bytes, whatever the name; null when it is no photo. */
export function sniff(bytes: Uint8Array): PhotoType | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (bytes[0] === 0x89 && text(bytes, 1, 4) === 'PNG') return 'png';
  if (text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP') return 'webp';
  if (text(bytes, 4, 8) !== 'ftyp') return null;
  const brand = text(bytes, 8, 12);
  if (brand === 'avif') return 'avif';
  return /^(heic|heix|hevc|heim|heis|mif1|msf1)$/.test(brand) ? 'heic' : null;
}

const marker = { restart: 0xd0, lastRestart: 0xd7, end: 0xd9, scan: 0xda } as const;

/**
 * Scans a JPEG (ITU-T T.81, annex B) up to its end marker. Returns false when it is truncated, or when restart markers
 * are out of step because bytes are missing.
 */
function isWholeJpeg(bytes: Uint8Array): boolean {
  let expected: number = marker.restart;
  let at = 2;
  while (at + 1 < bytes.length) {
    const code = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || code === 0x00 || code === 0xff) {
      at += bytes[at] === 0xff && code === 0x00 ? 2 : 1;
    } else if (code === marker.end) {
      return true;
    } else if (code >= marker.restart && code <= marker.lastRestart) {
      if (code !== expected) return false;
      expected = code === marker.lastRestart ? marker.restart : code + 1;
      at += 2;
    } else {
      if (code === marker.scan) expected = marker.restart;
      at += 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0));
    }
  }
  return false;
}

/** Scans the chunks of a PNG up to IEND. Bytes after it, which some programs leave, are ignored. */
function isWholePng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (text(bytes, at + 4, at + 8) === 'IEND') return true;
  }
  return false;
}

/** Walks the boxes of an AVIF or HEIC up to the one with the picture's data. */
function hasWholeBoxes(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (let type = ''; type !== 'mdat' && at + 16 <= bytes.length; ) {
    type = text(bytes, at + 4, at + 8);
    const size = view.getUint32(at);
    // 0 stands for the rest of the file, 1 for a size of 64 bits after the type.
    if (size === 0) return true;
    at += size === 1 ? view.getUint32(at + 12) : size;
  }
  return at <= bytes.length;
}

/** Bytes within which cameras describe the parts of a HEIC. */
const headBytes = 64 * 1024;

/** The upright size of a HEIC: its largest `ispe` box, turned by its `irot` box. */
export function heicSize(bytes: Uint8Array): { width: number; height: number } {
  const head = bytes.subarray(0, headBytes);
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const names = new TextDecoder('latin1').decode(head);
  let [width, height] = [0, 0];
  for (const { index } of names.matchAll(/ispe(?=.{12})/gs)) {
    const [across, down] = [view.getUint32(index + 8), view.getUint32(index + 12)];
    if (across * down > width * height) [width, height] = [across, down];
  }
  const turn = names.indexOf('irot');
  const isTurned = turn > 0 && ((bytes[turn + 4] ?? 0) & 1) === 1;
  return isTurned ? { width: height, height: width } : { width, height };
}

/** Whether a file is complete. Browsers render a damaged one with grey in place of the missing part. */
export function isWhole(type: PhotoType, bytes: Uint8Array): boolean {
  if (type === 'jpeg') return isWholeJpeg(bytes);
  if (type === 'png') return isWholePng(bytes);
  if (type !== 'webp') return hasWholeBoxes(bytes);
  return bytes.length >= 8 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
}

/** Bytes within which cameras write the color profile. */
const profileSearchBytes = 256 * 1024;

/** Whether a picture may have a color profile, and so colors outside of sRGB. */
export const hasProfile = (bytes: Uint8Array): boolean =>
  /ICC_PROFILE|iCCP|ICCP|colr/.test(new TextDecoder('latin1').decode(bytes.subarray(0, profileSearchBytes)));
