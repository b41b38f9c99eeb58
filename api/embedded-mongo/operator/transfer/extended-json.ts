import { deserialize, EJSON, serialize } from 'bson';
import type { Document } from '../../bson/codec.ts';

/** Keeps the BSON type of everything. */
const exactly = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
  validation: { utf8: true },
} as const;

/** Formats a document as one line of canonical Extended JSON. */
export const toLine = (bytes: Uint8Array): string => EJSON.stringify(deserialize(bytes, exactly), { relaxed: false });

/** Parses a line; numbers keep their BSON types. Throws if it is no document. */
export function fromLine(line: string): Document {
  const doc: unknown = EJSON.parse(line, { relaxed: false });
  if (typeof doc !== 'object' || doc === null || Array.isArray(doc)) throw new Error('it is no document');
  return doc as Document;
}

/** Whether a line reproduces a document byte for byte. */
export const saysExactly = (line: string, bytes: Uint8Array): boolean =>
  Buffer.compare(serialize(fromLine(line), { ignoreUndefined: false }), bytes) === 0;
