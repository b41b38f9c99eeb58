/** One element of a document: its BSON type, its name and its encoded value. */
export type RawElement = readonly [type: number, name: string, value: Uint8Array];

/** Builds a document from encoded elements, so stored documents are sent as they are. */
export function rawDocument(elements: readonly RawElement[]): Buffer {
  let size = 5;
  for (const [, name, value] of elements) size += 2 + Buffer.byteLength(name) + value.length;
  const out = Buffer.allocUnsafe(size);
  let at = out.writeInt32LE(size, 0);
  for (const [type, name, value] of elements) {
    out[at++] = type;
    at += out.write(name, at);
    out[at++] = 0;
    out.set(value, at);
    at += value.length;
  }
  out[at] = 0;
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
