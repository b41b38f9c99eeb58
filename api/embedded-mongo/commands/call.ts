import type { Document } from '../bson/codec.ts';
import { DbError } from '../bson/errors.ts';
import type { Work } from '../query/slice.ts';
import type { Collection } from '../store/collection.ts';
import type { Store } from '../store/store.ts';
import type { Counters } from './counters.ts';
import type { Cursors, Reply } from './cursors.ts';

/** One command of one client, and what it needs to run. */
export interface Call {
  /** The name as the client wrote it. */
  name: string;
  db: string;
  /** The value of the command's own field, usually a collection name. */
  target: unknown;
  /** The command decoded for JavaScript; the elements of `documents` and `updates` are bytes. */
  command: Document;
  /** The command decoded with the BSON types of its numbers. */
  typed(): Document;
  isCommand(name: string): boolean;
  store: Store;
  cursors: Cursors;
  counters: Counters;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Replies at once, or returns work that yields to other commands. */
export type Handler = (call: Call) => Reply | Work<Reply>;

export const ok = { ok: 1 };

/** Returns the collection name of a command. */
export function collectionName({ target, db }: Call): string {
  if (typeof target !== 'string') throw new DbError(73, 'collection name has invalid type');
  if (!target) throw new DbError(73, `Invalid namespace specified '${db}.'`);
  return target;
}

export const collectionOf = (call: Call): Collection | undefined => call.store.find(call.db, collectionName(call));

/** Reloads the collection after others may have written. Throws QueryPlanKilled if it is gone. */
export function again({ store }: Call, { id, db, name }: Collection): Collection {
  const now = store.find(db, name);
  if (now?.id === id) return now;
  throw new DbError(175, `collection dropped or renamed while it was written to: ${db}.${name}`);
}

/** The time at which a command with `maxTimeMS` has to give up. */
export const deadlineOf = ({ command }: Call): number | undefined =>
  typeof command.maxTimeMS === 'number' && command.maxTimeMS > 0 ? Date.now() + command.maxTimeMS : undefined;
