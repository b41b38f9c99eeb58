/** An element of a document: BSON type, name, and encoded value or child elements. */
export type RawElement = readonly [type: number, name: string, value: Uint8Array | readonly RawElement[]];

function sizeOf(elements: readonly RawElement[]): number {
  let size = 5;
  for (const [, name, value] of elements)
    size += 2 + Buffer.byteLength(name) + (value instanceof Uint8Array ? value.length : sizeOf(value));
  return size;
}

/** Writes a document at an offset. @returns the offset after it */
function write(out: Buffer, elements: readonly RawElement[], from: number): number {
  let at = from + 4;
  for (const [type, name, value] of elements) {
    out[at++] = type;
    at += out.write(name, at);
    out[at++] = 0;
    if (value instanceof Uint8Array) {
      out.set(value, at);
      at += value.length;
    } else at = write(out, value, at);
  }
  out[at++] = 0;
  out.writeInt32LE(at - from, from);
  return at;
}

/** Builds a document from encoded elements, so that stored documents are sent unchanged and copied once. */
export function rawDocument(elements: readonly RawElement[]): Buffer {
  const out = Buffer.allocUnsafe(sizeOf(elements));
  write(out, elements, 0);
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
