const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));

/** Which picture the first bytes belong to, whatever a name or a header says; null for anything that we do not read. */
export function sniff(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | 'avif' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'jpeg';
  if (ascii(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'webp';
  if (ascii(bytes, 4, 12) === 'ftypavif') return 'avif';
  return null;
}
