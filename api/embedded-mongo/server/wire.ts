import { Double } from 'bson';
import { type Document, decode, decodeTyped, decodeWithRaw, encode } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import type { Reply } from '../commands/cursors.ts';
import type { Request } from '../commands/engine.ts';

const opReply = 1;
const opQuery = 2004;
const opMessage = 2013;
const checksumPresent = 1;
const moreToCome = 2;

/** A request, and how to answer it. */
export interface Message extends Request {
  id: number;
  /** Came as OP_QUERY, as a driver's first hello does, and is answered as OP_REPLY. */
  legacy: boolean;
  /** The client wants no reply. */
  silent: boolean;
}

/** Arrays whose elements stay bytes, because they are stored as received or need their number types. */
const rawArrays = new Set(['documents', 'updates']);

/** A server has to hang up if it does not know one of these bits. */
const requiredFlags = 0xffff;

/** An error in a message that follows the protocol, so that it can be answered. */
export class Malformed extends DbError {
  readonly asked: Pick<Message, 'id' | 'legacy'>;

  constructor({ code, message }: DbError, asked: Pick<Message, 'id' | 'legacy'>) {
    super(code, message);
    this.asked = asked;
  }
}

const invalid = (what: string): DbError => new DbError(22, what);

/** Converts js-bson's errors to MongoDB's. */
function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DbError) throw error;
    // A document nested so deeply that decoding it overflows the stack.
    if (error instanceof RangeError && /call stack/.test(error.message))
      throw new DbError(15, 'BSONObj exceeded maximum nested object depth: 200');
    throw invalid(error instanceof Error ? error.message : String(error));
  }
}

/** Parses one message. Throws Malformed if it can be answered, and an Error if it is no message to a server. */
export function parse(message: Buffer): Message {
  const id = message.readInt32LE(4);
  const operation = message.readInt32LE(12);
  if (operation !== opQuery && operation !== opMessage) throw new Error(`unsupported operation ${operation}`);
  const legacy = operation === opQuery;
  if (!legacy && message.length < 20) throw new Error('a message without flags');
  if (!legacy && message.readUInt32LE(16) & requiredFlags & ~(checksumPresent | moreToCome))
    throw new Error('a message with unknown flags');
  try {
    return reading(() => (legacy ? legacyQuery(id, message) : opMsg(id, message)));
  } catch (error) {
    throw error instanceof DbError ? new Malformed(error, { id, legacy }) : error;
  }
}

function opMsg(id: number, message: Buffer): Message {
  const flags = message.readUInt32LE(16);
  const end = message.length - (flags & checksumPresent ? 4 : 0);
  let body: Buffer | undefined;
  const sequences: Document = {};
  for (let at = 20; at < end; ) {
    const kind = message[at];
    if (kind !== 0 && kind !== 1) throw new DbError(40432, `Unknown section kind ${kind}`);
    if (kind === 0 && body) throw new DbError(40430, 'Multiple body sections in message');
    const size = at + 5 <= end ? message.readInt32LE(at + 1) : 0;
    const section = message.subarray(at + 1, Math.min(at + 1 + size, end));
    if (size < 5 || section.length !== size) throw invalid('a section is longer than its message');
    if (kind === 0) body = section;
    else readSequence(section, sequences);
    at += 1 + size;
  }
  if (!body) throw new DbError(40587, 'OP_MSG messages must have a body');
  const raw = body;
  const command = decodeWithRaw(raw, rawArrays);
  for (const name of Object.keys(sequences))
    if (Object.hasOwn(command, name))
      throw new DbError(40433, `Duplicate field between body and document sequence ${name}`);
  Object.assign(command, sequences);
  return { id, legacy: false, silent: (flags & moreToCome) !== 0, command, typed: () => decodeTyped(raw) };
}

function legacyQuery(id: number, message: Buffer): Message {
  const end = message.indexOf(0, 20);
  if (end < 0) throw invalid('a query without a namespace');
  const [$db = ''] = message.toString('utf8', 20, end).split('.');
  const body = message.subarray(end + 9);
  return { id, legacy: true, silent: false, command: { ...decode(body), $db }, typed: () => decodeTyped(body) };
}

function readSequence(section: Buffer, into: Document): void {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd < 0) throw invalid('a document sequence without a name');
  const name = section.toString('utf8', 4, nameEnd);
  if (Object.hasOwn(into, name)) throw new DbError(40431, `Duplicate document sequence: ${name}`);
  const docs: unknown[] = [];
  for (let at = nameEnd + 1; at < section.length; ) {
    const size = at + 4 <= section.length ? section.readInt32LE(at) : 0;
    if (size < 5 || at + size > section.length) throw invalid('a document shorter or longer than it says');
    const doc = section.subarray(at, at + size);
    docs.push(rawArrays.has(name) ? doc : decode(doc));
    at += size;
  }
  into[name] = docs;
}

let nextId = 1;

/** Encodes a reply as a message. */
export function answer({ id, legacy }: Pick<Message, 'id' | 'legacy'>, reply: Reply): Buffer {
  const doc = Buffer.isBuffer(reply) ? reply : encode({ ...reply, ok: new Double(Number(reply.ok)) });
  const head = Buffer.alloc(legacy ? 36 : 21);
  head.writeInt32LE(head.length + doc.length, 0);
  head.writeInt32LE(nextId++ | 0, 4);
  head.writeInt32LE(id, 8);
  head.writeInt32LE(legacy ? opReply : opMessage, 12);
  if (legacy) head.writeInt32LE(1, 32);
  return Buffer.concat([head, doc]);
}
