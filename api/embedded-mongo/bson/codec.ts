import { deserialize, onDemand, serialize, setInternalBufferSize } from 'bson';
import { DbError } from './errors.ts';

/** A BSON document as JavaScript sees it. */
export interface Document {
  [field: string]: unknown;
}

/** Regular expressions stay BSONRegExp: js-bson turns the `s` flag into a stateful `g`. */
export const decode = (bytes: Uint8Array): Document => deserialize(bytes, { bsonRegExp: true });

/** Numbers keep their BSON type, so a document that is changed and written back keeps it too. */
export const decodeTyped = (bytes: Uint8Array): Document =>
  deserialize(bytes, { bsonRegExp: true, promoteValues: false, promoteLongs: false });

/** Leaves the elements of the named arrays as bytes: what is stored as it came is never rebuilt. */
export const decodeKeeping = (bytes: Uint8Array, arrays: Record<string, boolean>): Document =>
  deserialize(bytes, { bsonRegExp: true, fieldsAsRaw: arrays });

/** A document of the largest size, changed by the largest message: what js-bson cannot hold, it cuts without a word. */
const maxEncodedBytes = 66 * 1024 * 1024;
setInternalBufferSize(maxEncodedBytes);

/** Throws BSONObjectTooLarge for what no command can hold. */
export function encode(doc: Document): Uint8Array {
  const bytes = encodeUnchecked(doc);
  if (bytes && bytes.length <= maxEncodedBytes) return bytes;
  throw new DbError(10334, `BSONObj size is invalid: it is over ${maxEncodedBytes} bytes`);
}

/** Undefined where js-bson ran past the end of its own buffer. */
function encodeUnchecked(doc: Document): Uint8Array | undefined {
  try {
    return serialize(doc, { ignoreUndefined: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A value whose numbers kept their BSON type, as the plain JavaScript value. */
export const plain = (value: unknown): unknown => decode(encode({ value })).value;

const idName = Buffer.from('_id');

/** MongoDB stores `_id` first; drivers append it last. Moves the element's bytes. */
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
