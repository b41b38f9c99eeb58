import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import type { Collection } from '../store/collection.ts';
import type { Store } from '../store/store.ts';
import type { Counters } from './counters.ts';
import type { Cursors, Reply } from './cursors.ts';

/** One command of one client, and what it works on. */
export interface Call {
  /** As the client wrote it. */
  name: string;
  db: string;
  /** The value of the command's own field: a collection's name, mostly. */
  target: unknown;
  /** Decoded for JavaScript; the elements of `documents` and `updates` are bytes. */
  command: Document;
  /** The same with numbers that kept their BSON types. */
  typed(): Document;
  /** Whether the server has a command of this name. */
  isCommand(name: string): boolean;
  store: Store;
  cursors: Cursors;
  counters: Counters;
  /** Milliseconds since 1970. */
  now(): number;
}

export type Handler = (call: Call) => Reply;

export const ok = { ok: 1 };

/** The name of the collection that a command names. */
export function collectionName({ target, db }: Call): string {
  if (typeof target !== 'string') throw new DbError(73, 'collection name has invalid type');
  if (!target) throw new DbError(73, `Invalid namespace specified '${db}.'`);
  return target;
}

export const collectionOf = (call: Call): Collection | undefined => call.store.find(call.db, collectionName(call));

/** When a command with `maxTimeMS` has to give up. */
export const deadlineOf = ({ command }: Call): number | undefined =>
  typeof command.maxTimeMS === 'number' && command.maxTimeMS > 0 ? Date.now() + command.maxTimeMS : undefined;
