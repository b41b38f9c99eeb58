export type PhotoType = 'jpeg' | 'png' | 'webp' | 'avif' | 'heic';

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) => new DataView(buffer, byteOffset, byteLength);
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
  const view = viewOf(bytes);
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (text(bytes, at + 4, at + 8) === 'IEND') return true;
  }
  return false;
}

/** Walks the boxes of an AVIF or HEIC up to the one with the picture's data. */
function hasWholeBoxes(bytes: Uint8Array): boolean {
  const view = viewOf(bytes);
  let at = 0;
  for (let type = ''; type !== 'mdat' && at + 8 <= bytes.length; ) {
    type = text(bytes, at + 4, at + 8);
    const size = view.getUint32(at);
    // 0 stands for the rest of the file.
    if (size === 0) return true;
    at += size;
  }
  return at <= bytes.length;
}

/** Whether a file is complete. Browsers render a damaged one with grey in place of the missing part. */
export function isWhole(type: PhotoType, bytes: Uint8Array): boolean {
  if (type === 'jpeg') return isWholeJpeg(bytes);
  if (type === 'png') return isWholePng(bytes);
  if (type !== 'webp') return hasWholeBoxes(bytes);
  return bytes.length >= 8 + viewOf(bytes).getUint32(4, true);
}

/** Bytes within which cameras write the color profile. */
const profileSearchBytes = 256 * 1024;

/** Whether a picture may have a color profile, and so colors outside of sRGB. */
export const hasProfile = (bytes: Uint8Array): boolean =>
  /ICC_PROFILE|iCCP|ICCP|colr/.test(new TextDecoder('latin1').decode(bytes.subarray(0, profileSearchBytes)));
