import { deserialize, EJSON, serialize } from 'bson';
import type { Document } from '../../bson/codec.ts';

/** Everything keeps its BSON type. */
const exactly = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
  validation: { utf8: true },
} as const;

/** A document as canonical Extended JSON on one line. */
export const toLine = (bytes: Uint8Array): string => EJSON.stringify(deserialize(bytes, exactly), { relaxed: false });

/** The document of a line; numbers keep their BSON type. Throws for what is no document. */
export function fromLine(line: string): Document {
  const doc: unknown = EJSON.parse(line, { relaxed: false });
  if (typeof doc !== 'object' || doc === null || Array.isArray(doc)) throw new Error('it is no document');
  return doc as Document;
}

/** Whether a line says a document byte for byte. */
export const saysExactly = (line: string, bytes: Uint8Array): boolean =>
  Buffer.compare(serialize(fromLine(line), { ignoreUndefined: false }), bytes) === 0;
