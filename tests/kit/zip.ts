/** Reads an uncompressed ZIP archive by its central directory. Returns the files by name. */
export function unzipped(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('The archive has no end.');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, nameLength, extraLength, commentLength] = [
      archive.readUInt32LE(at + 24),
      ...[28, 30, 32].map((place) => archive.readUInt16LE(at + place)),
    ] as [number, number, number, number];
    if (archive.readUInt16LE(at + 10) !== 0) throw new Error('A file is compressed.');
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
    const local = archive.readUInt32LE(at + 42);
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    files.set(name, archive.subarray(start, start + size));
    at += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}
