import { type Document, decode, decodeKeeping, decodeTyped, encode } from '../bson/codec.ts';
import type { Reply } from '../commands/cursors.ts';
import type { Request } from '../commands/engine.ts';

const opReply = 1;
const opQuery = 2004;
const opMessage = 2013;
const checksumPresent = 1;
const moreToCome = 2;

/** A request, and how it wants to be answered. */
export interface Message extends Request {
  id: number;
  /** Came as OP_QUERY, as a driver's first hello does, and is answered as such. */
  legacy: boolean;
  /** Wants no answer. */
  silent: boolean;
}

/** What is stored as it came, or needs its number types, stays bytes. */
const kept = { documents: true, updates: true };

/** Reads one message. Throws an Error for what is no request of MongoDB's protocol. */
export function parse(message: Buffer): Message {
  const id = message.readInt32LE(4);
  const operation = message.readInt32LE(12);
  if (operation === opQuery) return legacyQuery(id, message);
  if (operation !== opMessage) throw new Error(`unsupported operation ${operation}`);
  const flags = message.readUInt32LE(16);
  const end = message.length - (flags & checksumPresent ? 4 : 0);
  let body: Buffer | undefined;
  const sequences: Document = {};
  for (let at = 20; at < end; ) {
    const kind = message[at];
    const size = message.readInt32LE(at + 1);
    const section = message.subarray(at + 1, at + 1 + size);
    if (size < 5 || section.length !== size) throw new Error('a section is longer than its message');
    if (kind === 0) body = section;
    else if (kind === 1) readSequence(section, sequences);
    else throw new Error(`unknown section ${kind}`);
    at += 1 + size;
  }
  if (!body) throw new Error('a message without a body');
  const raw = body;
  const command = Object.assign(decodeKeeping(raw, kept), sequences);
  return { id, legacy: false, silent: (flags & moreToCome) !== 0, command, typed: () => decodeTyped(raw) };
}

function legacyQuery(id: number, message: Buffer): Message {
  const end = message.indexOf(0, 20);
  const [$db = ''] = message.toString('utf8', 20, end).split('.');
  const body = message.subarray(end + 9);
  return { id, legacy: true, silent: false, command: { ...decode(body), $db }, typed: () => decodeTyped(body) };
}

function readSequence(section: Buffer, into: Document): void {
  const nameEnd = section.indexOf(0, 4);
  const name = section.toString('utf8', 4, nameEnd);
  const docs: unknown[] = [];
  for (let at = nameEnd + 1; at < section.length; ) {
    const size = section.readInt32LE(at);
    if (size < 5) throw new Error('a document shorter than a document');
    const doc = section.subarray(at, at + size);
    docs.push(name in kept ? doc : decode(doc));
    at += size;
  }
  into[name] = docs;
}

let nextId = 1;

/** The bytes of an answer. */
export function answer({ id, legacy }: Message, reply: Reply): Buffer {
  const doc = Buffer.isBuffer(reply) ? reply : encode(reply);
  const head = Buffer.alloc(legacy ? 36 : 21);
  head.writeInt32LE(head.length + doc.length, 0);
  head.writeInt32LE(nextId++ | 0, 4);
  head.writeInt32LE(id, 8);
  head.writeInt32LE(legacy ? opReply : opMessage, 12);
  if (legacy) head.writeInt32LE(1, 32);
  return Buffer.concat([head, doc]);
}
