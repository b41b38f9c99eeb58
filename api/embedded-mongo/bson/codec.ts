import { BSONError, onDemand, serialize, setInternalBufferSize } from 'bson';
import { Decoder } from './decoder.ts';
import { DbError } from './errors.ts';
import { written } from './names.ts';
import { type RawElement, rawDocument } from './raw.ts';
import { isDocument } from './values.ts';

/** A BSON document as JavaScript sees it. */
export interface Document {
  [field: string]: unknown;
}

const type = { document: 3, array: 4 } as const;

function elementOf(name: string, value: unknown): RawElement[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) {
    const items = value.flatMap((item, i) => elementOf(String(i), item === undefined ? null : item));
    return [[type.array, name, rawDocument(items)]];
  }
  if (isDocument(value)) return [[type.document, name, encodeNames(value)]];
  const alone = serialize({ v: value });
  return [[alone[4] as number, name, Buffer.from(alone.subarray(7, -1))]];
}

/** Encodes a document in which some names carry marks. */
const encodeNames = (doc: Document): Buffer =>
  rawDocument(Object.entries(doc).flatMap(([name, value]) => elementOf(written(name), value)));

const nothing: ReadonlySet<string> = new Set();

/** Decodes every field in order. `names.ts` says how names are held; regular expressions become BSONRegExp. */
export const decode = (bytes: Uint8Array): Document => new Decoder(bytes, false, nothing).decode();

/** Decodes numbers with their BSON types, so that a document that is changed and written back keeps them. */
export const decodeTyped = (bytes: Uint8Array): Document => new Decoder(bytes, true, nothing).decode();

/** Decodes a command but leaves the elements of the named arrays as bytes, so that they are stored unchanged. */
export const decodeWithRaw = (bytes: Uint8Array, arrays: ReadonlySet<string>): Document =>
  new Decoder(bytes, false, arrays).decode();

/** Room for a document of the largest size changed by the largest message. js-bson silently cuts off larger ones. */
const maxEncodedBytes = 66 * 1024 * 1024;
setInternalBufferSize(maxEncodedBytes);

/** Throws BSONObjectTooLarge if the document is too large for any command. */
export function encode(doc: Document): Uint8Array {
  const bytes = encodeUnchecked(doc);
  if (bytes && bytes.length <= maxEncodedBytes) return bytes;
  throw new DbError(10334, `BSONObj size is invalid: it is over ${maxEncodedBytes} bytes`);
}

/** Returns undefined if js-bson ran past the end of its buffer. */
function encodeUnchecked(doc: Document): Uint8Array | undefined {
  try {
    return serialize(doc, { ignoreUndefined: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    // js-bson refuses the marks that some names carry.
    if (error instanceof BSONError && error.message.startsWith('key ')) return encodeNames(doc);
    throw error;
  }
}

/** Converts a value with typed numbers to the plain JavaScript value. */
export const plain = (value: unknown): unknown => decode(encode({ value })).value;

const idName = Buffer.from('_id');

/** Moves the bytes of `_id` to the front: MongoDB stores it first, drivers append it last. */
export function idFirst(bytes: Uint8Array): Uint8Array {
  if (bytes[8] === 0 && idName.equals(bytes.subarray(5, 8))) return bytes;
  const elements = [...onDemand.parseToElements(bytes)];
  const at = elements.findIndex(
    ([, name, length]) => length === 3 && Buffer.compare(bytes.subarray(name, name + 3), idName) === 0,
  );
  const id = elements[at];
  if (at <= 0 || !id) return bytes;
  const [, name, , offset, length] = id;
  const from = name - 1;
  const to = offset + length;
  return Buffer.concat([bytes.subarray(0, 4), bytes.subarray(from, to), bytes.subarray(4, from), bytes.subarray(to)]);
}
