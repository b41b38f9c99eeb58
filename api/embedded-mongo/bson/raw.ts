/** One element of a document: its BSON type, its name and its encoded value. */
export type RawElement = readonly [type: number, name: string, value: Uint8Array];

/** Builds a document from encoded elements, so stored documents are sent as they are. */
export function rawDocument(elements: readonly RawElement[]): Buffer {
  const parts: Uint8Array[] = [Buffer.alloc(4)];
  for (const [type, name, value] of elements) parts.push(Buffer.from([type]), Buffer.from(`${name}\0`), value);
  parts.push(Buffer.alloc(1));
  const out = Buffer.concat(parts);
  out.writeInt32LE(out.length, 0);
  return out;
}

export function rawString(value: string): Buffer {
  const out = Buffer.alloc(Buffer.byteLength(value) + 5);
  out.writeInt32LE(out.length - 4, 0);
  out.write(value, 4);
  return out;
}

export function rawDouble(value: number): Buffer {
  const out = Buffer.alloc(8);
  out.writeDoubleLE(value);
  return out;
}

export function rawLong(value: number): Buffer {
  const out = Buffer.alloc(8);
  out.writeBigInt64LE(BigInt(value));
  return out;
}
